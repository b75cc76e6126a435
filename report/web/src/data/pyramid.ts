import { HistogramSum } from "./counts.ts";
import type { Millis, Span } from "./model.ts";
import type { Pack } from "./pack.ts";
import type { EncodedSlots } from "./slots.ts";

/**
 * The number of intervals per sum of each level, as powers of two: 1, 16, 256, 1024, 4096 … Low levels have many sums
 * that are nearly as large as their parts, so they are sparse. Sums of high levels all take the same time to add, so
 * these levels are denser.
 */
const BITS = [0, 4, 8, 10, 12, 14, 16, 18, 20, 22, 24] as const;
/** Sums from this level on are computed from those of the level below. */
const BRANCHES = 2;

type Node = readonly EncodedSlots[];

/** An interval of one tag, with the position of its counts. */
interface Leaf {
  readonly begin: Millis;
  readonly end: Millis;
  readonly slots: EncodedSlots;
}

/**
 * The intervals of one tag in the order of time, with a tree of sums of neighbours, so that any span is summed in some
 * dozens of steps.
 *
 * Sums are computed lazily, and are kept in a pack's compact encoding. Later intervals do not change them, unless they are
 * out of order.
 */
export class Pyramid {
  private begins = new Float64Array(64);
  private ends = new Float64Array(64);
  private packs: Pack[] = [];
  private packOf = new Uint32Array(64);
  private placeIn = new Uint32Array(64);
  private readonly levels: (Node | undefined)[][] = [];
  private readonly scratch: HistogramSum[] = [];
  private count = 0;

  /** The number of intervals. */
  get size(): number {
    return this.count;
  }

  begin(place: number): Millis {
    return this.begins[place] ?? 0;
  }

  end(place: number): Millis {
    return this.ends[place] ?? 0;
  }

  /** Adds intervals of a pack, in any order. */
  append(pack: Pack, intervals: readonly number[]): void {
    const first = this.count;
    const packPlace = this.packs.push(pack) - 1;
    this.reserve(first + intervals.length);
    for (const interval of intervals) {
      const place = this.count++;
      this.begins[place] = pack.begin(interval);
      this.ends[place] = pack.begin(interval) + pack.length(interval);
      this.packOf[place] = packPlace;
      this.placeIn[place] = interval;
    }
    if (this.isOutOfOrder(first)) {
      this.sort();
    }
  }

  private reserve(length: number): void {
    if (length <= this.begins.length) {
      return;
    }
    const room = Math.max(length, 2 * this.begins.length);
    const { begins, ends, packOf, placeIn } = this;
    this.begins = new Float64Array(room);
    this.ends = new Float64Array(room);
    this.packOf = new Uint32Array(room);
    this.placeIn = new Uint32Array(room);
    this.begins.set(begins);
    this.ends.set(ends);
    this.packOf.set(packOf);
    this.placeIn.set(placeIn);
  }

  private isOutOfOrder(first: number): boolean {
    for (let i = Math.max(1, first); i < this.count; i++) {
      if (this.begin(i) < this.begin(i - 1)) {
        return true;
      }
    }
    return false;
  }

  private sort(): void {
    const order = Array.from({ length: this.count }, (_, i) => i);
    order.sort((a, b) => this.begin(a) - this.begin(b) || a - b);
    const { begins, ends, packOf, placeIn } = this;
    this.begins = Float64Array.from(order, (i) => begins[i] ?? 0);
    this.ends = Float64Array.from(order, (i) => ends[i] ?? 0);
    this.packOf = Uint32Array.from(order, (i) => packOf[i] ?? 0);
    this.placeIn = Uint32Array.from(order, (i) => placeIn[i] ?? 0);
    this.levels.length = 0;
  }

  /** The index of the first interval that begins at a time or later. */
  placeOf(moment: Millis): number {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.begin(middle) < moment) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Adds the intervals that begin in a span to a sum. */
  addSpan(span: Span, sum: HistogramSum): void {
    this.addRange(this.placeOf(span.from), this.placeOf(span.to), sum);
  }

  /** Adds a range of intervals by index; `to` is exclusive. */
  addRange(from: number, to: number, sum: HistogramSum): void {
    let at = from;
    while (at < to) {
      const level = levelAt(at, to);
      if (level === 0) {
        sum.addEncoded(this.leaf(at).slots);
      } else {
        this.addNode(this.node(level, at >> bitsOf(level)), sum);
      }
      at += 1 << bitsOf(level);
    }
  }

  leaf(place: number): Leaf {
    const pack = this.packs[this.packOf[place] ?? -1];
    if (pack === undefined || place >= this.count) {
      throw new RangeError(`interval ${place} does not exist`);
    }
    return { begin: this.begin(place), end: this.end(place), slots: pack.slots(this.placeIn[place] ?? 0) };
  }

  private node(level: number, index: number): Node {
    const nodes = (this.levels[level] ??= []);
    let node = nodes[index];
    if (node === undefined) {
      node = this.summed(level, index);
      nodes[index] = node;
    }
    return node;
  }

  private addNode(node: Node, sum: HistogramSum): void {
    for (const slots of node) {
      sum.addEncoded(slots);
    }
  }

  private summed(level: number, index: number): Node {
    const sum = (this.scratch[level] ??= new HistogramSum());
    sum.clear();
    const below = level - 1;
    const children = 1 << (bitsOf(level) - bitsOf(below));
    for (let child = index * children; child < (index + 1) * children; child++) {
      if (below >= BRANCHES) {
        this.addNode(this.node(below, child), sum);
      } else {
        this.addBelow(below, child, sum);
      }
    }
    return sum.encode();
  }

  /** Adds the leaves without creating the lowest sums, which are only needed at the ends of spans. */
  private addBelow(level: number, index: number, sum: HistogramSum): void {
    const node = this.levels[level]?.[index];
    if (node !== undefined) {
      this.addNode(node, sum);
      return;
    }
    const bits = bitsOf(level);
    for (let place = index << bits; place < (index + 1) << bits; place++) {
      sum.addEncoded(this.leaf(place).slots);
    }
  }
}

function bitsOf(level: number): number {
  return BITS[level] ?? 0;
}

/** The highest level with a sum that begins at `at` and ends at `to` or before. */
function levelAt(at: number, to: number): number {
  let level = 0;
  while (level + 1 < BITS.length && at % (1 << bitsOf(level + 1)) === 0 && at + (1 << bitsOf(level + 1)) <= to) {
    level++;
  }
  return level;
}
