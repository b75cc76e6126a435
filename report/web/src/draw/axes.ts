// Axes: scales with their ticks.

import type { Millis, Nanos, Span } from "../data/model.ts";
import type { Scale } from "./charts.ts";
import type { Clock } from "./moments.ts";
import { momentTitle, timeTicks } from "./moments.ts";
import type { Tick } from "./scales.ts";
import {
  linearScale,
  linearTicks,
  logScale,
  logTicks,
  niceAtLeast,
  niceAtMost,
  percentileScale,
  percentileTicks,
  powerOfTen,
  timeScale,
} from "./scales.ts";
import type { UnitChoice } from "./units.ts";
import { formatRate, formatShort, formatTick, unitForTicks } from "./units.ts";

export interface Axis {
  readonly scale: Scale;
  readonly ticks: readonly Tick[];
  readonly title: string;
}

const MAX_DECADES_BELOW = 4;
const ROUNDING = 1e-9;
/** Smaller values count as 0 on a logarithmic axis. */
const MIN_LOG_VALUE = 1e-9;
const TICK_EVERY = 45;

/** The ends of a logarithmic axis of durations, and whether there are smaller values, which are drawn at its start. */
export interface LogRange {
  readonly from: Nanos;
  readonly to: Nanos;
  readonly isCut: boolean;
}

/**
 * Round ends that contain two values, limited to about five decades, so that a single tiny value does not stretch the
 * axis.
 */
export function logRange(min: Nanos, max: Nanos): LogRange {
  if (!(max > MIN_LOG_VALUE) || !Number.isFinite(max)) {
    return { from: 1, to: 10, isCut: true };
  }
  const least = powerOfTen(Math.floor(Math.log10(max) + ROUNDING) - MAX_DECADES_BELOW);
  const isCut = !(min >= least);
  const from = isCut ? least : niceAtMost(min);
  const to = niceAtLeast(max);
  return { from, to: to > from ? to : niceAtLeast(from * 1.5), isCut };
}

/** A logarithmic axis of durations. */
export function logAxis(range: LogRange, start: number, end: number, choice: UnitChoice): Axis {
  const ticks = logTicks(range.from, range.to);
  const unit = unitForTicks(
    ticks.filter((each) => each.isMajor).map((each) => each.at),
    choice,
  );
  const label = (at: Nanos) =>
    range.isCut && at <= range.from * (1 + ROUNDING) ? `≤ ${formatTick(at, unit)}` : formatTick(at, unit);
  return {
    scale: logScale({ ...range, start, end }),
    ticks: ticks.map(({ at, isMajor }) => ({ at, label: isMajor ? label(at) : "" })),
    title: "latency",
  };
}

/** A linear axis of durations from 0. */
export function linearAxis(max: Nanos, start: number, end: number, choice: UnitChoice): Axis {
  const ticks = linearTicks(max, Math.abs(end - start) / TICK_EVERY);
  const unit = unitForTicks(ticks, choice);
  return {
    scale: linearScale({ from: 0, to: ticks.at(-1) ?? 1, start, end }),
    ticks: ticks.map((at) => ({ at, label: formatTick(at, unit) })),
    title: "latency",
  };
}

/** A linear axis of operations per second from 0. */
export function rateAxis(max: number, start: number, end: number): Axis {
  const ticks = linearTicks(max, Math.abs(end - start) / 30);
  return {
    scale: linearScale({ from: 0, to: ticks.at(-1) ?? 1, start, end }),
    ticks: ticks.map((at) => ({ at, label: at === 0 ? "0" : at >= 10000 ? `${formatShort(at)}/s` : formatRate(at) })),
    title: "rate",
  };
}

/** An axis of quantiles up to 1 - 1/oneIn. */
export function percentileAxis(oneIn: number, start: number, end: number): Axis {
  const top = Number.isFinite(oneIn) ? Math.max(10, oneIn) : 10;
  return { scale: percentileScale(top, start, end), ticks: percentileTicks(top), title: "percentile" };
}

/** An axis of the moments of a span. */
export function timeAxis(span: Span, start: number, end: number, clock: Clock): Axis {
  const whole = widened(span);
  const most = Math.abs(end - start) / (clock.kind === "wall" ? 84 : 64);
  return {
    scale: timeScale(whole.from, whole.to, start, end),
    ticks: timeTicks(whole, clock, Math.min(12, most)),
    title: momentTitle(whole, clock),
  };
}

function widened(span: Span): Span {
  const from: Millis = Number.isFinite(span.from) ? span.from : 0;
  return Number.isFinite(span.to) && span.to > from ? { from, to: span.to } : { from: from - 500, to: from + 500 };
}
