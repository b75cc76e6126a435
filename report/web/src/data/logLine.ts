import { SECONDS } from "./dialect.ts";
import { truncated } from "./truncated.ts";
import { isPlain, plainTime, timeOf, type Stamp } from "./logTime.ts";
import { Malformed } from "./malformed.ts";

/** A parsed interval line; positions are those of the whole text. */
export interface LogLine {
  /** The position of the tag; null if the line has none, which differs from an empty one. */
  readonly tag: readonly [from: number, to: number] | null;
  /** The positions of the two time columns. */
  readonly start: readonly [from: number, to: number];
  readonly length: readonly [from: number, to: number];
  /** The position of the histogram's Base64. */
  readonly from: number;
  readonly to: number;
  /** A problem of the line that does not prevent reading it, or null. */
  readonly remark: string | null;
}

const COMMA = 44;
const TAG = "Tag=";
/** The maximum length of the text before a histogram, which bounds the time for garbage. */
const MAX_HEAD = 2048;
/** How many occurrences of "HIST" are tried, as a tag may contain it too. */
const CANDIDATES = 8;
const DECIMAL_COMMAS = /^(?:Tag=.*,)?-?\d+,\d{3},\d+,\d{3},\d+,\d{3},$/;

export function startsWith(text: Uint8Array, from: number, to: number, prefix: string): boolean {
  for (let i = 0; i < prefix.length; i++) {
    if (from + i >= to || text[from + i] !== prefix.charCodeAt(i)) {
      return false;
    }
  }
  return true;
}

function comma(text: Uint8Array, from: number, to: number): number {
  let at = from;
  while (at < to && text[at] !== COMMA) {
    at++;
  }
  return at;
}

/**
 * Parses a line: `[Tag=TAG,]START,LENGTH,MAX,HISTOGRAM`. The column of maxima is redundant and ignored.
 *
 * @throws Malformed if it is not an interval
 */
export function readLine(text: Uint8Array, from: number, to: number): LogLine {
  const tagged = startsWith(text, from, to, TAG);
  const tagEnd = tagged ? comma(text, from + TAG.length, to) : from - 1;
  const startEnd = comma(text, tagEnd + 1, to);
  const lengthEnd = comma(text, startEnd + 1, to);
  const maxEnd = comma(text, lengthEnd + 1, to);
  if (maxEnd < to && isPayload(text, maxEnd + 1, to)) {
    if (isPlain(text, tagEnd + 1, startEnd) && isPlain(text, startEnd + 1, lengthEnd)) {
      const tag = tagged ? ([from + TAG.length, tagEnd] as const) : null;
      return {
        tag,
        start: [tagEnd + 1, startEnd],
        length: [startEnd + 1, lengthEnd],
        from: maxEnd + 1,
        to,
        remark: null,
      };
    }
  }
  return readLenient(text, from, to);
}

/**
 * Parses a time in a range of the text.
 *
 * @param what the name of the column, for messages
 * @param unit its unit as a power of ten of nanoseconds
 */
export function stampOf(text: Uint8Array, what: "start" | "length", [from, to]: LogLine["start"], unit: number): Stamp {
  const plain = unit === SECONDS ? plainTime(text, from, to) : null;
  return plain ?? timeOf(what, latin1(text, from, to), unit);
}

/** Parses a number in a range of the text. */
export function numberOf(text: Uint8Array, [from, to]: LogLine["start"]): number {
  return Number(latin1(text, from, to));
}

/** Whether the range may be a histogram in the last column. */
function isPayload(text: Uint8Array, from: number, to: number): boolean {
  const begins = startsWith(text, from, to, "HIST") || startsWith(text, from, to, "DHIST");
  return begins && comma(text, from, to) === to;
}

/** Parses a line that differs from the format of HdrHistogram's writer, if its meaning is unambiguous. */
function readLenient(text: Uint8Array, from: number, to: number): LogLine {
  const line = latin1(text, from, to);
  if (/^\0*$/.test(line)) {
    throw new Malformed(`${line.length} NUL bytes, as after a power failure`);
  }
  let at = line.indexOf("HIST");
  for (let i = 0; i < CANDIDATES && at > 0 && at <= MAX_HEAD; i++) {
    const payload = line[at - 1] === "D" ? at - 1 : at;
    const head = line.slice(0, payload);
    if (DECIMAL_COMMAS.test(head)) {
      throw new Malformed("the numbers have decimal commas instead of decimal points");
    }
    const columns = columnsBefore(head);
    if (columns !== null) {
      return lenientLine(columns, line, from, payload);
    }
    at = line.indexOf("HIST", at + 1);
  }
  throw unexpected(line);
}

/** Decodes each byte as one character, so that positions are preserved. */
function latin1(text: Uint8Array, from: number, to: number): string {
  let result = "";
  for (let at = from; at < to; at += 4096) {
    result += String.fromCharCode(...text.subarray(at, Math.min(at + 4096, to)));
  }
  return result;
}

interface Columns {
  readonly tagEnd: number;
  /** The positions of the numbers. */
  readonly start: readonly [from: number, to: number];
  readonly length: readonly [from: number, to: number];
}

/** Parses the text before a histogram from its end: three numbers, and optionally a tag before them. */
function columnsBefore(head: string): Columns | null {
  const max = tokenBefore(head, head.length);
  const length = max < 0 ? -1 : tokenBefore(head, max);
  const start = length < 0 ? -1 : tokenBefore(head, length);
  if (start < 0) {
    return null;
  }
  const tagEnd = start === 0 ? 0 : separatorBefore(head, start);
  return { tagEnd, start: token(head, start), length: token(head, length) };
}

/** The begin of the number before a position, followed by a separator; -1 if there is none. */
function tokenBefore(text: string, to: number): number {
  const end = separatorBefore(text, to);
  let at = end;
  while (at > 0 && isNumeric(text[at - 1] ?? "")) {
    at--;
  }
  const alone = at === 0 || separatorBefore(text, at) < at;
  return end < to && at < end && alone ? at : -1;
}

/** The begin of a separator before a position: white space with at most one comma. */
function separatorBefore(text: string, to: number): number {
  let at = to;
  let comma = false;
  while (at > 0) {
    const c = text[at - 1] ?? "";
    if (!isWhite(c) && (c !== "," || comma)) {
      break;
    }
    at--;
    comma ||= c === ",";
  }
  return at;
}

function token(text: string, from: number): readonly [number, number] {
  let to = from;
  while (to < text.length && isNumeric(text[to] ?? "")) {
    to++;
  }
  return [from, to];
}

function isNumeric(c: string): boolean {
  return /[0-9.+\-Ee]/.test(c);
}

function isWhite(c: string): boolean {
  return /[\t-\r\x1c-\x20]/.test(c);
}

function lenientLine(columns: Columns, line: string, from: number, payload: number): LogLine {
  const length = line.slice(payload).search(/[, \t-\r]/);
  const to = length < 0 ? line.length : payload + length;
  const tail = line.slice(to);
  if (tail.includes("HIST")) {
    throw new Malformed("two lines are joined: the line has a second histogram");
  }
  const blank = /^[\t-\r\x1c-\x20]*$/.test(tail);
  return {
    tag: tagIn(line.slice(0, columns.tagEnd), line, from),
    start: [from + columns.start[0], from + columns.start[1]],
    length: [from + columns.length[0], from + columns.length[1]],
    from: from + payload,
    to: from + to,
    remark: blank ? null : `unexpected text after the histogram: "${truncated(tail)}"`,
  };
}

function tagIn(head: string, line: string, from: number): LogLine["tag"] {
  if (head === "") {
    return null;
  }
  if (!head.startsWith(TAG)) {
    throw unexpected(line);
  }
  if (head.includes(`,${TAG}`)) {
    throw new Malformed(`the line has more than one tag: "${truncated(head)}"`);
  }
  return [from + TAG.length, from + head.length];
}

function unexpected(line: string): Malformed {
  return new Malformed(`expected [Tag=TAG,]START,LENGTH,MAX,HISTOGRAM, found "${truncated(line)}"`);
}
