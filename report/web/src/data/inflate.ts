import { Malformed } from "./malformed.ts";
import { PrefixCode } from "./prefixCode.ts";

/**
 * The maximum size of a stream's output, called when its buffer is full.
 *
 * @param output the output so far
 * @param length the number of valid bytes in it
 */
export type Bound = (output: Uint8Array, length: number) => number;

const INITIAL_OUTPUT = 1 << 14;
const LITERALS = 288;
const DISTANCES = 32;
const END_OF_BLOCK = 256;
/** The order in which a block gives the lengths of the codes for lengths (RFC 1951, 3.2.7). */
const LENGTH_CODE_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15] as const;

const LENGTH_EXTRA = new Uint8Array(29);
const LENGTH_BASE = new Uint16Array(29);
const DISTANCE_EXTRA = new Uint8Array(30);
const DISTANCE_BASE = new Uint16Array(30);
fillBases();

function fillBases(): void {
  for (let i = 0, base = 3; i < 28; i++) {
    LENGTH_EXTRA[i] = i < 8 ? 0 : (i - 4) >> 2;
    LENGTH_BASE[i] = base;
    base += 1 << (LENGTH_EXTRA[i] as number);
  }
  LENGTH_BASE[28] = 258;
  for (let i = 0, base = 1; i < 30; i++) {
    DISTANCE_EXTRA[i] = i < 4 ? 0 : (i - 2) >> 1;
    DISTANCE_BASE[i] = base;
    base += 1 << (DISTANCE_EXTRA[i] as number);
  }
}

/**
 * Inflates many small, untrusted streams (RFC 1950, RFC 1951). The histogram of an interval is a stream of some
 * kilobytes; the browser's API is asynchronous and takes longer to start than this takes to finish.
 *
 * The caller bounds the output, whatever the stream claims. The buffers are reused.
 */
export class Inflate {
  private readonly ownLiterals = new PrefixCode(9, LITERALS);
  private readonly ownDistances = new PrefixCode(7, DISTANCES);
  private readonly lengthCodes = new PrefixCode(7, LENGTH_CODE_ORDER.length);
  private readonly lengths = new Uint8Array(LITERALS + DISTANCES + 138);
  private fixed: readonly [PrefixCode, PrefixCode] | undefined;
  private buffer = new Uint8Array(INITIAL_OUTPUT);
  private produced = 0;
  private input: Uint8Array = new Uint8Array(0);
  private position = 0;
  private end = 0;
  private bits = 0;
  private bitCount = 0;

  /** The output so far, valid until the next stream. After damage, the output before it. */
  get output(): Uint8Array {
    return this.buffer.subarray(0, this.produced);
  }

  /** Inflates a complete zlib stream in a range of bytes. */
  zlib(bytes: Uint8Array, from: number, to: number, bound: Bound): Uint8Array {
    this.begin(bytes, from, to);
    const method = this.take(8);
    const flags = this.take(8);
    if ((method & 0x0f) !== 8 || method >> 4 > 7 || ((method << 8) | flags) % 31 !== 0) {
      throw new Malformed("the compressed data has no zlib header");
    }
    if ((flags & 0x20) !== 0) {
      throw new Malformed("the compressed data needs a dictionary");
    }
    this.blocks(bound);
    const expected = ((this.take(8) << 24) | (this.take(8) << 16) | (this.take(8) << 8) | this.take(8)) >>> 0;
    const output = this.output;
    if (adler32(output) !== expected) {
      throw new Malformed("the checksum of the compressed data is wrong");
    }
    return output;
  }

  /**
   * Inflates a raw deflate stream and appends to the output.
   *
   * @return the position after the stream
   */
  raw(bytes: Uint8Array, from: number, to: number, bound: Bound): number {
    const before = this.produced;
    this.begin(bytes, from, to);
    this.produced = before;
    this.blocks(bound);
    return this.position - (this.bitCount >> 3);
  }

  private begin(bytes: Uint8Array, from: number, to: number): void {
    this.input = bytes;
    this.position = from;
    this.end = to;
    this.bits = 0;
    this.bitCount = 0;
    this.produced = 0;
  }

  private blocks(bound: Bound): void {
    let last: boolean;
    do {
      last = this.take(1) === 1;
      const type = this.take(2);
      if (type === 0) {
        this.copyStored(bound);
      } else if (type === 1) {
        this.fixed ??= fixedCodes();
        this.decode(this.fixed[0], this.fixed[1], bound);
      } else if (type === 2) {
        this.readCodes();
        this.decode(this.ownLiterals, this.ownDistances, bound);
      } else {
        throw new Malformed("the compressed data has a block of an unknown type");
      }
    } while (!last);
    this.drop(this.bitCount & 7);
  }

  /** The next bits, at most 16. */
  private take(count: number): number {
    while (this.bitCount < count && this.position < this.end) {
      this.bits |= (this.input[this.position++] as number) << this.bitCount;
      this.bitCount += 8;
    }
    const value = this.bits & ((1 << count) - 1);
    this.drop(count);
    return value;
  }

  private drop(count: number): void {
    if (this.bitCount < count) {
      throw cutOff();
    }
    this.bits >>>= count;
    this.bitCount -= count;
  }

  private copyStored(bound: Bound): void {
    this.drop(this.bitCount & 7);
    const length = this.take(16);
    if (this.take(16) !== (length ^ 0xffff)) {
      throw new Malformed("the length of stored data is damaged");
    }
    const from = this.position - (this.bitCount >> 3);
    this.bits = 0;
    this.bitCount = 0;
    if (this.end - from < length) {
      throw cutOff();
    }
    while (this.buffer.length - this.produced < length) {
      this.grow(bound);
    }
    this.buffer.set(this.input.subarray(from, from + length), this.produced);
    this.produced += length;
    this.position = from + length;
  }

  private grow(bound: Bound): void {
    const allowed = bound(this.buffer, this.produced);
    if (this.buffer.length >= allowed) {
      throw new Malformed(`the compressed data is longer than the maximum of ${allowed} bytes`);
    }
    const larger = new Uint8Array(Math.min(2 * this.buffer.length, allowed));
    larger.set(this.output);
    this.buffer = larger;
  }

  /** The hot loop. */
  private decode(literals: PrefixCode, distances: PrefixCode, bound: Bound): void {
    const { input, end } = this;
    const table = literals.table;
    const mask = table.length - 1;
    let { buffer: output, position, produced, bits, bitCount } = this;
    for (;;) {
      while (bitCount < 24 && position < end) {
        bits |= (input[position++] as number) << bitCount;
        bitCount += 8;
      }
      let entry = table[bits & mask] as number;
      if (entry === 0) {
        entry = literals.long(bits);
      }
      const used = entry & 0xf;
      if (used > bitCount) {
        throw this.stopped(produced, cutOff());
      }
      const symbol = entry >> 4;
      bits >>>= used;
      bitCount -= used;
      if (symbol < END_OF_BLOCK && entry !== 0) {
        if (produced === output.length) {
          this.produced = produced;
          this.grow(bound);
          output = this.buffer;
        }
        output[produced++] = symbol;
        continue;
      }
      if (symbol === END_OF_BLOCK) {
        break;
      }
      this.position = position;
      this.produced = produced;
      this.bits = bits;
      this.bitCount = bitCount;
      this.copyMatch(entry === 0 ? LITERALS : symbol, distances, bound);
      output = this.buffer;
      position = this.position;
      produced = this.produced;
      bits = this.bits;
      bitCount = this.bitCount;
    }
    this.position = position;
    this.produced = produced;
    this.bits = bits;
    this.bitCount = bitCount;
  }

  private stopped(produced: number, reason: Malformed): Malformed {
    this.produced = produced;
    return reason;
  }

  private copyMatch(symbol: number, distances: PrefixCode, bound: Bound): void {
    const length = this.extended(symbol - END_OF_BLOCK - 1, LENGTH_BASE, LENGTH_EXTRA);
    const distance = this.extended(this.symbol(distances), DISTANCE_BASE, DISTANCE_EXTRA);
    if (distance > this.produced) {
      throw new Malformed("the compressed data refers to bytes before its start");
    }
    while (this.buffer.length - this.produced < length) {
      this.grow(bound);
    }
    const output = this.buffer;
    let to = this.produced;
    for (const stop = to + length; to < stop; to++) {
      output[to] = output[to - distance] as number;
    }
    this.produced = to;
  }

  private symbol(code: PrefixCode): number {
    while (this.bitCount < 16 && this.position < this.end) {
      this.bits |= (this.input[this.position++] as number) << this.bitCount;
      this.bitCount += 8;
    }
    const entry = (code.table[this.bits & (code.table.length - 1)] as number) || code.long(this.bits);
    if (entry === 0) {
      throw new Malformed("the compressed data has an undefined code");
    }
    this.drop(entry & 0xf);
    return entry >> 4;
  }

  /** A length or distance: its code and extra bits. */
  private extended(symbol: number, base: Uint16Array, extra: Uint8Array): number {
    const start = base[symbol];
    if (start === undefined) {
      throw new Malformed("the compressed data has an undefined code");
    }
    return start + this.take(extra[symbol] ?? 0);
  }

  private readCodes(): void {
    const literals = this.take(5) + 257;
    const distances = this.take(5) + 1;
    const codes = this.take(4) + 4;
    if (literals > 286 || distances > 30) {
      throw new Malformed("the compressed data announces too many codes");
    }
    const lengths = this.lengths;
    lengths.fill(0, 0, LENGTH_CODE_ORDER.length);
    for (let i = 0; i < codes; i++) {
      lengths[LENGTH_CODE_ORDER[i] ?? 0] = this.take(3);
    }
    this.lengthCodes.build(lengths, 0, LENGTH_CODE_ORDER.length);
    this.readLengths(literals + distances);
    if (lengths[END_OF_BLOCK] === 0) {
      throw new Malformed("the compressed data has a block without an end code");
    }
    this.ownLiterals.build(lengths, 0, literals);
    this.ownDistances.build(lengths, literals, distances);
  }

  private readLengths(count: number): void {
    const lengths = this.lengths;
    let i = 0;
    while (i < count) {
      const symbol = this.symbol(this.lengthCodes);
      if (symbol < 16) {
        lengths[i++] = symbol;
        continue;
      }
      if (symbol === 16 && i === 0) {
        throw new Malformed("the compressed data repeats a length before the first");
      }
      const repeated = symbol === 16 ? (lengths[i - 1] as number) : 0;
      const times = symbol === 16 ? 3 + this.take(2) : symbol === 17 ? 3 + this.take(3) : 11 + this.take(7);
      lengths.fill(repeated, i, i + times);
      i += times;
    }
    if (i > count) {
      throw new Malformed("the compressed data has more lengths than codes");
    }
  }
}

function fixedCodes(): readonly [PrefixCode, PrefixCode] {
  const lengths = new Uint8Array(LITERALS).fill(8).fill(9, 144, 256).fill(7, 256, 280);
  const literals = new PrefixCode(9, LITERALS);
  literals.build(lengths, 0, LITERALS);
  const distances = new PrefixCode(7, DISTANCES);
  distances.build(new Uint8Array(DISTANCES).fill(5), 0, DISTANCES);
  return [literals, distances];
}

function cutOff(): Malformed {
  return new Malformed("the compressed data is cut off");
}

/** The checksum of zlib (RFC 1950, 8.2), which takes the remainder only once per run of bytes that cannot overflow. */
function adler32(bytes: Uint8Array): number {
  const most = 3800;
  let low = 1;
  let high = 0;
  for (let from = 0; from < bytes.length; from += most) {
    const to = Math.min(from + most, bytes.length);
    for (let i = from; i < to; i++) {
      low += bytes[i] as number;
      high += low;
    }
    low %= 65521;
    high %= 65521;
  }
  return ((high << 16) | low) >>> 0;
}
