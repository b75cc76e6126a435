// Formats of moments, and ticks of time axes.

import type { Millis, Span } from "../data/model.ts";
import type { Tick } from "./scales.ts";
import { niceAtLeast } from "./scales.ts";

/** How moments are displayed: as time since the origin, or as wall-clock time. */
export type Clock =
  | { readonly kind: "elapsed" }
  | {
      readonly kind: "wall";
      /** The wall-clock time of the origin, in milliseconds since 1970. */
      readonly originEpoch: number;
      /** The offset to UTC. */
      readonly offsetMinutes: number;
    };

export const ELAPSED: Clock = { kind: "elapsed" };

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const STEPS: readonly Millis[] = [
  ...[1, 2, 5, 10, 15, 30].map((each) => each * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((each) => each * MINUTE),
  ...[1, 2, 3, 6, 12].map((each) => each * HOUR),
];
const MAX_TICKS = 40;
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** The clock of the browser's time zone. */
export function localClock(originEpoch: number): Clock {
  return { kind: "wall", originEpoch, offsetMinutes: -new Date(originEpoch).getTimezoneOffset() };
}

/**
 * Formats a moment.
 *
 * @param step the resolution; a millisecond if absent
 * @param span the span of the axis, whose format is used
 */
export function formatMoment(
  moment: Millis,
  clock: Clock,
  step = 1,
  span: Span = { from: moment, to: moment },
): string {
  if (!Number.isFinite(moment)) {
    return "–";
  }
  return clock.kind === "elapsed"
    ? stopwatch(moment, decimalsOf(step), longestOf(span))
    : onTheWall(moment, clock, step, false);
}

/** The title of a time axis: `time since start (min:s)`. */
export function momentTitle(span: Span, clock: Clock): string {
  if (clock.kind === "elapsed") {
    const longest = longestOf(span);
    return `time since start (${longest < 2 * MINUTE ? "seconds" : longest < HOUR ? "min:s" : "h:min:s"})`;
  }
  const sign = clock.offsetMinutes < 0 ? "−" : "+";
  const offset = Math.abs(clock.offsetMinutes);
  const zone = offset === 0 ? "UTC" : `UTC${sign}${Math.floor(offset / 60)}:${padded(offset % 60)}`;
  const [first, last] = [dateOf(span.from, clock), dateOf(span.to, clock)];
  return `time of day (${first === last ? first : `${first} to ${last}`}, ${zone})`;
}

/** Ticks at round times of the clock, not of the time since the start. */
export function timeTicks(span: Span, clock: Clock, most: number): readonly Tick[] {
  const length = span.to - span.from;
  if (!(length > 0) || !Number.isFinite(length)) {
    return [];
  }
  const step = stepFor(length / Math.max(1, Math.min(MAX_TICKS, most)));
  const midnight = clock.kind === "elapsed" ? 0 : -wallMillis(0, clock) % DAY;
  const longest = longestOf(span);
  const ticks: Tick[] = [];
  for (let i = Math.ceil((span.from - midnight) / step - 1e-9); ticks.length <= 2 * MAX_TICKS; i++) {
    const at = midnight + i * step;
    if (at > span.to + step * 1e-9) {
      break;
    }
    const label =
      clock.kind === "elapsed"
        ? stopwatch(at, decimalsOf(step), longest)
        : onTheWall(at, clock, step, length > 2 * DAY);
    ticks.push({ at, label });
  }
  return ticks;
}

function stepFor(least: Millis): Millis {
  if (least <= SECOND / 2) {
    return niceAtLeast(least);
  }
  return STEPS.find((each) => each >= least * (1 - 1e-9)) ?? DAY * Math.max(1, Math.round(niceAtLeast(least / DAY)));
}

function longestOf(span: Span): Millis {
  return Math.max(Math.abs(span.from), Math.abs(span.to));
}

function decimalsOf(step: Millis): number {
  return step >= SECOND ? 0 : Math.min(9, Math.max(0, Math.ceil(3 - Math.log10(step) - 1e-9)));
}

function stopwatch(moment: Millis, decimals: number, longest: Millis): string {
  const unit = 10 ** decimals;
  const seconds = Math.round((Math.abs(moment) / SECOND) * unit) / unit;
  const sign = moment < 0 && seconds > 0 ? "−" : "";
  if (longest < 2 * MINUTE) {
    return sign + seconds.toFixed(decimals);
  }
  const rest = (seconds % 60).toFixed(decimals).padStart(decimals === 0 ? 2 : decimals + 3, "0");
  const minutes = Math.floor(seconds / 60);
  return sign + (longest < HOUR ? `${minutes}:${rest}` : `${Math.floor(minutes / 60)}:${padded(minutes % 60)}:${rest}`);
}

type WallClock = Extract<Clock, { kind: "wall" }>;

/** Local milliseconds, in which each day begins at a multiple of 24 hours. */
function wallMillis(moment: Millis, clock: WallClock): number {
  return moment + clock.originEpoch + clock.offsetMinutes * MINUTE;
}

function onTheWall(moment: Millis, clock: WallClock, step: Millis, withDay: boolean): string {
  const decimals = decimalsOf(step);
  const unit = 10 ** (3 - decimals);
  const exact = Math.round(wallMillis(moment, clock) / unit) * unit;
  const date = new Date(Math.floor(exact));
  if (Number.isNaN(date.getTime())) {
    return "–";
  }
  const day = withDay ? `${MONTHS[date.getUTCMonth()]} ${date.getUTCDate()}` : "";
  if (step % DAY === 0) {
    return `${MONTHS[date.getUTCMonth()]} ${date.getUTCDate()}`;
  }
  const time = `${padded(date.getUTCHours())}:${padded(date.getUTCMinutes())}`;
  const seconds = (((exact % MINUTE) + MINUTE) % MINUTE) / SECOND;
  const rest =
    step % MINUTE === 0 ? "" : `:${seconds.toFixed(decimals).padStart(decimals === 0 ? 2 : decimals + 3, "0")}`;
  return `${day} ${time}${rest}`.trim();
}

function dateOf(moment: Millis, clock: WallClock): string {
  const date = new Date(wallMillis(moment, clock));
  return Number.isNaN(date.getTime()) ? "–" : date.toISOString().slice(0, 10);
}

function padded(number: number): string {
  return String(number).padStart(2, "0");
}
