// Fixtures of the data layer: deterministic synthetic columns, logs and packs.

import { ByteWriter } from "../src/data/bytes.ts";
import { Layout } from "../src/data/layout.ts";
import type { SourceDocument } from "../src/data/model.ts";
import { PackBuilder, type Pack } from "../src/data/packBuilder.ts";
import { SlotWriter } from "../src/data/slots.ts";
import { tagInfo } from "../src/data/tags.ts";
import { randomInts } from "../src/data/random.ts";

export const THREE_DIGITS = Layout.of(3, 0);

/** An interval to be put into a pack. */
export interface Given {
  readonly tag: string;
  readonly begin: number;
  readonly length: number;
  readonly values: readonly number[];
  readonly layout?: Layout;
}

export function packOf(intervals: readonly Given[]): Pack {
  const out = new ByteWriter();
  const builder = new PackBuilder(new Uint8Array(0), [...new Set(intervals.map(({ tag }) => tag))], []);
  for (const { tag, begin, length, values, layout = THREE_DIGITS } of intervals) {
    const counts = new Map<number, number>();
    for (const value of values) {
      const slot = layout.slotOf(value);
      counts.set(slot, (counts.get(slot) ?? 0) + 1);
    }
    const from = out.size;
    const writer = new SlotWriter(out);
    [...counts.entries()].sort(([a], [b]) => a - b).forEach(([slot, count]) => writer.put(slot, count));
    builder.add(builder.tags.indexOf(tag), layout, begin, length, counts.size, from, out.size);
  }
  return builder.build(out.copy());
}

export function documentOf(pack: Pack): SourceDocument {
  let to = 0;
  for (let i = 0; i < pack.size; i++) {
    to = Math.max(to, pack.begin(i) + pack.length(i));
  }
  return {
    format: "takt-source-1",
    entry: { id: "given", name: "given", kind: "log", state: "complete" },
    originEpoch: 1_735_689_600_000,
    tags: pack.tags.map(tagInfo),
    delivery: "pack",
    span: { from: 0, to },
    notes: [],
    problems: [],
  };
}

/** Uniform and normal random numbers. */
export interface Chance {
  uniform(): number;
  normal(): number;
  below(limit: number): number;
}

export function chance(seed: number): Chance {
  const below = randomInts(seed);
  const uniform = (): number => (below(2 ** 31) + 0.5) / 2 ** 31;
  return {
    below,
    uniform,
    normal: () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform()),
  };
}
