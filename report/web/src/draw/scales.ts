// Where values lie along an axis. What is beyond an end lies at the end.

import type { Millis } from "../data/model.ts";
import type { Scale } from "./charts.ts";

/** A mark of an axis; without a label it is a faint line in between. */
export interface Tick {
  readonly at: number;
  readonly label: string;
}

export type { Scale };

const ROUNDING = 1e-9;
/** Less than that is nothing. */
const LEAST = 1e-9;
const MANTISSAS = [1, 2, 5, 10];

/** A range of values, and the pixels of its two ends. */
export interface Range {
  readonly from: number;
  readonly to: number;
  readonly start: number;
  readonly end: number;
}

/** Each unit is as long as the next. A range without length gets one. */
export function linearScale(range: Range): Scale {
  const { from, to } = widened(range.from, range.to);
  return scaleOf(
    range,
    (value) => (value - from) / (to - from),
    (part) => from + part * (to - from),
  );
}

/** Moments are as far from each other as they were in time. */
export function timeScale(from: Millis, to: Millis, start: number, end: number): Scale {
  return to > from
    ? linearScale({ from, to, start, end })
    : linearScale({ from: from - 500, to: from + 500, start, end });
}

/** Each factor of ten is as long as the next. Values of 0 and less lie at the start. */
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
 * Quantiles, spread so that each further nine is as long as the one before, as Gil Tene's HdrHistogram plotter has
 * them: q lies at the logarithm of 1 / (1 - q).
 *
 * @param oneIn what the end stands for: the quantile that one in so many values exceeds
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

/** The greatest of them that is not more. */
export function niceAtMost(value: number): number {
  const decade = decadeOf(value);
  return ([...MANTISSAS].reverse().find((each) => each * decade <= value * (1 + ROUNDING)) ?? 1) * decade;
}

/** The power of ten at or below, give or take a rounding. */
function decadeOf(value: number): number {
  return powerOfTen(Math.floor(Math.log10(value) + ROUNDING));
}

/** Parsed, since `10 ** -5` is 0.000010000000000000001. */
export function powerOfTen(exponent: number): number {
  return Number(`1e${exponent}`);
}

/** About so many round numbers from 0 up to one that is not less than a maximum. */
export function linearTicks(max: number, about: number): readonly number[] {
  if (!(max > LEAST) || !Number.isFinite(max)) {
    return [0, 1];
  }
  const step = niceAtLeast(max / Math.max(1, about));
  const steps = Math.max(1, Math.ceil((max / step) * (1 - ROUNDING)));
  return Array.from({ length: steps + 1 }, (_, i) => Number((i * step).toPrecision(12)));
}

/** A multiple of each power of ten from 1 to 9 that lies in a range, and whether it should be written. */
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

/** 0, 50, 90, 99, 99.9 … as far as an axis goes that ends at one in so many. */
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
