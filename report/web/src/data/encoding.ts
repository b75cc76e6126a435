import { decodeBase64Into, decodedLength } from "./base64.ts";
import { ByteReader, ByteWriter, readCount } from "./bytes.ts";
import { HistogramSum } from "./counts.ts";
import { exponentOf } from "./floats.ts";
import { Inflate } from "./inflate.ts";
import { Layout } from "./layout.ts";
import { Malformed } from "./malformed.ts";
import type { SlotHistogram } from "./slotHistogram.ts";
import { SlotWriter, type EncodedSlots } from "./slots.ts";

const WORD_SIZE_BITS = 0xf0;
const V2 = 0x1c849303;
const V1 = 0x1c849301;
const V0 = 0x1c849308;
const V2_COMPRESSED = 0x1c849304;
const V1_COMPRESSED = 0x1c849302;
const V0_COMPRESSED = 0x1c849309;
const DOUBLES = 0x0c72124e;
const DOUBLES_COMPRESSED = 0x0c72124f;

const HEADER = 40;
const HEADER_V0 = 32;
const TOTAL_IN_V0 = 24;
/** The maximum number of bytes of a count in V2. */
const MAX_VARINT = 9;
/** Counts have 63 bits as in Java, approximated by doubles. */
const TOO_MANY = 2 ** 63;

/** The counts of one histogram. */
export interface Decoded extends EncodedSlots {
  /** The number of slots with a count. */
  readonly size: number;
  /** The number of values. */
  readonly total: number;
}

interface Header {
  readonly version: typeof V0 | typeof V1 | typeof V2;
  readonly wordSize: number;
  readonly layout: Layout;
  /** The begin and end of the counts. */
  readonly from: number;
  readonly to: number;
}

/**
 * Decodes histograms in HdrHistogram's encodings V0, V1 and V2, of integers and of doubles, compressed or not.
 *
 * The normalizingIndexOffset is ignored, because the counts are written in the order of their values. The buffers are
 * reused.
 */
export class HistogramDecoder {
  private readonly inflate = new Inflate();
  private readonly out = new ByteWriter(1 << 12);
  private plain = new Uint8Array(1 << 12);

  /**
   * Decodes a histogram in Base64, as in a log.
   *
   * @return a result that is valid until the next call
   * @throws Malformed if it is not a histogram, or damaged
   */
  base64(text: Uint8Array, from: number, to: number): Decoded {
    const length = decodedLength(to - from);
    if (this.plain.length < length) {
      this.plain = new Uint8Array(2 * length);
    }
    return this.bytes(this.plain, 0, decodedFrom(text, from, to, this.plain));
  }

  /** Decodes a histogram; the result is valid until the next call. */
  bytes(bytes: Uint8Array, from: number, to: number): Decoded {
    const reader = new ByteReader(bytes, from, to);
    if (reader.left < 8) {
      throw new Malformed(`a histogram of ${reader.left} bytes is too short`);
    }
    let cookie = reader.i32();
    const doubles = cookie === DOUBLES || cookie === DOUBLES_COMPRESSED;
    if (doubles) {
      if (reader.left < 12 + 8) {
        throw new Malformed("a histogram of doubles is cut off");
      }
      reader.skip(12);
      cookie = reader.i32();
    }
    const base = cookie & ~WORD_SIZE_BITS;
    if (base === V0 || base === V1 || base === V2) {
      return this.uncompressed(new ByteReader(bytes, reader.at - 4, to), doubles);
    }
    const announced = reader.i32();
    if (announced !== reader.left) {
      throw new Malformed(`the histogram has ${reader.left} bytes and says that it has ${announced}`);
    }
    if (base !== V2_COMPRESSED && base !== V1_COMPRESSED && base !== V0_COMPRESSED) {
      throw new Malformed(`${hex(cookie)} does not begin a histogram`);
    }
    const plain = this.inflate.zlib(bytes, reader.at, to, longest);
    return this.counts(plain, readHeader(new ByteReader(plain), doubles));
  }

  private uncompressed(reader: ByteReader, doubles: boolean): Decoded {
    const begin = reader.at;
    const header = readHeader(reader, doubles);
    const decoded = this.counts(reader.bytes, header);
    const { to, version } = header;
    if (to < reader.end) {
      throw new Malformed(`there are ${reader.end - to} bytes after the histogram's counts`);
    }
    if (version === V0) {
      // A V0 header has the number of values instead of bytes: fewer values show that counts are cut off.
      const announced = new ByteReader(reader.bytes, begin + TOTAL_IN_V0, to).i64();
      if (announced !== decoded.total) {
        throw new Malformed(`the counts have ${decoded.total} values and say that they have ${announced}`);
      }
    }
    return decoded;
  }

  private counts(bytes: Uint8Array, header: Header): Decoded {
    const { layout } = header;
    this.out.clear();
    const writer = new SlotWriter(this.out);
    const counts = new ByteReader(bytes, header.from, header.to);
    const total =
      header.version === V2 ? varints(counts, layout, writer) : words(counts, header.wordSize, layout, writer);
    if (total >= TOO_MANY) {
      throw new Malformed("there are more than 2^63 - 1 values");
    }
    return { layout, bytes: this.out.view(), from: 0, to: this.out.size, size: writer.size, total };
  }
}

function decodedFrom(text: Uint8Array, from: number, to: number, into: Uint8Array): number {
  try {
    return decodeBase64Into(text, from, to, into);
  } catch (e) {
    throw e instanceof Malformed ? new Malformed(`the histogram is not valid Base64: ${e.message}`) : e;
  }
}

/** The maximum number of bytes that the counts of the layout can need. */
function longest(output: Uint8Array, length: number): number {
  const { layout } = layoutOf(new ByteReader(output, 0, length), false);
  return HEADER + layout.slots * MAX_VARINT;
}

function readHeader(reader: ByteReader, doubles: boolean): Header {
  const begin = reader.at;
  const { version, wordSize, layout, payload } = layoutOf(reader, doubles);
  const from = begin + (version === V0 ? HEADER_V0 : HEADER);
  const left = reader.end - from;
  if (payload !== null && (payload < 0 || payload > left)) {
    throw new Malformed(`the counts have ${left} bytes and say that they have ${payload}`);
  }
  return { version, wordSize, layout, from, to: payload === null ? reader.end : from + payload };
}

interface Start {
  readonly version: Header["version"];
  readonly wordSize: number;
  readonly layout: Layout;
  /** The number of bytes of counts; null if they extend to the end. */
  readonly payload: number | null;
}

function layoutOf(reader: ByteReader, doubles: boolean): Start {
  if (reader.left < HEADER_V0) {
    throw cutOff();
  }
  const cookie = reader.i32();
  const version = cookie & ~WORD_SIZE_BITS;
  if (version !== V0 && version !== V1 && version !== V2) {
    throw new Malformed(`${hex(cookie)} does not begin a histogram's counts`);
  }
  if (version !== V0 && reader.left < HEADER - 4) {
    throw cutOff();
  }
  const wordSize = (cookie & WORD_SIZE_BITS) >> 4;
  if (version !== V2 && wordSize !== 2 && wordSize !== 4 && wordSize !== 8) {
    throw new Malformed(`the histogram has counts of ${wordSize} bytes`);
  }
  const payload = version === V0 ? null : reader.i32();
  if (version !== V0) {
    reader.skip(4);
  }
  const digits = reader.i32();
  const lowest = reader.i64();
  reader.skip(8);
  const ratio = version === V0 ? 1 : reader.f64();
  return { version, wordSize, layout: made(digits, lowest, doubles ? ratio : null), payload };
}

function made(digits: number, lowest: number, ratio: number | null): Layout {
  if (lowest < 1) {
    throw damagedHeader(`the lowest discernible value is ${lowest}, not positive`);
  }
  try {
    const magnitude = magnitudeOf(lowest);
    if (ratio === null) {
      return Layout.of(digits, magnitude);
    }
    const exponent = exponentOf(ratio);
    if (magnitude !== 0 || exponent === null) {
      throw new Malformed(`doubles in units of ${ratio} x ${lowest} are not supported`);
    }
    return Layout.of(digits, exponent, true);
  } catch (e) {
    throw e instanceof Malformed ? damagedHeader(e.message) : e;
  }
}

/** The binary logarithm, rounded down; `Math.log2` may be off by one. */
function magnitudeOf(lowest: number): number {
  let magnitude = 0;
  for (let left = lowest; left >= 2; left /= 2) {
    magnitude++;
  }
  return magnitude;
}

function varints(reader: ByteReader, layout: Layout, writer: SlotWriter): number {
  const { bytes, end } = reader;
  const slots = layout.slots;
  let at = reader.at;
  let slot = 0;
  let total = 0;
  while (at < end) {
    if (slot >= slots) {
      throw new Malformed("there are more counts than slots");
    }
    const first = bytes[at] as number;
    let count: number;
    if (first < 0x80) {
      count = (first >> 1) ^ -(first & 1);
      at++;
    } else {
      reader.at = at;
      count = counted(reader);
      at = reader.at;
    }
    if (count > 0) {
      writer.put(slot, count);
      total += count;
      slot++;
    } else if (count === 0) {
      slot++;
    } else if (count < -0x7fffffff) {
      throw new Malformed(`the counts have a run of ${-count} empty slots`);
    } else {
      slot -= count;
    }
  }
  return total;
}

/** A count of two or more bytes, with a fast path for two. */
function counted(reader: ByteReader): number {
  const { bytes, at } = reader;
  const first = bytes[at] as number;
  const second = at + 1 < reader.end ? (bytes[at + 1] as number) : 0x80;
  if (second < 0x80) {
    reader.at = at + 2;
    const value = (first & 0x7f) | (second << 7);
    return (value >> 1) ^ -(value & 1);
  }
  try {
    return readCount(reader);
  } catch (e) {
    throw e instanceof Malformed ? new Malformed("the counts are cut off") : e;
  }
}

function words(reader: ByteReader, size: number, layout: Layout, writer: SlotWriter): number {
  const view = new DataView(reader.bytes.buffer, reader.bytes.byteOffset);
  let total = 0;
  let slot = 0;
  for (let at = reader.at; at + size <= reader.end; at += size) {
    const count = size === 2 ? view.getInt16(at) : size === 4 ? view.getInt32(at) : Number(view.getBigInt64(at));
    if (count !== 0) {
      if (count < 0 || slot >= layout.slots) {
        throw new Malformed(`slot ${slot} has a count of ${count}`);
      }
      writer.put(slot, count);
      total += count;
    }
    slot++;
  }
  return total;
}

function cutOff(): Malformed {
  return new Malformed("the histogram's header is cut off");
}

function damagedHeader(reason: string): Malformed {
  return new Malformed(`the histogram's header is damaged: ${reason}`);
}

function hex(cookie: number): string {
  return `0x${(cookie >>> 0).toString(16).padStart(8, "0")}`;
}

/** Decodes a histogram in Base64. */
export function decodeHistogram(base64: string): SlotHistogram {
  const text = new TextEncoder().encode(base64.trim());
  const sum = new HistogramSum();
  sum.addEncoded(new HistogramDecoder().base64(text, 0, text.length));
  return sum.toHistogram();
}
