// Questions about the points of a spectrum.

import type { SpectrumPoint } from "../data/histogram.ts";
import type { Nanos } from "../data/model.ts";
import type { SlaStep } from "./charts.ts";

const ROUNDING = 1e-12;

/** The value at a quantile: that of the first point that reaches it; null if there is no point. */
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

/** Where a curve comes to be above what is allowed. */
export interface Crossing {
  readonly step: SlaStep;
  /** From which on values are above the limit. */
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
 * A step is broken if the value at its percentile is above its limit. Each limit holds from the step before: so the
 * place lies between the two percentiles.
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

/** The share of values that are at or below a limit. */
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
 * The last "one in so many" that a curve has something to say about: the one that only its greatest value exceeds.
 *
 * @param total how many values there are; guessed from the points if that is not known
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
