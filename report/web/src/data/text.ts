import { ByteWriter } from "./bytes.ts";

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
/** The bytes that are examined to detect line breaks. */
const SAMPLED_BYTES = 1 << 18;
const PIECE = 1 << 20;
const MAX_CHARACTER_BYTES = 4;
const UTF_8 = new TextDecoder("utf-8", { ignoreBOM: true, fatal: true });

/** Decodes UTF-8, with `\xNN` for each invalid byte, so that different tags stay different. */
export function textOf(bytes: Uint8Array): string {
  const whole = decoded(bytes);
  if (whole !== null) {
    return whole;
  }
  let text = "";
  for (let at = 0; at < bytes.length; ) {
    const [length, character] = firstCharacter(bytes.subarray(at, at + MAX_CHARACTER_BYTES));
    text += character;
    at += length;
  }
  return text;
}

function firstCharacter(bytes: Uint8Array): readonly [length: number, text: string] {
  for (let length = 1; length <= bytes.length; length++) {
    const character = decoded(bytes.subarray(0, length));
    if (character !== null) {
      return [length, character];
    }
  }
  return [1, `\\x${(bytes[0] ?? 0).toString(16).padStart(2, "0")}`];
}

function decoded(bytes: Uint8Array): string | null {
  try {
    return UTF_8.decode(bytes);
  } catch {
    return null;
  }
}

/**
 * Converts a text to UTF-8 with line feeds: HdrHistogram.NET writes logs in UTF-16. An incomplete character at the end
 * is omitted; its line is then incomplete.
 */
export function plainText(bytes: Uint8Array): Uint8Array {
  const encoding = utf16(bytes);
  const text = encoding === null ? bytes : recoded(bytes, encoding);
  return hasOnlyCarriageReturns(text) ? text.map((byte) => (byte === CARRIAGE_RETURN ? LINE_FEED : byte)) : text;
}

/** The encoding of a text in UTF-16; null for UTF-8. Without a byte order mark, the first characters must be ASCII. */
function utf16(bytes: Uint8Array): "utf-16le" | "utf-16be" | null {
  const [a = 0, b = 0, c = 0, d = 0] = bytes;
  if (bytes.length >= 2 && ((a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff))) {
    return a === 0xff ? "utf-16le" : "utf-16be";
  }
  if (bytes.length >= 4 && b === 0 && d === 0 && isText(a) && isText(c)) {
    return "utf-16le";
  }
  return bytes.length >= 4 && a === 0 && c === 0 && isText(b) && isText(d) ? "utf-16be" : null;
}

function isText(byte: number): boolean {
  return (byte >= 32 && byte <= 126) || byte === LINE_FEED || byte === CARRIAGE_RETURN || byte === 9;
}

function recoded(bytes: Uint8Array, encoding: string): Uint8Array {
  const decoder = new TextDecoder(encoding);
  const encoder = new TextEncoder();
  const out = new ByteWriter(bytes.length >> 1);
  for (let at = 0; at < bytes.length; at += PIECE) {
    out.bytes(encoder.encode(decoder.decode(bytes.subarray(at, at + PIECE), { stream: true })));
  }
  return out.copy();
}

/** Whether lines end with carriage returns only, as in classic Mac OS. */
function hasOnlyCarriageReturns(text: Uint8Array): boolean {
  const head = text.subarray(0, SAMPLED_BYTES);
  const at = head.indexOf(CARRIAGE_RETURN);
  return at >= 0 && at + 1 < head.length && !head.includes(LINE_FEED);
}
