import type { ByteReader, ByteWriter } from "./bytes.ts";
import type { Layout } from "./layout.ts";
import { Malformed } from "./malformed.ts";

/**
 * Counts in the encoding of a pack: for each used slot its distance from the slot before, less 1 (for the first, its
 * index), and its count.
 *
 * Half a million intervals fit into a page's memory in this form, and adding one is a pass over a few hundred bytes.
 */
export interface EncodedSlots {
  readonly layout: Layout;
  readonly bytes: Uint8Array;
  readonly from: number;
  readonly to: number;
}

/** Writes the slots of one histogram. */
export class SlotWriter {
  private readonly out: ByteWriter;
  private next = 0;
  private written = 0;

  constructor(out: ByteWriter) {
    this.out = out;
  }

  /** The number of written slots. */
  get size(): number {
    return this.written;
  }

  /** Writes a slot. Slots must be ascending. */
  put(slot: number, count: number): void {
    this.out.varint(slot - this.next);
    this.out.varint(count);
    this.next = slot + 1;
    this.written++;
  }
}

/**
 * Validates untrusted slots and moves the reader past them.
 *
 * @param slots the expected number of slots
 */
export function skipSlots(reader: ByteReader, layout: Layout, slots: number): void {
  const bytes = reader.bytes;
  const last = layout.slots;
  let next = 0;
  for (let i = 0; i < slots; i++) {
    const gap = reader.at < reader.end ? (bytes[reader.at] as number) : 0x80;
    if (gap < 0x80) {
      reader.at++;
      next += gap + 1;
    } else {
      next += reader.varint() + 1;
    }
    if (next > last) {
      throw new Malformed(`slot ${next - 1} does not exist: its histogram has ${last}`);
    }
    const count = reader.at < reader.end ? (bytes[reader.at] as number) : 0x80;
    if (count < 0x80) {
      reader.at++;
    } else {
      reader.varint();
    }
  }
}
