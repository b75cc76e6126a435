import { Malformed } from "./malformed.ts";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const BAD = 0xff;
const PADDING = 0x3d;
const VALUES = values();

function values(): Uint8Array {
  const table = new Uint8Array(256).fill(BAD);
  for (let i = 0; i < ALPHABET.length; i++) {
    table[ALPHABET.charCodeAt(i)] = i;
  }
  return table;
}

/** The maximum number of bytes for Base64 of a length. */
export function decodedLength(length: number): number {
  return Math.ceil(length / 4) * 3;
}

/**
 * Decodes Base64 in a range of a byte array.
 *
 * @param into has room for `decodedLength` bytes
 * @return the number of decoded bytes
 */
export function decodeBase64Into(text: Uint8Array, from: number, to: number, into: Uint8Array): number {
  let end = to;
  while (end > from && to - end < 2 && text[end - 1] === PADDING) {
    end--;
  }
  if (end < to && (to - from) % 4 !== 0) {
    throw new Malformed("the Base64 has the wrong number of characters");
  }
  let out = 0;
  let at = from;
  for (const whole = end - 3; at < whole; at += 4) {
    const a = VALUES[text[at] as number] as number;
    const b = VALUES[text[at + 1] as number] as number;
    const c = VALUES[text[at + 2] as number] as number;
    const d = VALUES[text[at + 3] as number] as number;
    if ((a | b | c | d) === BAD) {
      throw notBase64(text, at, to);
    }
    into[out++] = (a << 2) | (b >> 4);
    into[out++] = (b << 4) | (c >> 2);
    into[out++] = (c << 6) | d;
  }
  return last(text, at, end, into, out);
}

/** Decodes the last two or three characters to one or two bytes. */
function last(text: Uint8Array, at: number, end: number, into: Uint8Array, from: number): number {
  const rest = end - at;
  if (rest === 0) {
    return from;
  }
  const a = VALUES[text[at] as number] as number;
  const b = rest > 1 ? (VALUES[text[at + 1] as number] as number) : BAD;
  const c = rest > 2 ? (VALUES[text[at + 2] as number] as number) : 0;
  if ((a | b | c) === BAD) {
    throw notBase64(text, at, end);
  }
  into[from] = (a << 2) | (b >> 4);
  if (rest === 2) {
    return from + 1;
  }
  into[from + 1] = (b << 4) | (c >> 2);
  return from + 2;
}

function notBase64(text: Uint8Array, from: number, to: number): Malformed {
  for (let i = from; i < to; i++) {
    const byte = text[i] as number;
    if (VALUES[byte] === BAD) {
      return new Malformed(`0x${byte.toString(16).padStart(2, "0")} is not a Base64 character`);
    }
  }
  return new Malformed("the Base64 is cut off");
}

/** Decodes Base64; white space at both ends is ignored. */
export function decodeBase64(text: string): Uint8Array {
  const bytes = new TextEncoder().encode(text.trim());
  const into = new Uint8Array(decodedLength(bytes.length));
  return into.subarray(0, decodeBase64Into(bytes, 0, bytes.length, into));
}
