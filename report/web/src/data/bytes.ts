import { Malformed } from "./malformed.ts";

const BYTE = 8n;
const UTF_8 = new TextDecoder("utf-8", { ignoreBOM: true });

/** Reads numbers from bytes sequentially. Beyond the end it throws `Malformed`, for any input. */
export class ByteReader {
  readonly bytes: Uint8Array;
  readonly end: number;
  private readonly view: DataView;
  at: number;

  constructor(bytes: Uint8Array, from = 0, to = bytes.length) {
    this.bytes = bytes;
    this.at = from;
    this.end = to;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get left(): number {
    return this.end - this.at;
  }

  u8(): number {
    return this.bytes[this.skip(1)] ?? 0;
  }

  i32(): number {
    return this.view.getInt32(this.skip(4));
  }

  /** A signed 64-bit integer, as the nearest double. */
  i64(): number {
    return Number(this.view.getBigInt64(this.skip(8)));
  }

  /** A double. */
  f64(): number {
    return this.view.getFloat64(this.skip(8));
  }

  /** An unsigned LEB128 number below 2^64, as the nearest double. */
  varint(): number {
    const first = this.u8();
    return first < 0x80 ? first : this.longVarint(first);
  }

  private longVarint(first: number): number {
    let value = first & 0x7f;
    let scale = 0x80;
    for (let i = 1; i < 7; i++) {
      const next = this.u8();
      value += (next & 0x7f) * scale;
      if (next < 0x80) {
        return value;
      }
      scale *= 0x80;
    }
    return this.rest(value);
  }

  /** Numbers of 2^49 and more: computed exactly, then rounded once. */
  private rest(low: number): number {
    let value = BigInt(low);
    for (let shift = 49n; shift < 64n; shift += 7n) {
      const next = this.u8();
      value |= BigInt(next & 0x7f) << shift;
      if (next < 0x80) {
        if (value >> 64n !== 0n) {
          break;
        }
        return Number(value);
      }
    }
    throw new Malformed("a number has more than 64 bits");
  }

  /** A zigzag number: signed, with the sign in the lowest bit. */
  zigzag(): number {
    const value = this.varint();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  text(length: number): string {
    const from = this.skip(length);
    return UTF_8.decode(this.bytes.subarray(from, from + length));
  }

  /** Skips bytes and returns the position of the first. */
  skip(count: number): number {
    const from = this.at;
    if (!(count >= 0) || count > this.end - from) {
      throw new Malformed("the data is cut off");
    }
    this.at = from + count;
    return from;
  }
}

/** Growable byte buffer. */
export class ByteWriter {
  private buffer: Uint8Array;
  private length = 0;

  constructor(capacity = 1024) {
    this.buffer = new Uint8Array(capacity);
  }

  get size(): number {
    return this.length;
  }

  clear(): void {
    this.length = 0;
  }

  u8(value: number): void {
    this.reserve(1);
    this.buffer[this.length++] = value;
  }

  bytes(more: Uint8Array): void {
    this.reserve(more.length);
    this.buffer.set(more, this.length);
    this.length += more.length;
  }

  f64(value: number): void {
    const bytes = new Uint8Array(8);
    new DataView(bytes.buffer).setFloat64(0, value);
    this.bytes(bytes);
  }

  /** @param value a non-negative integer */
  varint(value: number): void {
    if (this.length + 10 > this.buffer.length) {
      this.reserve(10);
    }
    if (value < 0x80) {
      this.buffer[this.length++] = value;
      return;
    }
    let left = value;
    while (left > 0x7fffffff) {
      this.buffer[this.length++] = (left % 0x80) | 0x80;
      left = Math.floor(left / 0x80);
    }
    while (left > 0x7f) {
      this.buffer[this.length++] = (left & 0x7f) | 0x80;
      left >>>= 7;
    }
    this.buffer[this.length++] = left;
  }

  /** @param value an integer between -2^52 and 2^52 */
  zigzag(value: number): void {
    this.varint(value < 0 ? -2 * value - 1 : 2 * value);
  }

  text(value: string): void {
    const bytes = new TextEncoder().encode(value);
    this.varint(bytes.length);
    this.bytes(bytes);
  }

  /** A view of the written bytes; valid until more is written or the buffer is cleared. */
  view(): Uint8Array {
    return this.buffer.subarray(0, this.length);
  }

  /** A copy of the written bytes. */
  copy(): Uint8Array {
    return this.buffer.slice(0, this.length);
  }

  private reserve(more: number): void {
    const needed = this.length + more;
    if (needed > this.buffer.length) {
      const larger = new Uint8Array(Math.max(needed, 2 * this.buffer.length));
      larger.set(this.view());
      this.buffer = larger;
    }
  }
}

/**
 * Reads a count of HdrHistogram: ZigZag LEB128-64b9B, with seven bits per byte and eight in the ninth byte.
 *
 * @return the nearest double: a count, or a negative number for a run of empty slots
 */
export function readCount(reader: ByteReader): number {
  let value = 0n;
  for (let i = 0n; i < 9n; i++) {
    const next = BigInt(reader.u8());
    value |= (i === BYTE ? next : next & 0x7fn) << (7n * i);
    if (next < 0x80n) {
      break;
    }
  }
  return Number((value >> 1n) ^ -(value & 1n));
}
