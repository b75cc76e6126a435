// Scales map values to positions on an axis. Values beyond an end are clamped to it.

import type { Millis } from "../data/model.ts";
import type { Scale } from "./charts.ts";

/** A tick of an axis; without a label it is a minor tick. */
export interface Tick {
  readonly at: number;
  readonly label: string;
}

export type { Scale };

const ROUNDING = 1e-9;
/** Smaller values count as 0. */
const MIN_VALUE = 1e-9;
const MANTISSAS = [1, 2, 5, 10];

/** A range of values, and the pixels of its two ends. */
export interface Range {
  readonly from: number;
  readonly to: number;
  readonly start: number;
  readonly end: number;
}

/** A linear scale. An empty range is widened. */
export function linearScale(range: Range): Scale {
  const { from, to } = widened(range.from, range.to);
  return scaleOf(
    range,
    (value) => (value - from) / (to - from),
    (part) => from + part * (to - from),
  );
}

/** A linear scale of moments. */
export function timeScale(from: Millis, to: Millis, start: number, end: number): Scale {
  return to > from
    ? linearScale({ from, to, start, end })
    : linearScale({ from: from - 500, to: from + 500, start, end });
}

/** A logarithmic scale. Values of 0 and less are at the start. */
export function logScale(range: Range): Scale {
  const from = range.from > 0 && Number.isFinite(range.from) ? range.from : 1;
  const to = range.to > from && Number.isFinite(range.to) ? range.to : from * 10;
  const first = Math.log10(from);
  const decades = Math.log10(to) - first;
  return scaleOf(
    range,
    (value) => (value <= from ? 0 : (Math.log10(value) - first) / decades),
    (part) => 10 ** (first + part * decades),
  );
}

/**
 * A scale of quantiles on which each further nine has the same length, as in Gil Tene's HdrHistogram plotter: q is at the
 * logarithm of 1 / (1 - q).
 *
 * @param oneIn the end as 1 / (1 - q): one in `oneIn` values exceeds the last quantile
 */
export function percentileScale(oneIn: number, start: number, end: number): Scale {
  const decades = Math.log10(Number.isFinite(oneIn) && oneIn > 1 ? oneIn : 10);
  return scaleOf(
    { start, end },
    (quantile) => (quantile >= 1 ? 1 : -Math.log10(1 - quantile) / decades),
    (part) => 1 - 10 ** (-part * decades),
  );
}

function scaleOf(
  ends: Pick<Range, "start" | "end">,
  partOf: (value: number) => number,
  valueOf: (part: number) => number,
): Scale {
  const { start, end } = ends;
  return {
    toPixel: (value) => start + (end - start) * clamped(partOf(value)),
    toValue: (pixel) => valueOf(end === start ? 0 : clamped((pixel - start) / (end - start))),
  };
}

function clamped(part: number): number {
  return Math.min(1, Math.max(0, part));
}

function widened(from: number, to: number): { from: number; to: number } {
  const begin = Number.isFinite(from) ? from : 0;
  return Number.isFinite(to) && to > begin
    ? { from: begin, to }
    : { from: begin, to: begin + Math.max(1, Math.abs(begin) * 1e-6) };
}

/** The smallest of 1, 2 and 5 times a power of ten that is not less than a positive number. */
export function niceAtLeast(value: number): number {
  const decade = decadeOf(value);
  return (MANTISSAS.find((each) => each * decade >= value * (1 - ROUNDING)) ?? 10) * decade;
}

/** The greatest of 1, 2 and 5 times a power of ten that is not greater than a positive number. */
export function niceAtMost(value: number): number {
  const decade = decadeOf(value);
  return ([...MANTISSAS].reverse().find((each) => each * decade <= value * (1 + ROUNDING)) ?? 1) * decade;
}

/** The exponent of the greatest power of ten that is not greater, up to rounding errors. */
function decadeOf(value: number): number {
  return powerOfTen(Math.floor(Math.log10(value) + ROUNDING));
}

/** 10^exponent, by parsing, since `10 ** -5` is 0.000010000000000000001. */
export function powerOfTen(exponent: number): number {
  return Number(`1e${exponent}`);
}

/** About `about` round numbers from 0 to one that is not less than a maximum. */
export function linearTicks(max: number, about: number): readonly number[] {
  if (!(max > MIN_VALUE) || !Number.isFinite(max)) {
    return [0, 1];
  }
  const step = niceAtLeast(max / Math.max(1, about));
  const steps = Math.max(1, Math.ceil((max / step) * (1 - ROUNDING)));
  return Array.from({ length: steps + 1 }, (_, i) => Number((i * step).toPrecision(12)));
}

/** The multiples from 1 to 9 of powers of ten in a range; major ones get labels. */
export function logTicks(from: number, to: number): readonly { at: number; isMajor: boolean }[] {
  if (!(from > 0 && to > from && Number.isFinite(to))) {
    return [];
  }
  const first = Math.floor(Math.log10(from) + ROUNDING);
  const last = Math.floor(Math.log10(to) + ROUNDING);
  const short = Math.log10(to / from) <= 3.01;
  const ticks: { at: number; isMajor: boolean }[] = [];
  for (let decade = first; decade <= last; decade++) {
    for (let mantissa = 1; mantissa < 10; mantissa++) {
      const at = mantissa * powerOfTen(decade);
      if (at >= from * (1 - ROUNDING) && at <= to * (1 + ROUNDING)) {
        ticks.push({ at, isMajor: mantissa === 1 || (short && (mantissa === 2 || mantissa === 5)) });
      }
    }
  }
  return ticks;
}

/** Ticks at 0, 50, 90, 99, 99.9 … up to the end of an axis. */
export function percentileTicks(oneIn: number): readonly Tick[] {
  const ticks: Tick[] = [
    { at: 0, label: "0%" },
    { at: 0.5, label: "50%" },
  ];
  for (let nines = 1; 10 ** nines <= oneIn * (1 + ROUNDING) && nines < 16; nines++) {
    ticks.push({
      at: 1 - 10 ** -nines,
      label: nines === 1 ? "90%" : nines === 2 ? "99%" : `99.${"9".repeat(nines - 2)}%`,
    });
  }
  return ticks;
}
