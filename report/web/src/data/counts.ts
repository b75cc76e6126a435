import { ByteReader, ByteWriter } from "./bytes.ts";
import type { Histogram } from "./histogram.ts";
import { Layout } from "./layout.ts";
import { SlotHistogram, type SlotCounts } from "./slotHistogram.ts";
import { SlotWriter, type EncodedSlots } from "./slots.ts";

/** Slots per block, as a power of two; empty blocks are skipped. */
const BLOCK_BITS = 7;
const BLOCK = 1 << BLOCK_BITS;

/** The sum of histograms with the same layout, as a dense array that is cheap to clear. */
class Part {
  readonly layout: Layout;
  private counts = new Float64Array(2048);
  private touched = new Uint8Array(2048 >> BLOCK_BITS);
  used = false;

  constructor(layout: Layout) {
    this.layout = layout;
  }

  add(slot: number, count: number): void {
    if (slot >= this.counts.length) {
      this.grow(slot);
    }
    this.counts[slot] = (this.counts[slot] as number) + count;
    this.touched[slot >> BLOCK_BITS] = 1;
    this.used = true;
  }

  /** The hot loop. The slots have been validated before. */
  addEncoded(bytes: Uint8Array, from: number, to: number): void {
    let counts = this.counts;
    let touched = this.touched;
    let slot = -1;
    let at = from;
    this.used = true;
    while (at < to) {
      const gap = bytes[at] as number;
      const count = bytes[at + 1] as number;
      if (gap < 0x80 && count < 0x80) {
        slot += gap + 1;
        at += 2;
        if (slot >= counts.length) {
          this.grow(slot);
          counts = this.counts;
          touched = this.touched;
        }
        counts[slot] = (counts[slot] as number) + count;
        touched[slot >> BLOCK_BITS] = 1;
        continue;
      }
      let value = gap & 0x7f;
      let more = gap;
      for (let shift = 7; more >= 0x80; shift += 7) {
        more = bytes[++at] as number;
        value |= (more & 0x7f) << shift;
      }
      slot += value + 1;
      at++;
      const first = bytes[at] as number;
      const second = bytes[at + 1] as number;
      if (first < 0x80) {
        at++;
        this.add(slot, first);
      } else if (second < 0x80) {
        at += 2;
        this.add(slot, (first & 0x7f) | (second << 7));
      } else {
        const reader = new ByteReader(bytes, at, to);
        this.add(slot, reader.varint());
        at = reader.at;
      }
      counts = this.counts;
      touched = this.touched;
    }
  }

  private grow(slot: number): void {
    const length = Math.min(Math.max(slot + 1, 2 * this.counts.length), this.layout.slots + BLOCK);
    const blocks = (length + BLOCK - 1) >> BLOCK_BITS;
    const counts = new Float64Array(blocks << BLOCK_BITS);
    counts.set(this.counts);
    const touched = new Uint8Array(blocks);
    touched.set(this.touched);
    this.counts = counts;
    this.touched = touched;
  }

  /** The number of slots with a count. */
  private size(): number {
    let size = 0;
    for (let block = 0; block < this.touched.length; block++) {
      if (this.touched[block] === 1) {
        const end = (block + 1) << BLOCK_BITS;
        for (let slot = block << BLOCK_BITS; slot < end; slot++) {
          size += (this.counts[slot] as number) === 0 ? 0 : 1;
        }
      }
    }
    return size;
  }

  clear(): void {
    for (let block = 0; this.used && block < this.touched.length; block++) {
      if (this.touched[block] === 1) {
        this.counts.fill(0, block << BLOCK_BITS, (block + 1) << BLOCK_BITS);
        this.touched[block] = 0;
      }
    }
    this.used = false;
  }

  toCounts(): SlotCounts {
    const size = this.size();
    const slots = new Int32Array(size);
    const counts = new Float64Array(size);
    let next = 0;
    for (let block = 0; block < this.touched.length; block++) {
      if (this.touched[block] === 1) {
        const end = (block + 1) << BLOCK_BITS;
        for (let slot = block << BLOCK_BITS; slot < end; slot++) {
          const count = this.counts[slot] as number;
          if (count !== 0) {
            slots[next] = slot;
            counts[next++] = count;
          }
        }
      }
    }
    return { layout: this.layout, slots, counts };
  }

  encode(scratch: ByteWriter): EncodedSlots {
    const { slots, counts } = this.toCounts();
    scratch.clear();
    const writer = new SlotWriter(scratch);
    for (let i = 0; i < slots.length; i++) {
      writer.put(slots[i] as number, counts[i] as number);
    }
    const bytes = scratch.copy();
    return { layout: this.layout, bytes, from: 0, to: bytes.length };
  }
}

/**
 * Sums histograms. Those of different layouts are kept separately, so that nothing is lost.
 *
 * Reusable after `clear`, which keeps its memory.
 */
export class HistogramSum {
  private readonly parts: Part[] = [];
  private readonly scratch = new ByteWriter();

  private part(layout: Layout): Part {
    for (const part of this.parts) {
      if (part.layout === layout) {
        return part;
      }
    }
    const made = new Part(layout);
    this.parts.push(made);
    return made;
  }

  /** Adds values to one slot. */
  addSlot(layout: Layout, slot: number, count: number): void {
    if (!(slot >= 0 && slot < layout.slots)) {
      throw new RangeError(`slot ${slot} does not exist`);
    }
    this.part(layout).add(slot, count);
  }

  /** Adds slots of one layout; empty ones may be omitted. */
  addSlots(layout: Layout, slots: ArrayLike<number>, counts: ArrayLike<number>): void {
    for (let i = 0; i < slots.length; i++) {
      this.addSlot(layout, slots[i] ?? -1, counts[i] ?? 0);
    }
  }

  /** Adds slots of a pack, which have been validated. */
  addEncoded(slots: EncodedSlots): void {
    this.part(slots.layout).addEncoded(slots.bytes, slots.from, slots.to);
  }

  /** Adds all values of a histogram. */
  add(histogram: SlotHistogram): void {
    for (const part of histogram.parts) {
      this.addSlots(part.layout, part.slots, part.counts);
    }
  }

  /** Removes all counts. */
  clear(): void {
    for (const part of this.parts) {
      part.clear();
    }
    if (this.parts.length > 8) {
      this.parts.length = 0;
    }
  }

  /** The sum as a histogram. */
  toHistogram(): SlotHistogram {
    return new SlotHistogram(this.used().map((part) => part.toCounts()));
  }

  /** The sum in the compact encoding of a pack. */
  encode(): readonly EncodedSlots[] {
    return this.used().map((part) => part.encode(this.scratch));
  }

  private used(): Part[] {
    return this.parts.filter((part) => part.used).sort((a, b) => Layout.compare(a.layout, b.layout));
  }
}

/** A histogram without values. */
export const EMPTY_HISTOGRAM: Histogram = new SlotHistogram([]);
