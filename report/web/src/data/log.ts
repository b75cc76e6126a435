import { isGzip, gunzip } from "./gzip.ts";
import { LogReader } from "./logReader.ts";
import type { SourceDocument, SourceEntry, TagInfo } from "./model.ts";
import type { Pack } from "./pack.ts";
import { endWith } from "./source.ts";
import { plainText } from "./text.ts";
import { isTakts, tagInfo } from "./tags.ts";

/** How long reading may block the page's thread, in milliseconds. */
const MAX_BLOCKING_MILLIS = 50;
/** The maximum size of a text: a browser cannot hold more together with the decoded intervals. */
const MAX_TEXT_BYTES = 1 << 30;
const A_YEAR = 365 * 24 * 3600 * 1000;

/** Options of reading a log. */
export interface LogOptions {
  /** The source's id in the page: letters, digits, "-" and "_"; derived from the name if absent. */
  readonly id?: string;
  /** Receives the fraction that has been read, from 0 to 1. */
  readonly onProgress?: (part: number) => void;
}

/**
 * Reads an HdrHistogram interval log of any version and tool, gzip or not.
 *
 * Nothing is skipped silently: a line that cannot be read becomes a problem of the document, and reading continues with
 * the next line. It yields regularly to the event loop, so that the page stays responsive.
 *
 * @param name the log's name in messages
 */
export async function readLog(
  name: string,
  bytes: Uint8Array,
  options: LogOptions = {},
): Promise<{ document: SourceDocument; pack: Pack }> {
  const { text, damage } = textOf(bytes);
  const reader = new LogReader(name, plainText(text));
  const mayPause = typeof setTimeout === "function";
  while (!reader.readUntil(mayPause ? performance.now() + MAX_BLOCKING_MILLIS : Infinity)) {
    options.onProgress?.(reader.part);
    await new Promise((resume) => setTimeout(resume, 0));
  }
  reader.end(damage);
  const pack = reader.pack();
  return { document: documentOf(options.id ?? idOf(name), reader, pack), pack };
}

interface Text {
  readonly text: Uint8Array;
  readonly damage: string | null;
}

function textOf(bytes: Uint8Array): Text {
  if (bytes[0] === 0x28 && bytes[1] === 0xb5 && bytes[2] === 0x2f && bytes[3] === 0xfd) {
    const damage = "it is compressed with zstd, which browsers cannot read: decompress it first";
    return { text: new Uint8Array(0), damage };
  }
  if (!isGzip(bytes)) {
    return { text: bytes, damage: null };
  }
  const unzipped = gunzip(bytes, MAX_TEXT_BYTES);
  return { text: unzipped.bytes, damage: unzipped.damage };
}

function idOf(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]+/g, "-").slice(-64) || "log";
}

function documentOf(id: string, reader: LogReader, pack: Pack): SourceDocument {
  const tags = pack.tags.map(tagInfo).sort((a, b) => rank(a) - rank(b));
  const own = tags.some(isTakts);
  const unit = reader.header.unit ?? (own ? 1 : null);
  const originEpoch = reader.originEpoch;
  const measured = tags.some((tag) => tag.warmup === true) ? spanOf(pack, (tag) => tagInfo(tag).warmup === false) : null;
  return {
    format: "takt-source-1",
    entry: entryOf(id, reader, pack),
    originEpoch,
    ...(unit === null ? {} : { unit }),
    tags,
    delivery: "pack",
    span: spanOf(pack, () => true) ?? { from: 0, to: 0 },
    ...(measured === null ? {} : { measured }),
    notes: notesOf(reader, pack),
    problems: reader.problems(pack.size),
  };
}

/** Sorts hiccups after latencies. */
function rank(tag: TagInfo): number {
  return tag.group === "hiccups" ? 1 : 0;
}

function entryOf(id: string, reader: LogReader, pack: Pack): SourceEntry {
  const problem = pack.size === 0 ? reader.problems(0)[0] : undefined;
  return {
    id,
    name: reader.name,
    kind: "log",
    state: pack.size === 0 ? "broken" : "complete",
    ...(problem === undefined ? {} : { problem }),
    ...(reader.originEpoch > A_YEAR ? { began: reader.originEpoch } : {}),
  };
}

function spanOf(pack: Pack, wanted: (tag: string) => boolean): { from: number; to: number } | null {
  const chosen = pack.tags.map(wanted);
  let from = Infinity;
  let to = -Infinity;
  for (let i = 0; i < pack.size; i++) {
    if (chosen[pack.tagIndex(i)] === true) {
      from = Math.min(from, pack.begin(i));
      to = Math.max(to, endWith(pack.begin(i), pack.length(i)));
    }
  }
  return from <= to ? { from, to } : null;
}

function notesOf(reader: LogReader, pack: Pack): string[] {
  const notes = [...reader.inferred];
  if (reader.header.estimate !== null) {
    notes.push(`The values are an estimate, corrected for coordinated omission: ${reader.header.estimate}`);
  }
  if (pack.size > 0 && reader.originEpoch <= A_YEAR) {
    notes.push("The log does not say its start date.");
  }
  return notes;
}
