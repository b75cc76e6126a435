import { decodeBase64 } from "./base64.ts";
import { unzipped } from "./gzip.ts";
import { LocalSource } from "./local.ts";
import type { PageManifest, SourceDocument, SourceEntry } from "./model.ts";
import { readPack } from "./pack.ts";
import { bodyOf, packAt, pathOf, RemoteSource, type Get } from "./remote.ts";
import type { Source } from "./source.ts";

/** More than a report can hold. */
const MOST_DOCUMENT = 1 << 28;

/** A source that a report holds in itself; `read` gives the text of its elements. */
export async function embeddedSource(entry: SourceEntry, read: (elementId: string) => string): Promise<Source> {
  const json = await unzipped(decodeBase64(read(`takt-source-${entry.id}`)), MOST_DOCUMENT);
  const document = JSON.parse(new TextDecoder().decode(json)) as SourceDocument;
  return new LocalSource(document, await readPack(decodeBase64(read(`takt-pack-${entry.id}`))));
}

/** What tells of growth: an `EventSource`, unless a test has another. */
export type Events = (path: string) => Pick<EventSource, "addEventListener" | "close">;

/** How a page gets at the server. */
export interface Access {
  readonly get?: Get;
  readonly events?: Events;
}

/** What the explorer has. */
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

/** Whether there will be more of it: it is being written, or read. */
export function isGrowing({ entry, reading }: SourceDocument): boolean {
  return entry.state === "running" || reading !== undefined;
}

/**
 * A source of the explorer: as a whole if that is small enough, else part by part. If its run goes on, or its log is
 * being read, it grows until the run or the log ends or `close` is called.
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
  const more = source instanceof LocalSource ? appending(source, get, id) : asking(source, get, id, text);
  return { source, close: follow((access.events ?? ((path) => new EventSource(path)))(`${pathOf(id)}/events`), more) };
}

/** What to do when there is more, and when there will be no more. */
type More = (ended: boolean) => Promise<void>;

function appending(source: LocalSource, get: Get, id: string): More {
  return async (ended) => {
    source.append(await packAt(get, `${pathOf(id)}/pack?after=${source.intervals}`));
    if (ended) {
      source.update(await fetchDocument(get, id));
    }
  };
}

/** What is told again as it was told before is no growth: all that was asked for would be asked once more. */
function asking(source: RemoteSource, get: Get, id: string, first: string): More {
  let told = first;
  return async () => {
    const text = await fetchText(get, id);
    if (text !== told) {
      told = text;
      source.grow(JSON.parse(text) as SourceDocument);
    }
  };
}

/** Does one thing after the other, lest the same intervals come twice; what comes meanwhile is done once. */
function follow(events: ReturnType<Events>, more: More): () => void {
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
      // The server may be gone for a moment; the next event asks again for all that was missed.
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
