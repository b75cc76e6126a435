import type { LogHeader } from "./logHeader.ts";

/** Units of time, as the power of ten of their nanoseconds. */
export const SECONDS = 9;
const MILLISECONDS = 6;
const MICROSECONDS = 3;
const NANOSECONDS = 0;

/** Units by the prefix of "seconds", with both characters of Unicode for micro. */
const UNIT_OF_PREFIX: ReadonlyMap<string, number> = new Map([
  ["", SECONDS],
  ["m", MILLISECONDS],
  ["milli", MILLISECONDS],
  ["u", MICROSECONDS],
  ["µ", MICROSECONDS],
  ["μ", MICROSECONDS],
  ["micro", MICROSECONDS],
  ["n", NANOSECONDS],
  ["nano", NANOSECONDS],
]);

/** How a log writes its times; units are powers of ten of nanoseconds. */
export interface Dialect {
  readonly startUnit: number;
  readonly lengthUnit: number;
  /** Whether the second column holds the end of an interval instead of its length. */
  readonly lengthIsEnd: boolean;
  /**
   * What the first column is relative to: the time in the header; 1970; or 1970 less the seconds of the base time, as
   * in hdrhistogram-go.
   */
  readonly zero: "header" | "epoch" | "epochLessBase";
}

/** The dialect of HdrHistogram's own writer. */
export const STANDARD: Dialect = { startUnit: SECONDS, lengthUnit: SECONDS, lengthIsEnd: false, zero: "header" };

const MAX_INTERVALS = 64;
/** Numbers of this size are seconds since 1970: dates from 1973 on. */
const DATE_SECONDS = 1e8;
const DAY_SECONDS = 24 * 3600;
/** Intervals of logs are shorter than 100 s, and mostly longer than 100 ms. */
const LONG_INTERVAL = 100;
/** If a log is ambiguous, lengths from this many seconds on are read as ends in milliseconds. */
const SUSPICIOUS_SECONDS = 600;
/** The allowed distance of an interval from the end of the one before it, as a fraction of its length. */
const NEAR = 0.05;
/** Two consecutive lines of a series with the same result are enough. */
const ENOUGH = 2;

/** The unit in which a number can be a date between 1973 and 5138; seconds for smaller numbers. */
export function unitOfDate(number: number): number {
  if (number < 1e11) {
    return SECONDS;
  }
  return number < 1e14 ? MILLISECONDS : number < 1e17 ? MICROSECONDS : NANOSECONDS;
}

export function unitName(unit: number): string {
  return { [SECONDS]: "seconds", [MILLISECONDS]: "milliseconds", [MICROSECONDS]: "microseconds" }[unit] ?? "nanoseconds";
}

/** The unit of time with a name, or null. */
export function unitOf(name: string): number | null {
  const prefix = /^(.*?)(?:s|sec|secs|second|seconds)$/.exec(name.toLowerCase())?.[1];
  return prefix === undefined ? null : (UNIT_OF_PREFIX.get(prefix) ?? null);
}

interface Row {
  readonly start: number;
  readonly length: number;
}

/** The lines of one tag. */
interface Series {
  last: Row | null;
  consecutiveEnds: number;
}

/** Detects from a log's header and first intervals how it writes its times, by the same rules as Takt's Java reader. */
export class DialectDetector {
  private readonly header: LogHeader;
  private readonly rows: Row[] = [];
  private readonly series = new Map<string | null, Series>();
  private lengths = 0;
  private ends = 0;
  private consecutiveEnds = 0;
  private either = 0;

  /** @param header with the comments read so far */
  constructor(header: LogHeader) {
    this.header = header;
  }

  /** Considers the numbers of a line, as written. */
  accept(tag: string | null, start: number, length: number): void {
    const row = { start, length };
    const of = this.series.get(tag) ?? { last: null, consecutiveEnds: 0 };
    this.series.set(tag, of);
    const before = of.last;
    of.last = row;
    this.rows.push(row);
    if (start >= DATE_SECONDS) {
      this.count(of, length >= start / 2, length < start / 2);
    } else if (length > 0 && length <= start) {
      this.lengths += ENOUGH; // as an end, it would not be after the start
    } else if (before !== null && start > before.start) {
      const near = NEAR * (start - before.start);
      this.count(of, Math.abs(before.length - start) <= near, Math.abs(before.start + before.length - start) <= near);
    }
  }

  private count(of: Series, isEnd: boolean, isLength: boolean): void {
    if (isEnd && isLength) {
      this.either++;
    } else if (isEnd) {
      this.ends++;
      this.consecutiveEnds = Math.max(this.consecutiveEnds, ++of.consecutiveEnds);
    } else {
      of.consecutiveEnds = 0;
      this.lengths += isLength ? 1 : 0;
    }
  }

  /** Whether more lines would not change the result. */
  get isDecided(): boolean {
    return (
      this.header.isTakts ||
      this.lengths >= ENOUGH ||
      this.consecutiveEnds >= ENOUGH ||
      this.rows.length >= MAX_INTERVALS
    );
  }

  /** The detected dialect. */
  get dialect(): Dialect {
    if (this.header.isTakts) {
      return STANDARD;
    }
    const lengthIsEnd = this.lengths === 0 && (this.ends > 0 || this.isEqualIfEnds());
    const { units } = this.header;
    const startUnit = units?.start ?? this.unit(lengthIsEnd);
    const lengthUnit = (lengthIsEnd ? null : units?.length) ?? startUnit;
    return { startUnit, lengthUnit, lengthIsEnd, zero: this.zero(startUnit) };
  }

  /**
   * Whether intervals are of one length if the column holds ends, though it could hold lengths: the first began at 0.
   * An ambiguous log is read as HdrHistogram's own format, unless its lengths would be too long.
   */
  private isEqualIfEnds(): boolean {
    const all = this.durations(true);
    const [shortest = 0] = all;
    const isLong = (all[all.length >> 1] ?? 0) >= SUSPICIOUS_SECONDS;
    return this.either > 0 && isLong && (all[all.length - 1] ?? 0) - shortest <= 2 * NEAR * shortest;
  }

  private durations(lengthIsEnd: boolean): number[] {
    return this.rows.map(({ start, length }) => (lengthIsEnd ? length - start : length)).sort((a, b) => a - b);
  }

  private unit(lengthIsEnd: boolean): number {
    const first = this.rows[0]?.start ?? 0;
    const ofDate = unitOfDate(first);
    if (ofDate !== SECONDS || first >= DATE_SECONDS) {
      return ofDate;
    }
    const all = this.durations(lengthIsEnd);
    const isLong = (all[all.length >> 1] ?? 0) >= LONG_INTERVAL;
    return isLong && (lengthIsEnd || this.header.scaledTime !== null) ? MILLISECONDS : SECONDS;
  }

  private zero(unit: number): Dialect["zero"] {
    const scale = 10 ** (unit - SECONDS);
    const date = (this.rows[0]?.start ?? 0) * scale;
    if (unit === SECONDS || date < DATE_SECONDS) {
      return "header";
    }
    const begin = this.header.begin?.seconds;
    const base = this.header.baseTimeOrStart?.seconds;
    if (begin === undefined || base === undefined) {
      return "epoch";
    }
    const earliest = begin - DAY_SECONDS;
    return date < earliest && date + base * scale >= earliest ? "epochLessBase" : "epoch";
  }

  /** What was detected, a sentence each. */
  get remarks(): string[] {
    const { startUnit, lengthIsEnd, zero } = this.dialect;
    const isSaid = this.header.units?.start != null;
    const remarks: string[] = [];
    if (!isSaid && startUnit !== SECONDS) {
      const less = zero === "epochLessBase" ? " less the base time's seconds" : "";
      remarks.push(`times read as ${unitName(startUnit)}${less} (if not: takt explore --times s)`);
    } else if (!isSaid && this.header.scaledTime !== null) {
      remarks.push(`${this.header.scaledTime}, time columns read as ${unitName(startUnit)}`);
    }
    if (lengthIsEnd) {
      remarks.push("lengths read as ends of intervals (if not: takt explore --no-length-is-end)");
    }
    return remarks;
  }
}
