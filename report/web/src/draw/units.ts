// Number formats for people.

import type { Nanos } from "../data/model.ts";

export type DurationUnit = "ns" | "µs" | "ms" | "s";

/** A fixed unit, or automatic choice. */
export type UnitChoice = DurationUnit | "auto";

export const UNITS: readonly DurationUnit[] = ["ns", "µs", "ms", "s"];

const NANOS: Readonly<Record<DurationUnit, number>> = { ns: 1, µs: 1e3, ms: 1e6, s: 1e9 };
const ROUNDING = 1e-9;
const NO_FIGURE = "–";
const MAX_DECIMALS = 12;

/** The greatest unit not longer than a duration; nanoseconds for less than 1 ns. */
export function unitFor(nanos: Nanos): DurationUnit {
  return [...UNITS].reverse().find((unit) => Math.abs(nanos) >= NANOS[unit] * (1 - ROUNDING)) ?? "ns";
}

/** Formats a duration with three digits and a unit, as the command line does: `45.6 ms`, `1.00 ms`. */
export function formatDuration(nanos: Nanos, choice: UnitChoice = "auto"): string {
  if (!Number.isFinite(nanos)) {
    return NO_FIGURE;
  }
  if (nanos === 0) {
    return choice === "auto" ? "0 ns" : `0 ${choice}`;
  }
  // Round first, then choose the unit: 999.9 µs rounds to 1 ms.
  const rounded = digits(nanos, 3);
  const unit = choice === "auto" ? unitFor(rounded) : choice;
  const figure = unit === "ns" ? rounded.toFixed(0) : threeDigits(rounded / NANOS[unit]);
  const [sign, whole] = figure.startsWith("-") ? ["−", figure.slice(1)] : ["", figure];
  return `${sign}${choice === "auto" ? whole : grouped(whole)} ${unit}`;
}

/** Formats a number that is not 0 with three significant digits, without an exponent. */
function threeDigits(value: number): string {
  const magnitude = Math.floor(Math.log10(Math.abs(value)) + ROUNDING);
  return value.toFixed(Math.min(MAX_DECIMALS, Math.max(0, 2 - magnitude)));
}

/** Formats a round number for an axis without rounding: `250 µs`; `0` has no unit. */
export function formatTick(nanos: Nanos, unit: DurationUnit): string {
  return nanos === 0 ? "0" : `${plain(digits(nanos / NANOS[unit], 9))} ${unit}`;
}

/** The unit with the shortest labels of an axis in total; decimals count twice, since they are hard to read. */
export function unitForTicks(ticks: readonly Nanos[], choice: UnitChoice = "auto"): DurationUnit {
  if (choice !== "auto") {
    return choice;
  }
  const length = (unit: DurationUnit) => ticks.reduce((sum, each) => sum + hardness(formatTick(each, unit)), 0);
  return UNITS.reduce((best, unit) => (length(unit) <= length(best) ? unit : best), "ns");
}

function hardness(label: string): number {
  return label.length + (/\.(\d+)/.exec(label)?.[1]?.length ?? 0);
}

/** `12,345`. */
export function formatCount(count: number): string {
  return Number.isFinite(count) ? grouped(count.toFixed(0)) : NO_FIGURE;
}

/** Formats a count with three digits and a suffix: `12.3k`. */
export function formatShort(count: number): string {
  if (!Number.isFinite(count)) {
    return NO_FIGURE;
  }
  const rounded = digits(count, 3);
  for (const [size, letter] of [
    [1e12, "T"],
    [1e9, "G"],
    [1e6, "M"],
    [1e3, "k"],
  ] as const) {
    if (Math.abs(rounded) >= size) {
      return plain(digits(rounded / size, 3)) + letter;
    }
  }
  return plain(rounded);
}

/** Formats a rate as the command line does: `2,500/s`, `99.16/s`, `0.5/s`. */
export function formatRate(perSecond: number): string {
  if (!Number.isFinite(perSecond)) {
    return NO_FIGURE;
  }
  const isShort = digits(perSecond, 4) === perSecond;
  return `${perSecond >= 1000 ? formatCount(perSecond) : isShort ? plain(perSecond) : perSecond.toPrecision(4)}/s`;
}

/** Formats a quantile from 0 to 1 with enough digits to distinguish it from its neighbours: `99.95%`. */
export function formatQuantile(quantile: number): string {
  if (!Number.isFinite(quantile)) {
    return NO_FIGURE;
  }
  if (quantile >= 1) {
    return "100%";
  }
  const above = 100 * (1 - Math.max(0, quantile));
  const decimals = Math.min(9, Math.max(0, 1 - Math.floor(Math.log10(above) + ROUNDING)));
  return `${stripped((100 * Math.max(0, quantile)).toFixed(decimals))}%`;
}

/** A percentile from 0 to 100 by its usual name: `p99.9`, `max`. */
export function formatPercentile(percentile: number): string {
  if (!Number.isFinite(percentile)) {
    return NO_FIGURE;
  }
  return percentile >= 100 ? "max" : `p${plain(digits(percentile, 9))}`;
}

/** Formats a ratio as its difference from one: `+23%`, `−4.5%`, `×12.5`. */
export function formatRatio(ratio: number): string {
  if (!Number.isFinite(ratio)) {
    return NO_FIGURE;
  }
  if (ratio >= 3) {
    return `×${plain(digits(ratio, 3))}`;
  }
  const percent = digits((ratio - 1) * 100, Math.abs(ratio - 1) < 0.0995 ? 2 : 3);
  return `${percent > 0 ? "+" : ""}${plain(percent)}%`;
}

function digits(value: number, count: number): number {
  return Number(value.toPrecision(count));
}

/** Formats a number without an exponent, with grouped thousands. */
function plain(value: number): string {
  const magnitude = value === 0 ? 0 : Math.floor(Math.log10(Math.abs(value)));
  const decimals = Math.min(MAX_DECIMALS, Math.max(0, 8 - magnitude));
  return grouped(stripped(Math.abs(value).toFixed(decimals)), value < 0);
}

function stripped(figure: string): string {
  return figure.includes(".") ? figure.replace(/\.?0+$/, "") : figure;
}

function grouped(figure: string, negative = false): string {
  const [whole = "", fraction] = figure.split(".");
  const parted = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  return (negative ? "−" : "") + parted + (fraction === undefined ? "" : `.${fraction}`);
}
