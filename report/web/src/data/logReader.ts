import { ByteWriter } from "./bytes.ts";
import { DialectDetector, type Dialect } from "./dialect.ts";
import { HistogramDecoder } from "./encoding.ts";
import { LogHeader } from "./logHeader.ts";
import { numberOf, readLine, stampOf, startsWith, type LogLine } from "./logLine.ts";
import { isBefore, millisBetween, minus, ZERO, type Stamp } from "./logTime.ts";
import { Malformed } from "./malformed.ts";
import type { Pack } from "./pack.ts";
import { PackBuilder } from "./packBuilder.ts";
import { textOf } from "./text.ts";

const NEW_LINE = 10;
const MAX_LINE = 1 << 24;
const MAX_LISTED_PROBLEMS = 100;
const CUT_OFF = "the log is cut off in this line: ";
const LINES_PER_CLOCK_CHECK = 64;
/** The bytes that are examined to detect how a log writes its times. */
const LOOKAHEAD = 1 << 22;
const UTF_8 = new TextDecoder("utf-8", { ignoreBOM: true });

/** The name of an empty tag, because "" stands for no tag. */
export const EMPTY_TAG = "(empty)";

interface Series {
  readonly tag: number;
  readonly bytes: Uint8Array | null;
  lastStart: Stamp | null;
  doubles: boolean | null;
}

/** Reads the lines of a log in order, because comments change the meaning of times in later lines. */
export class LogReader {
  readonly name: string;
  readonly header = new LogHeader();
  /** What was detected about how the log writes its times, a sentence each. */
  readonly inferred: readonly string[];
  private readonly dialect: Dialect;
  private readonly text: Uint8Array;
  private readonly decoder = new HistogramDecoder();
  private readonly counts: ByteWriter;
  private readonly builder = new PackBuilder(new Uint8Array(0), [], []);
  private readonly listed: string[] = [];
  private readonly series = new Map<string, Series>();
  private recent: readonly Series[] = [];
  private more = 0;
  private lost = 0;
  private at = 0;
  private line = 1;

  constructor(name: string, text: Uint8Array) {
    this.name = name;
    this.text = text;
    const detector = this.detector();
    this.dialect = detector.dialect;
    this.inferred = detector.remarks.map((remark) => `${name}: ${remark}`);
    this.header.use(this.dialect);
    this.counts = new ByteWriter(Math.min(1 << 24, (text.length >> 2) + 1024));
  }

  /** Examines the first lines. */
  private detector(): DialectDetector {
    const { text } = this;
    const header = new LogHeader();
    const detector = new DialectDetector(header);
    const last = Math.min(text.length, LOOKAHEAD);
    for (let at = this.at; at < last && !detector.isDecided; ) {
      const feed = text.indexOf(NEW_LINE, at);
      const end = feed < 0 ? text.length : feed;
      const [from, to] = this.trimmed(at, end);
      try {
        if (startsWith(text, from, to, "#")) {
          header.accept(UTF_8.decode(text.subarray(from, to)));
        } else if (from < to && !startsWith(text, from, to, '"') && to - from <= MAX_LINE) {
          const line = readLine(text, from, to);
          const tag = line.tag === null ? null : textOf(text.subarray(...line.tag));
          detector.accept(tag, numberOf(text, line.start), numberOf(text, line.length));
        }
      } catch (e) {
        if (!(e instanceof Malformed)) {
          throw e;
        } // reported when the line is read
      }
      at = end + 1;
    }
    return detector;
  }

  /** The fraction that has been read, from 0 to 1. */
  get part(): number {
    return this.text.length === 0 ? 1 : this.at / this.text.length;
  }

  /** The wall-clock time of the origin, milliseconds since 1970. */
  get originEpoch(): number {
    return millisBetween(ZERO, this.header.start ?? ZERO);
  }

  /**
   * Continues reading.
   *
   * @param deadline when to pause, on the clock of `performance.now()`
   * @return whether the log has been read completely
   */
  readUntil(deadline: number): boolean {
    const { text } = this;
    for (let lines = 0; this.at < text.length; lines++) {
      if (lines % LINES_PER_CLOCK_CHECK === LINES_PER_CLOCK_CHECK - 1 && performance.now() > deadline) {
        return false;
      }
      const end = text.indexOf(NEW_LINE, this.at);
      const whole = end >= 0;
      this.readLine(this.at, whole ? end : text.length, whole);
      this.at = whole ? end + 1 : text.length;
      this.line++;
    }
    return true;
  }

  /** @param damage why the text ended early, if it did */
  end(damage: string | null): void {
    if (damage !== null) {
      this.lost++;
      this.addProblem(this.line, damage);
    }
  }

  pack(): Pack {
    return this.builder.build(this.counts.view());
  }

  /** The problems of the log, a sentence each. */
  problems(intervals: number): string[] {
    const all = [...this.listed];
    if (this.more > 0) {
      all.push(`${this.name}: and ${this.more} more lines have problems`);
    }
    if (intervals === 0) {
      all.unshift(`${this.name}: ${this.whyNothing()}`);
    }
    return all;
  }

  private whyNothing(): string {
    if (this.text.length === 0 && this.lost === 0) {
      return "the file is empty";
    }
    if (this.lost === 0) {
      return "it has a header but no interval";
    }
    return "it has no readable interval; is it an HdrHistogram interval log?";
  }

  private readLine(from: number, end: number, whole: boolean): void {
    const { text } = this;
    const [start, to] = this.trimmed(from, end);
    if (start === to || startsWith(text, start, to, '"StartTimestamp"')) {
      return;
    }
    try {
      if (startsWith(text, start, to, "#")) {
        this.header.accept(UTF_8.decode(text.subarray(start, to)));
      } else {
        this.interval(start, to);
      }
    } catch (e) {
      if (!(e instanceof Malformed)) {
        throw e;
      }
      const comment = text[start] === 0x23;
      this.lost += comment ? 0 : 1;
      this.addProblem(this.line, (whole || comment ? "" : CUT_OFF) + e.message);
    }
  }

  private trimmed(from: number, end: number): readonly [from: number, to: number] {
    const { text } = this;
    let start = startsWithMark(text, from) ? Math.min(from + 3, end) : from;
    let to = end;
    while (start < to && isBlank(text[start] as number)) {
      start++;
    }
    while (to > start && isBlank(text[to - 1] as number)) {
      to--;
    }
    return [start, to];
  }

  private interval(from: number, to: number): void {
    if (to - from > MAX_LINE) {
      throw new Malformed("a line of more than 16 MB is not an interval");
    }
    const line = readLine(this.text, from, to);
    const series = this.seriesOf(line);
    if (line.remark !== null) {
      this.addProblem(this.line, line.remark);
    }
    const stamp = stampOf(this.text, "start", line.start, this.dialect.startUnit);
    const length = this.length(line, stamp);
    const begin = this.begin(stamp, series);
    this.requireLike(line, series);
    const decoded = this.decoder.base64(this.text, line.from, line.to);
    const at = this.counts.size;
    this.counts.bytes(decoded.bytes);
    const millis = millisBetween(ZERO, length);
    this.builder.add(series.tag, decoded.layout, begin, millis, decoded.size, at, this.counts.size);
  }

  private length(line: LogLine, start: Stamp): Stamp {
    const { lengthUnit, lengthIsEnd } = this.dialect;
    const lengthOrEnd = stampOf(this.text, "length", line.length, lengthUnit);
    const length = lengthIsEnd ? minus(lengthOrEnd, start) : lengthOrEnd;
    if (length.seconds < 0) {
      throw new Malformed(lengthIsEnd ? "the interval ends before it starts" : "the interval has a negative length");
    }
    return length;
  }

  /** The begin of an interval, in milliseconds since the origin. */
  private begin(stamp: Stamp, series: Series): number {
    const start = this.header.moment(stamp);
    if (series.lastStart !== null && isBefore(start, series.lastStart)) {
      const back = (millisBetween(start, series.lastStart) / 1000).toFixed(3);
      this.addProblem(this.line, `out of order: starts ${back} s before the interval above it`);
    }
    series.lastStart = start;
    return millisBetween(this.header.start ?? start, start);
  }

  /** Doubles and integers have no common slots and cannot be added: the first histogram of a series decides. */
  private requireLike(line: LogLine, series: Series): void {
    const doubles = this.text[line.from] === 0x44;
    series.doubles ??= doubles;
    if (series.doubles !== doubles) {
      const [kind, others] = doubles ? ["doubles", "integers"] : ["integers", "doubles"];
      throw new Malformed(`a histogram of ${kind} cannot be added to the preceding ones of ${others}`);
    }
  }

  /** The series of a tag; a repeated tag is found by its bytes, without creating a string. */
  private seriesOf(line: LogLine): Series {
    for (const each of this.recent) {
      if (this.hasTag(line, each)) {
        return each;
      }
    }
    const bytes = line.tag === null ? null : this.text.slice(line.tag[0], line.tag[1]);
    const name = bytes === null ? "" : bytes.length === 0 ? EMPTY_TAG : textOf(bytes);
    let series = this.series.get(name);
    if (series === undefined) {
      series = { tag: this.builder.tags.push(name) - 1, bytes, lastStart: null, doubles: null };
      this.series.set(name, series);
    }
    this.recent = [series, ...this.recent.slice(0, 15)];
    return series;
  }

  private hasTag({ tag }: LogLine, { bytes }: Series): boolean {
    if (tag === null || bytes === null) {
      return tag === null && bytes === null;
    }
    const length = tag[1] - tag[0];
    if (length !== bytes.length) {
      return false;
    }
    for (let i = 0; i < length; i++) {
      if (bytes[i] !== this.text[tag[0] + i]) {
        return false;
      }
    }
    return true;
  }

  private addProblem(line: number, reason: string): void {
    if (this.listed.length < MAX_LISTED_PROBLEMS) {
      this.listed.push(`${this.name}:${line}: ${reason}`);
    } else {
      this.more++;
    }
  }
}

function isBlank(byte: number): boolean {
  return byte === 32 || byte === 9 || byte === 13;
}

/** Whether a byte-order mark is at a position; it is not part of the line, also between concatenated files. */
function startsWithMark(text: Uint8Array, at: number): boolean {
  return text[at] === 0xef && text[at + 1] === 0xbb && text[at + 2] === 0xbf;
}
