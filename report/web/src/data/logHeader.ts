import { SECONDS, STANDARD, unitName, unitOf, unitOfDate, type Dialect } from "./dialect.ts";
import { truncated } from "./truncated.ts";
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

/** The state set by a log's comments for the intervals that follow: the start and base times, and the units. */
export class LogHeader {
  private startTime: Stamp | null = null;
  private baseTime: Stamp | null = null;
  private first: Stamp | null = null;
  private base: Stamp | null = null;
  private dialect = STANDARD;
  /** The units of the columns, as powers of ten of nanoseconds, if the log says them. */
  units: { readonly start: number | null; readonly length: number | null } | null = null;
  /** The header's time that is in a smaller unit than seconds, with its unit, if there is one. */
  scaledTime: string | null = null;
  /** Whether Takt wrote the log. */
  isTakts = false;
  /** Nanoseconds per unit of recorded values, if the log says it. */
  unit: number | null = null;
  /** How the values were corrected for coordinated omission, if they were. */
  estimate: string | null = null;

  /**
   * Processes a comment.
   *
   * @throws Malformed if a known comment has no valid value; the previous value stays
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
      this.estimate = truncated(comment.slice(CORRECTED.length).replace(/]\s*$/, ""));
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
      throw new Malformed(`unknown format version ${truncated(version)}; read as version 1.3`);
    }
  }

  /** NoSQLBench writes the units of all columns into a comment. */
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

  /** Sets the dialect of the following intervals. */
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

  /** Converts a stamp of a line to the time since 1970, if the log has a date. */
  moment(stamp: Stamp): Stamp {
    this.base ??= this.baseFor(stamp);
    const moment = plus(this.base, stamp);
    if (!isInRange(moment)) {
      throw new Malformed("the time is out of range");
    }
    this.first ??= moment;
    return moment;
  }

  /** A stamp more than a year before the start time is relative to it (HdrHistogram's rule). */
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

  /** The origin of times: the log's first start time, or else its first interval. */
  get start(): Stamp | null {
    return this.first;
  }
}
