import { ByteReader, ByteWriter } from "./bytes.ts";
import { HistogramSum } from "./counts.ts";
import { powerOfTwo } from "./floats.ts";
import { unzipped } from "./gzip.ts";
import { Layout } from "./layout.ts";
import { Malformed } from "./malformed.ts";
import { PackBuilder, type Pack } from "./packBuilder.ts";
import type { SlotHistogram } from "./slotHistogram.ts";
import { skipSlots } from "./slots.ts";

export type { Pack } from "./packBuilder.ts";

const MAGIC = "TAKTPACK";
const VERSION = 1;
/** The maximum decompressed size; the server offers larger logs in parts. */
const MAX_BYTES = 1 << 29;
const LAYOUT_BYTES = 11;
const MAX_LAYOUTS = 1 << 12;
const MAX_TAGS = 1 << 16;
/** The maximum time: 30 thousand years. */
const MAX_MILLIS = 1e15;

/**
 * Reads a pack (see PAGE.md).
 *
 * @throws Malformed if it is not a pack, damaged, or too large
 */
export async function readPack(bytes: Uint8Array): Promise<Pack> {
  try {
    return parse(new ByteReader(await unzipped(bytes, MAX_BYTES)));
  } catch (e) {
    throw e instanceof Malformed ? new Malformed(`the pack of histograms cannot be read: ${e.message}`) : e;
  }
}

function parse(reader: ByteReader): Pack {
  for (const letter of MAGIC) {
    if (reader.left === 0 || reader.u8() !== letter.charCodeAt(0)) {
      throw new Malformed(`it does not begin with ${MAGIC}`);
    }
  }
  const version = reader.varint();
  if (version !== VERSION) {
    throw new Malformed(`its version is ${version}, not ${VERSION}`);
  }
  const tags = Array.from({ length: readCount(reader, 1, MAX_TAGS, "tags") }, () => reader.text(reader.varint()));
  const layouts = Array.from({ length: readCount(reader, LAYOUT_BYTES, MAX_LAYOUTS, "layouts") }, () => readLayout(reader));
  const builder = new PackBuilder(reader.bytes, tags, layouts);
  let begin = 0;
  while (reader.left > 0) {
    begin = readInterval(reader, builder, begin);
  }
  return builder.build();
}

/** @param least the minimum number of bytes of each item */
function readCount(reader: ByteReader, least: number, most: number, what: string): number {
  const count = reader.varint();
  if (count > most || count * least > reader.left) {
    throw new Malformed(`it announces ${count} ${what}, which is impossible`);
  }
  return count;
}

function readLayout(reader: ByteReader): Layout {
  const digits = reader.varint();
  const magnitude = reader.zigzag();
  const fractional = reader.varint() === 1;
  const unit = reader.f64();
  const layout = Layout.of(digits, magnitude, fractional);
  if (unit !== (fractional ? powerOfTwo(magnitude) : 1)) {
    throw new Malformed(`a unit of 2^${magnitude} cannot stand for ${unit}`);
  }
  return layout;
}

function readInterval(reader: ByteReader, builder: PackBuilder, before: number): number {
  const tag = reader.varint();
  const layout = builder.layouts[reader.varint()];
  if (tag >= builder.tags.length || layout === undefined) {
    throw new Malformed("an interval has an undeclared tag or layout");
  }
  const begin = before + reader.zigzag();
  const length = reader.varint();
  if (Math.abs(begin) > MAX_MILLIS || length > MAX_MILLIS) {
    throw new Malformed(`an interval begins at ${begin} ms and takes ${length} ms`);
  }
  const slots = reader.varint();
  const from = reader.at;
  skipSlots(reader, layout, slots);
  builder.add(tag, layout, begin, length, slots, from, reader.at);
  return begin;
}

/** The sum of all intervals of a tag. */
export function sumOf(pack: Pack, tag: string): SlotHistogram {
  const sum = new HistogramSum();
  for (let i = 0; i < pack.size; i++) {
    if (pack.tagOf(i) === tag) {
      sum.addEncoded(pack.slots(i));
    }
  }
  return sum.toHistogram();
}

/** Writes a pack with times rounded to milliseconds. Only for tests and benchmarks. */
export async function writePack(pack: Pack): Promise<Uint8Array> {
  const out = new ByteWriter(pack.bytes.length + 1024);
  for (const letter of MAGIC) {
    out.u8(letter.charCodeAt(0));
  }
  out.varint(VERSION);
  out.varint(pack.tags.length);
  pack.tags.forEach((tag) => out.text(tag));
  out.varint(pack.layouts.length);
  for (const layout of pack.layouts) {
    out.varint(layout.digits);
    out.zigzag(layout.unitMagnitude);
    out.varint(layout.fractional ? 1 : 0);
    out.f64(layout.fractional ? powerOfTwo(layout.unitMagnitude) : 1);
  }
  let before = 0;
  for (let i = 0; i < pack.size; i++) {
    const begin = Math.round(pack.begin(i));
    const slots = pack.slots(i);
    out.varint(pack.tagIndex(i));
    out.varint(pack.layouts.indexOf(slots.layout));
    out.zigzag(begin - before);
    out.varint(Math.round(pack.length(i)));
    out.varint(pack.slotCount(i));
    out.bytes(slots.bytes.subarray(slots.from, slots.to));
    before = begin;
  }
  const stream = new Blob([out.copy() as Uint8Array<ArrayBuffer>]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
