import { SECONDS } from "./dialect.ts";
import { excerpt } from "./excerpt.ts";
import { isPlain, plainTime, timeOf, type Stamp } from "./logTime.ts";
import { Malformed } from "./malformed.ts";

/** A line that is an interval; positions are those of the text that it stands in. */
export interface LogLine {
  /** Where the tag is; null if the line has none, which is not the same as an empty one. */
  readonly tag: readonly [from: number, to: number] | null;
  /** Where the two columns of times are. */
  readonly start: readonly [from: number, to: number];
  readonly length: readonly [from: number, to: number];
  /** Where the histogram's Base64 is. */
  readonly from: number;
  readonly to: number;
  /** What is wrong with the line although it can be read, if anything. */
  readonly remark: string | null;
}

const COMMA = 44;
const TAG = "Tag=";
/** So much may stand before a histogram; to look further would let garbage take long. */
const LONGEST_HEAD = 2048;
/** A tag may have the word in it too. */
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
 * Takes a line apart: `[Tag=TAG,]START,LENGTH,MAX,HISTOGRAM`. The column of maxima is redundant and not looked at.
 *
 * @throws Malformed if it is no interval
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
  return readOdd(text, from, to);
}

/**
 * The time between two positions.
 *
 * @param what what it is of, for messages
 * @param unit digits of nanoseconds in its unit
 */
export function stampOf(text: Uint8Array, what: "start" | "length", [from, to]: LogLine["start"], unit: number): Stamp {
  const plain = unit === SECONDS ? plainTime(text, from, to) : null;
  return plain ?? timeOf(what, latin1(text, from, to), unit);
}

/** The number between two positions, as it stands there. */
export function numberOf(text: Uint8Array, [from, to]: LogLine["start"]): number {
  return Number(latin1(text, from, to));
}

/** Whether this may be a histogram, and the last column. */
function isPayload(text: Uint8Array, from: number, to: number): boolean {
  const begins = startsWith(text, from, to, "HIST") || startsWith(text, from, to, "DHIST");
  return begins && comma(text, from, to) === to;
}

/** A line that is not as HdrHistogram's writer writes them, read as far as its meaning is beyond doubt. */
function readOdd(text: Uint8Array, from: number, to: number): LogLine {
  const line = latin1(text, from, to);
  if (/^\0*$/.test(line)) {
    throw new Malformed(`${line.length} NUL bytes, as a power cut leaves them`);
  }
  let at = line.indexOf("HIST");
  for (let i = 0; i < CANDIDATES && at > 0 && at <= LONGEST_HEAD; i++) {
    const payload = line[at - 1] === "D" ? at - 1 : at;
    const head = line.slice(0, payload);
    if (DECIMAL_COMMAS.test(head)) {
      throw new Malformed("the numbers have decimal commas; a log has decimal points");
    }
    const columns = columnsBefore(head);
    if (columns !== null) {
      return oddLine(columns, line, from, payload);
    }
    at = line.indexOf("HIST", at + 1);
  }
  throw unexpected(line);
}

/** A text of which each byte is a character, so that positions stay what they are. */
function latin1(text: Uint8Array, from: number, to: number): string {
  let result = "";
  for (let at = from; at < to; at += 4096) {
    result += String.fromCharCode(...text.subarray(at, Math.min(at + 4096, to)));
  }
  return result;
}

interface Columns {
  readonly tagEnd: number;
  /** Where the numbers begin and end. */
  readonly start: readonly [from: number, to: number];
  readonly length: readonly [from: number, to: number];
}

/** What stands before a histogram, read from its end: three numbers, and perhaps a tag before them. */
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

/** Where the number begins that ends, with a separator behind it, before a position; -1 if there is none. */
function tokenBefore(text: string, to: number): number {
  const end = separatorBefore(text, to);
  let at = end;
  while (at > 0 && isNumeric(text[at - 1] ?? "")) {
    at--;
  }
  const alone = at === 0 || separatorBefore(text, at) < at;
  return end < to && at < end && alone ? at : -1;
}

/** Where white space with at most one comma in it begins. */
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

function oddLine(columns: Columns, line: string, from: number, payload: number): LogLine {
  const length = line.slice(payload).search(/[, \t-\r]/);
  const to = length < 0 ? line.length : payload + length;
  const tail = line.slice(to);
  if (tail.includes("HIST")) {
    throw new Malformed("two lines are joined: there is a second histogram in it");
  }
  const blank = /^[\t-\r\x1c-\x20]*$/.test(tail);
  return {
    tag: tagIn(line.slice(0, columns.tagEnd), line, from),
    start: [from + columns.start[0], from + columns.start[1]],
    length: [from + columns.length[0], from + columns.length[1]],
    from: from + payload,
    to: from + to,
    remark: blank ? null : `there is something after the histogram: "${excerpt(tail)}"`,
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
    throw new Malformed(`the line has more than one tag: "${excerpt(head)}"`);
  }
  return [from + TAG.length, from + head.length];
}

function unexpected(line: string): Malformed {
  return new Malformed(`expected [Tag=TAG,]START,LENGTH,MAX,HISTOGRAM, found "${excerpt(line)}"`);
}
