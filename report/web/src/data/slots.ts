import type { ByteReader, ByteWriter } from "./bytes.ts";
import type { Layout } from "./layout.ts";
import { Malformed } from "./malformed.ts";

/**
 * Counts as a pack has them: of each slot that has any, its index less that of the slot before, less 1 (the first:
 * its index itself), and its count.
 *
 * Half a million intervals fit into a page's memory so, and adding one up is one pass over a few hundred bytes.
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

  /** How many slots were written. */
  get size(): number {
    return this.written;
  }

  /** Slots must rise. */
  put(slot: number, count: number): void {
    this.out.varint(slot - this.next);
    this.out.varint(count);
    this.next = slot + 1;
    this.written++;
  }
}

/**
 * Goes over slots that are not to be trusted.
 *
 * @param slots how many there should be
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
      throw new Malformed(`there is no slot ${next - 1}: its histogram has ${last}`);
    }
    const count = reader.at < reader.end ? (bytes[reader.at] as number) : 0x80;
    if (count < 0x80) {
      reader.at++;
    } else {
      reader.varint();
    }
  }
}
