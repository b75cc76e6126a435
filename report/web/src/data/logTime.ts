import { Malformed } from "./malformed.ts";
import { truncated } from "./truncated.ts";

// Times in logs: decimal seconds. They are parsed digit by digit instead of as doubles, whose rounding would move some
// times to the millisecond before.

/** A time since 1970 or a log's base: whole seconds, rounded down, and the remaining nanoseconds. */
export interface Stamp {
  readonly seconds: number;
  readonly nanos: number;
}

const NANOS = 1_000_000_000;
const NANO_DIGITS = 9;
const MAX_SECONDS = 9_223_372_035;
const TIME = /^(-?)(\d{1,20})(?:\.(\d{0,12}))?(?:[eE]\+?(\d{1,2}))?$/;

export const ZERO: Stamp = { seconds: 0, nanos: 0 };

/** Times later than a year after 1970 are dates; earlier ones are relative to 0. */
export const A_YEAR: Stamp = { seconds: 365 * 24 * 3600, nanos: 0 };

/** Whether a range of the text is a plain decimal number such as `12.345`. */
export function isPlain(text: Uint8Array, from: number, to: number): boolean {
  let at = from;
  while (at < to && isDigit(text[at] as number)) {
    at++;
  }
  if (at === from || text[at] !== 46 || at + 1 >= to) {
    return false;
  }
  at++;
  while (at < to && isDigit(text[at] as number)) {
    at++;
  }
  return at === to;
}

/** Parses a plain decimal number of seconds such as `12.345`; null for anything else. */
export function plainTime(text: Uint8Array, from: number, to: number): Stamp | null {
  let at = from;
  let seconds = 0;
  while (at < to && isDigit(text[at] as number)) {
    seconds = seconds * 10 + (text[at++] as number) - 48;
  }
  if (at === from || at - from > 10 || text[at] !== 46 || at >= to) {
    return null;
  }
  const decimals = to - ++at;
  if (decimals === 0 || decimals > NANO_DIGITS) {
    return null;
  }
  let nanos = 0;
  while (at < to && isDigit(text[at] as number)) {
    nanos = nanos * 10 + (text[at++] as number) - 48;
  }
  if (at < to || seconds > MAX_SECONDS) {
    return null;
  }
  for (let i = decimals; i < NANO_DIGITS; i++) {
    nanos *= 10;
  }
  return { seconds, nanos };
}

function isDigit(byte: number): boolean {
  return byte >= 48 && byte <= 57;
}

/**
 * Parses any number, rounded to the nearest nanosecond.
 *
 * @param what the name of the time, for the message
 * @param unit its unit as a power of ten of nanoseconds: 9 for seconds
 */
export function timeOf(what: string, text: string, unit = NANO_DIGITS): Stamp {
  const match = TIME.exec(text);
  if (match === null) {
    throw new Malformed(`the ${what} is not a time in seconds: "${truncated(text)}"`);
  }
  const decimals = match[3] ?? "";
  const scaled = 2n * BigInt((match[2] ?? "") + decimals) * 10n ** BigInt(unit + Number(match[4] ?? 0));
  const fraction = 10n ** BigInt(decimals.length);
  const length = (scaled + fraction) / (2n * fraction);
  const nanos = match[1] === "-" ? -length : length;
  const rest = ((nanos % BigInt(NANOS)) + BigInt(NANOS)) % BigInt(NANOS);
  const stamp = { seconds: Number((nanos - rest) / BigInt(NANOS)), nanos: Number(rest) };
  if (Math.abs(stamp.seconds) > MAX_SECONDS) {
    throw new Malformed(`a time of ${text} s is out of range`);
  }
  return stamp;
}

/** Reinterprets a number of seconds in a smaller unit: `1700000000` as milliseconds, for example. */
export function inUnit({ seconds, nanos }: Stamp, unit: number): Stamp {
  const whole = BigInt(seconds) * BigInt(NANOS) + BigInt(nanos);
  const scaled = whole / 10n ** BigInt(NANO_DIGITS - unit);
  return { seconds: Number(scaled / BigInt(NANOS)), nanos: Number(scaled % BigInt(NANOS)) };
}

/** The difference of two times. */
export function minus(a: Stamp, b: Stamp): Stamp {
  const nanos = a.nanos - b.nanos;
  const borrow = nanos < 0 ? 1 : 0;
  return { seconds: a.seconds - b.seconds - borrow, nanos: nanos + borrow * NANOS };
}

export function plus(a: Stamp, b: Stamp): Stamp {
  const nanos = a.nanos + b.nanos;
  const carry = nanos >= NANOS ? 1 : 0;
  return { seconds: a.seconds + b.seconds + carry, nanos: nanos - carry * NANOS };
}

export function isBefore(a: Stamp, b: Stamp): boolean {
  return a.seconds < b.seconds || (a.seconds === b.seconds && a.nanos < b.nanos);
}

/** The milliseconds between two times. */
export function millisBetween(from: Stamp, to: Stamp): number {
  return (to.seconds - from.seconds) * 1000 + (to.nanos - from.nanos) / 1e6;
}

export function isInRange(stamp: Stamp): boolean {
  return Math.abs(stamp.seconds) <= MAX_SECONDS;
}
