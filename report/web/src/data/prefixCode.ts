import { Malformed } from "./malformed.ts";

const MAX_BITS = 15;
const MAX_INDEX_BITS = 9;
const REVERSED = reversedCodes();

/**
 * The canonical prefix code of a deflate block (RFC 1951, 3.2.2).
 *
 * The next bits of the stream are an index into `table`. An entry holds the symbol and, in its lowest four bits, the
 * length of its code. An entry of 0 stands for a code longer than the index, or an undefined code; these are rare, and
 * `long` decodes them bit by bit.
 */
export class PrefixCode {
  readonly bits: number;
  readonly table: Uint16Array;
  private readonly count = new Uint16Array(MAX_BITS + 1);
  private readonly next = new Uint16Array(MAX_BITS + 2);
  private readonly offsets = new Uint16Array(MAX_BITS + 2);
  private readonly sorted: Uint16Array;

  /** @param bits of the index, at most 9 */
  constructor(bits: number, symbols: number) {
    this.bits = bits;
    this.table = new Uint16Array(1 << bits);
    this.sorted = new Uint16Array(symbols);
  }

  /** @param lengths of the codes of all symbols, from `from`; 0 for those without one */
  build(lengths: Uint8Array, from: number, symbols: number): void {
    const count = this.count.fill(0);
    for (let i = from; i < from + symbols; i++) {
      const length = lengths[i] as number;
      count[length] = (count[length] as number) + 1;
    }
    const used = symbols - (count[0] as number);
    count[0] = 0;
    this.requirePrefixCode(used);
    this.fill(lengths, from, symbols);
  }

  private requirePrefixCode(used: number): void {
    let room = 1;
    for (let length = 1; length <= MAX_BITS; length++) {
      room = (room << 1) - (this.count[length] as number);
      if (room < 0) {
        throw new Malformed("the compressed data has more codes than fit");
      }
    }
    // A block with one distance or none has a single code or none, which is incomplete but valid.
    if (room > 0 && !(used === 0 || (used === 1 && this.count[1] === 1))) {
      throw new Malformed("the compressed data has too few codes");
    }
  }

  private fill(lengths: Uint8Array, from: number, symbols: number): void {
    const { bits, table, count, next, offsets, sorted } = this;
    table.fill(0);
    for (let length = 1; length <= MAX_BITS; length++) {
      next[length + 1] = ((next[length] as number) + (count[length] as number)) << 1;
      offsets[length + 1] = (offsets[length] as number) + (count[length] as number);
    }
    for (let symbol = 0; symbol < symbols; symbol++) {
      const length = lengths[from + symbol] as number;
      if (length !== 0) {
        const place = offsets[length] as number;
        offsets[length] = place + 1;
        sorted[place] = symbol;
        const code = next[length] as number;
        next[length] = code + 1;
        if (length <= bits) {
          const entry = (symbol << 4) | length;
          const first = (REVERSED[code] as number) >> (MAX_INDEX_BITS - length);
          for (let i = first; i < table.length; i += 1 << length) {
            table[i] = entry;
          }
        }
      }
    }
    next.fill(0);
    offsets.fill(0);
  }

  /**
   * Finds the entry of a code of any length.
   *
   * @param input the next bits, the first one lowest
   * @return 0 if the bits are not a code
   */
  long(input: number): number {
    let code = 0;
    let first = 0;
    let place = 0;
    for (let length = 1; length <= MAX_BITS; length++) {
      code |= (input >>> (length - 1)) & 1;
      const count = this.count[length] as number;
      if (code - count < first) {
        return ((this.sorted[place + code - first] as number) << 4) | length;
      }
      place += count;
      first = (first + count) << 1;
      code <<= 1;
    }
    return 0;
  }
}

function reversedCodes(): Uint16Array {
  const reversed = new Uint16Array(1 << MAX_INDEX_BITS);
  for (let code = 0; code < reversed.length; code++) {
    for (let bit = 0; bit < MAX_INDEX_BITS; bit++) {
      if ((code & (1 << bit)) !== 0) {
        reversed[code] = (reversed[code] as number) | (1 << (MAX_INDEX_BITS - 1 - bit));
      }
    }
  }
  return reversed;
}
