import { SECONDS, STANDARD, unitName, unitOf, unitOfDate, type Dialect } from "./dialect.ts";
import { excerpt } from "./excerpt.ts";
import { A_YEAR, inUnit, isBefore, isInRange, plus, timeOf, ZERO, type Stamp } from "./logTime.ts";
import { Malformed } from "./malformed.ts";

const TIME_COMMENT = /^#\s*\[\s*(StartTime|BaseTime):\s*([^\s\]]*)/i;
const VERSION = /^#\[Histogram log format version ([^\]]*)\]/;
const UNIT = /^#\[Unit: ([^\]]*)\]/;
const SEVERAL_UNITS = /^#\s*\[?\s*units?\s*:(.*)/i;
const UNIT_OF = /([^=;,]+)[=:]\s*(\p{L}+)/gu;
const TAKTS = "#[Takt ";
const CORRECTED = "#[Corrected: ";
const KNOWN_VERSION = /^1\.(0|01|1|2|3)$/;
const UNITS: Readonly<Record<string, number>> = {
  nanoseconds: 1,
  microseconds: 1e3,
  milliseconds: 1e6,
  seconds: 1e9,
};

/** What the comments of a log say about the intervals that follow: from when their times count, what their unit is. */
export class LogHeader {
  private startTime: Stamp | null = null;
  private baseTime: Stamp | null = null;
  private first: Stamp | null = null;
  private base: Stamp | null = null;
  private dialect = STANDARD;
  /** The units of the columns, in digits of nanoseconds, if the log says them. */
  units: { readonly start: number | null; readonly length: number | null } | null = null;
  /** Which of the header's times is in a smaller unit than seconds, and in which, if one is. */
  scaledTime: string | null = null;
  /** Whether Takt wrote the log. */
  isTakts = false;
  /** Nanoseconds that a value of 1 stands for, if the log says it. */
  unit: number | null = null;
  /** How the values were corrected for coordinated omission, if they were. */
  estimate: string | null = null;

  /**
   * Takes in a comment.
   *
   * @throws Malformed if it should say something and does not; what it said before holds
   */
  accept(comment: string): void {
    const time = TIME_COMMENT.exec(comment);
    if (time !== null) {
      this.acceptTime(time[1] ?? "", time[2] ?? "");
      return;
    }
    const unit = UNIT.exec(comment);
    if (unit !== null) {
      this.unit = UNITS[(unit[1] ?? "").trim()] ?? null;
      return;
    }
    if (comment.startsWith(CORRECTED)) {
      this.estimate = excerpt(comment.slice(CORRECTED.length).replace(/]\s*$/, ""));
      return;
    }
    const several = SEVERAL_UNITS.exec(comment)?.[1];
    if (several !== undefined) {
      this.acceptUnits(several);
      return;
    }
    this.isTakts ||= comment.startsWith(TAKTS);
    const version = VERSION.exec(comment)?.[1];
    if (version !== undefined && !KNOWN_VERSION.test(version)) {
      throw new Malformed(`format version ${excerpt(version)} is not known; read as if it were 1.3`);
    }
  }

  /** NoSQLBench says the units of all columns in a comment. */
  private acceptUnits(text: string): void {
    let start: number | null = null;
    let length: number | null = null;
    for (const [, what = "", unit = ""] of text.matchAll(UNIT_OF)) {
      const column = what.toLowerCase();
      if (column.includes("max")) {
        continue; // the column of maxima is not used
      }
      if (column.includes("start")) {
        start = unitOf(unit);
      } else if (column.includes("length")) {
        length = unitOf(unit);
      } else if (column.includes("value") || column.includes("histogram")) {
        const digits = unitOf(unit);
        this.unit = digits === null ? null : 10 ** digits;
      }
    }
    this.units = start === null && length === null ? this.units : { start, length };
  }

  private acceptTime(what: string, text: string): void {
    const scale = unitOfDate(Number(text));
    const time = timeOf(what, text, scale);
    if (scale !== SECONDS) {
      this.scaledTime = `${what} in ${unitName(scale)}`;
    }
    if (what.toLowerCase() === "basetime") {
      this.baseTime = time;
    } else {
      this.startTime = time;
      this.first ??= time;
    }
    this.base = null;
  }

  /** Says how the intervals to come write their times. */
  use(dialect: Dialect): void {
    this.dialect = dialect;
    this.base = null;
  }

  /** The base time, or else the start time, if the log says one. */
  get baseTimeOrStart(): Stamp | null {
    return this.baseTime ?? this.startTime;
  }

  /** The start time, or else the base time, if the log says one. */
  get begin(): Stamp | null {
    return this.startTime ?? this.baseTime;
  }

  /** The moment of a stamp as it stands in a line, from 1970 on as far as the log knows it. */
  moment(stamp: Stamp): Stamp {
    this.base ??= this.baseFor(stamp);
    const moment = plus(this.base, stamp);
    if (!isInRange(moment)) {
      throw new Malformed("the time is out of range");
    }
    this.first ??= moment;
    return moment;
  }

  /** A stamp that is more than a year less than the start time is relative to it (HdrHistogram's rule). */
  private baseFor(stamp: Stamp): Stamp {
    const { zero, startUnit } = this.dialect;
    if (zero !== "header") {
      const base = this.baseTimeOrStart;
      return zero === "epoch" || base === null ? ZERO : inUnit(base, startUnit);
    }
    if (this.baseTime !== null) {
      return this.baseTime;
    }
    return this.startTime !== null && isBefore(plus(stamp, A_YEAR), this.startTime) ? this.startTime : ZERO;
  }

  /** The log's first start time, or else its first interval: from there, moments count. */
  get start(): Stamp | null {
    return this.first;
  }
}
