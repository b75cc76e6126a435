import { decodeBase64 } from "./base64.ts";
import { unzipped } from "./gzip.ts";
import { LocalSource } from "./local.ts";
import type { PageManifest, SourceDocument, SourceEntry } from "./model.ts";
import { readPack } from "./pack.ts";
import { AnswerError, bodyOf, packAt, pathOf, RemoteSource, type Get } from "./remote.ts";
import type { Source } from "./source.ts";

/** The maximum size of a document, more than a report can hold. */
const MAX_DOCUMENT_BYTES = 1 << 28;

/** Reads the source that a report embeds; `read` returns the text of an element. */
export async function embeddedSource(entry: SourceEntry, read: (elementId: string) => string): Promise<Source> {
  const json = await unzipped(decodeBase64(read(`takt-source-${entry.id}`)), MAX_DOCUMENT_BYTES);
  const document = JSON.parse(new TextDecoder().decode(json)) as SourceDocument;
  return new LocalSource(document, await readPack(decodeBase64(read(`takt-pack-${entry.id}`))));
}

/** Creates the stream of growth events: an `EventSource`, except in tests. */
export type Events = (path: string) => Pick<EventSource, "addEventListener" | "close">;

/** The page's access to the server. */
export interface Access {
  readonly get?: Get;
  readonly events?: Events;
}

/** Fetches the explorer's list of sources. */
export async function fetchManifest(access: Access = {}): Promise<PageManifest> {
  const response = await bodyOf(access.get ?? fetchPath, "/api/sources");
  return (await response.json()) as PageManifest;
}

function fetchPath(path: string): Promise<Response> {
  return fetch(path);
}

async function fetchDocument(get: Get, id: string): Promise<SourceDocument> {
  return JSON.parse(await fetchText(get, id)) as SourceDocument;
}

async function fetchText(get: Get, id: string): Promise<string> {
  return (await bodyOf(get, pathOf(id))).text();
}

/** Whether the source still grows: it is being written, or read. */
export function isGrowing({ entry, reading }: SourceDocument): boolean {
  return entry.state === "running" || reading !== undefined;
}

/**
 * Opens a source of the explorer: whole if it is small enough, else to be queried in parts. If its run is running, or
 * its log is being read, the source grows until the run or the log ends, or until `close` is called.
 */
export async function fetchSource(id: string, access: Access = {}): Promise<{ source: Source; close: () => void }> {
  const get = access.get ?? fetchPath;
  const text = await fetchText(get, id);
  const document = JSON.parse(text) as SourceDocument;
  const whole = document.delivery === "pack";
  const source = whole
    ? new LocalSource(document, await packAt(get, `${pathOf(id)}/pack`))
    : new RemoteSource(document, get);
  if (!isGrowing(document)) {
    return { source, close: () => undefined };
  }
  const more = source instanceof LocalSource ? appending(source, get, id) : reloading(source, get, id, text);
  return { source, close: follow((access.events ?? ((path) => new EventSource(path)))(`${pathOf(id)}/events`), more) };
}

/** Fetches new data after a growth event, or for the last time at the end. */
type FetchMore = (ended: boolean) => Promise<void>;

function appending(source: LocalSource, get: Get, id: string): FetchMore {
  return async (ended) => {
    const document = ended ? await fetchDocument(get, id) : undefined;
    if (document !== undefined && !isExtended(source, document)) {
      await replace(source, document, get, id);
    } else if (!(await appendNewest(source, get, id))) {
      await replace(source, document ?? (await fetchDocument(get, id)), get, id);
    } else if (document !== undefined) {
      source.update(document);
    }
  };
}

/** Whether a document adds nothing but intervals: a run on several machines gets a merged log, with other tags. */
function isExtended(source: LocalSource, { delivery, tags }: SourceDocument): boolean {
  const known = new Set(source.document.tags.map(({ tag }) => tag));
  return delivery === "pack" && tags.every(({ tag }) => known.has(tag));
}

/** Appends the intervals that the page does not have yet; false if those that it has were merged meanwhile. */
async function appendNewest(source: LocalSource, get: Get, id: string): Promise<boolean> {
  try {
    source.append(await packAt(get, `${pathOf(id)}/pack?after=${source.intervals}`));
    return true;
  } catch (error) {
    if (error instanceof AnswerError && error.status === 409) {
      return false;
    }
    throw error;
  }
}

/** Fetches all again; a log that is too large for that leaves the page what it has. */
async function replace(source: LocalSource, document: SourceDocument, get: Get, id: string): Promise<void> {
  if (document.delivery === "pack") {
    source.replace(document, await packAt(get, `${pathOf(id)}/pack`));
  } else {
    // The server sends no pack of it any more.
    const { tags, span } = source.document;
    const note = "This page shows what was known during the run. Reload it to see the whole result.";
    source.update({ ...document, delivery: "pack", tags, span, notes: [...document.notes, note] });
  }
}

/** Replaces the document if it has changed; an unchanged one would needlessly invalidate all cached responses. */
function reloading(source: RemoteSource, get: Get, id: string, first: string): FetchMore {
  let last = first;
  return async () => {
    const text = await fetchText(get, id);
    if (text !== last) {
      last = text;
      source.grow(JSON.parse(text) as SourceDocument);
    }
  };
}

/** Fetches sequentially, so that no interval arrives twice; events that arrive meanwhile cause one more fetch. */
function follow(events: ReturnType<Events>, more: FetchMore): () => void {
  let busy = false;
  let again = false;
  let ended = false;
  const run = async (): Promise<void> => {
    if (busy) {
      again = true;
      return;
    }
    busy = true;
    do {
      again = false;
      // The server may be unavailable for a moment; the next event fetches all that was missed.
      await more(ended).catch(() => undefined);
    } while (again);
    busy = false;
  };
  events.addEventListener("growth", () => void run());
  events.addEventListener("end", () => {
    ended = true;
    events.close();
    void run();
  });
  return () => events.close();
}
