// Queries on the points of a spectrum.

import type { SpectrumPoint } from "../data/histogram.ts";
import type { Nanos } from "../data/model.ts";
import type { SlaStep } from "./charts.ts";

const ROUNDING = 1e-12;

/** The value at a quantile: that of the first point at or above it; null if there are no points. */
export function valueAtQuantile(points: readonly SpectrumPoint[], quantile: number): Nanos | null {
  let low = 0;
  let high = points.length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((points[middle]?.quantile ?? 1) >= quantile - ROUNDING) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return points[low]?.value ?? null;
}

/** Where a curve exceeds a limit. */
export interface Crossing {
  readonly step: SlaStep;
  /** The quantile from which on values exceed the limit. */
  readonly quantile: number;
  /** The value at the step's own percentile. */
  readonly value: Nanos;
}

/** The steps in the order of their percentiles. */
export function orderedSteps(sla: readonly SlaStep[]): readonly SlaStep[] {
  return sla
    .filter((each) => Number.isFinite(each.percentile) && Number.isFinite(each.limit))
    .sort((a, b) => a.percentile - b.percentile);
}

/**
 * The violated steps. A step is violated if the value at its percentile exceeds its limit. Each limit applies from the
 * step before, so the crossing lies between the two percentiles.
 */
export function crossings(points: readonly SpectrumPoint[], sla: readonly SlaStep[]): readonly Crossing[] {
  const found: Crossing[] = [];
  let begin = 0;
  for (const step of orderedSteps(sla)) {
    const value = valueAtQuantile(points, step.percentile / 100);
    if (value !== null && value > step.limit) {
      found.push({
        step,
        value,
        quantile: Math.min(step.percentile / 100, Math.max(begin, lastWithin(points, step.limit))),
      });
    }
    begin = step.percentile / 100;
  }
  return found;
}

/** The share of values at or below a limit. */
function lastWithin(points: readonly SpectrumPoint[], limit: Nanos): number {
  let within = 0;
  for (const point of points) {
    if (point.value > limit) {
      break;
    }
    within = point.quantile;
  }
  return within;
}

/**
 * The end of a curve as 1 / (1 - q): the highest quantile that its number of values supports, exceeded only by its
 * greatest value.
 *
 * @param total the number of values; estimated from the points if unknown
 */
export function oneInOf(points: readonly SpectrumPoint[], total?: number): number {
  if (total !== undefined && total > 0) {
    return total;
  }
  for (let i = points.length - 1; i >= 0; i--) {
    const quantile = points[i]?.quantile ?? 1;
    if (quantile < 1 - ROUNDING) {
      return 1 / (1 - quantile);
    }
  }
  return 1;
}
