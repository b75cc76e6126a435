import { excerpt } from "./excerpt.ts";
import { A_YEAR, isBefore, isInRange, plus, timeOf, ZERO, type Stamp } from "./logTime.ts";
import { Malformed } from "./malformed.ts";

const TIME_COMMENT = /^#\[(StartTime|BaseTime):\s*([^\s\]]*)/;
const VERSION = /^#\[Histogram log format version ([^\]]*)\]/;
const UNIT = /^#\[Unit: ([^\]]*)\]/;
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
    const version = VERSION.exec(comment)?.[1];
    if (version !== undefined && !KNOWN_VERSION.test(version)) {
      throw new Malformed(`format version ${excerpt(version)} is not known; read as if it were 1.3`);
    }
  }

  private acceptTime(what: string, text: string): void {
    const time = timeOf(what, text);
    if (what === "BaseTime") {
      this.baseTime = time;
    } else {
      this.startTime = time;
      this.first ??= time;
    }
    this.base = null;
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
