import type { Layout } from "./layout.ts";
import { Malformed } from "./malformed.ts";
import type { EncodedSlots } from "./slots.ts";

/** The maximum number of intervals, which take 256 MB without their counts. */
const MAX_INTERVALS = 1 << 23;

/** The intervals of a log in order, with all counts in one buffer. Immutable. */
export interface Pack {
  /** "" stands for no tag. */
  readonly tags: readonly string[];
  readonly layouts: readonly Layout[];
  /** The number of intervals; one with histograms of several layouts counts once for each. */
  readonly size: number;
  readonly bytes: Uint8Array;
  tagIndex(interval: number): number;
  tagOf(interval: number): string;
  /** The begin of an interval, in milliseconds since the origin. */
  begin(interval: number): number;
  /** The length of an interval, in milliseconds. */
  length(interval: number): number;
  slotCount(interval: number): number;
  slots(interval: number): EncodedSlots;
}

/** Collects intervals in growable columns. */
export class PackBuilder {
  readonly tags: string[];
  readonly layouts: Layout[];
  private bytes: Uint8Array;
  private size = 0;
  private tag = new Uint32Array(256);
  private layout = new Uint32Array(256);
  private begin = new Float64Array(256);
  private length = new Float64Array(256);
  private slots = new Uint32Array(256);
  private from = new Float64Array(256);
  private to = new Float64Array(256);
  private readonly layoutPlaces = new Map<Layout, number>();

  constructor(bytes: Uint8Array, tags: string[], layouts: Layout[]) {
    this.bytes = bytes;
    this.tags = tags;
    this.layouts = layouts;
    layouts.forEach((layout, i) => this.layoutPlaces.set(layout, i));
  }

  /** Whether no more intervals can be added. */
  get full(): boolean {
    return this.size >= MAX_INTERVALS;
  }

  /** Adds an interval whose counts are in a range of the pack's bytes. */
  add(tag: number, layout: Layout, begin: number, length: number, slots: number, from: number, to: number): void {
    if (this.full) {
      throw new Malformed(`there are more than ${MAX_INTERVALS} intervals`);
    }
    if (this.size === this.tag.length) {
      this.grow();
    }
    const i = this.size++;
    this.tag[i] = tag;
    this.layout[i] = this.place(layout);
    this.begin[i] = begin;
    this.length[i] = length;
    this.slots[i] = slots;
    this.from[i] = from;
    this.to[i] = to;
  }

  private place(layout: Layout): number {
    let place = this.layoutPlaces.get(layout);
    if (place === undefined) {
      place = this.layouts.push(layout) - 1;
      this.layoutPlaces.set(layout, place);
    }
    return place;
  }

  private grow(): void {
    const length = 2 * this.tag.length;
    const larger = <T extends Uint32Array | Float64Array>(made: T, column: T): T => {
      made.set(column);
      return made;
    };
    this.tag = larger(new Uint32Array(length), this.tag);
    this.layout = larger(new Uint32Array(length), this.layout);
    this.slots = larger(new Uint32Array(length), this.slots);
    this.begin = larger(new Float64Array(length), this.begin);
    this.length = larger(new Float64Array(length), this.length);
    this.from = larger(new Float64Array(length), this.from);
    this.to = larger(new Float64Array(length), this.to);
  }

  /** @param bytes the buffer with all counts, if it was not yet known at construction */
  build(bytes: Uint8Array = this.bytes): Pack {
    const { tags, layouts, size, tag, layout, begin, length, slots, from, to } = this;
    return {
      tags,
      layouts,
      size,
      bytes,
      tagIndex: (i) => tag[i] ?? 0,
      tagOf: (i) => tags[tag[i] ?? 0] ?? "",
      begin: (i) => begin[i] ?? 0,
      length: (i) => length[i] ?? 0,
      slotCount: (i) => slots[i] ?? 0,
      slots: (i) => {
        const known = layouts[layout[i] ?? 0];
        if (known === undefined) {
          throw new RangeError(`interval ${i} does not exist`);
        }
        return { layout: known, bytes, from: from[i] ?? 0, to: to[i] ?? 0 };
      },
    };
  }
}
