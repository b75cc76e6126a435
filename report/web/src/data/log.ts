import { isGzip, gunzip } from "./gzip.ts";
import { LogReader } from "./logReader.ts";
import type { SourceDocument, SourceEntry, TagInfo } from "./model.ts";
import type { Pack } from "./pack.ts";
import { endWith } from "./source.ts";
import { plainText } from "./text.ts";
import { isTakts, tagInfo } from "./tags.ts";

/** So long, in milliseconds, the page may stand still while a log is read. */
const LONGEST_TURN = 50;
/** More text than this no page can hold beside what it makes of it. */
const MOST_TEXT = 1 << 30;
const A_YEAR = 365 * 24 * 3600 * 1000;

/** What reading a log may be told. */
export interface LogOptions {
  /** What the source is to be called in the page: letters, digits, "-" and "_"; made of the name if absent. */
  readonly id?: string;
  /** Is told how much has been read, from 0 to 1. */
  readonly onProgress?: (part: number) => void;
}

/**
 * Reads an HdrHistogram interval log of any version and tool, gzip or not.
 *
 * Nothing is skipped in silence: what cannot be read becomes an entry of the document's problems, with its line, and
 * reading goes on with the next. It pauses now and then, so that the page goes on living.
 *
 * @param name what the log is called in messages
 */
export async function readLog(
  name: string,
  bytes: Uint8Array,
  options: LogOptions = {},
): Promise<{ document: SourceDocument; pack: Pack }> {
  const { text, damage } = textOf(bytes);
  const reader = new LogReader(name, plainText(text));
  const mayPause = typeof setTimeout === "function";
  while (!reader.readUntil(mayPause ? performance.now() + LONGEST_TURN : Infinity)) {
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
    const damage = "it is compressed with zstd, which cannot be read here: unpack it first";
    return { text: new Uint8Array(0), damage };
  }
  if (!isGzip(bytes)) {
    return { text: bytes, damage: null };
  }
  const unzipped = gunzip(bytes, MOST_TEXT);
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

/** Hiccups after latencies; otherwise the order of the log. */
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
    notes.push(`Values were corrected for coordinated omission (${reader.header.estimate}): they are an estimate.`);
  }
  if (pack.size > 0 && reader.originEpoch <= A_YEAR) {
    notes.push("The log does not say on which date it began.");
  }
  return notes;
}
