import "./style.css";
import { readLog } from "./data/log.ts";
import { LocalSource } from "./data/local.ts";
import type { PageManifest, SourceEntry } from "./data/model.ts";
import { embeddedSource, fetchManifest, fetchSource } from "./data/open.ts";
import type { Source } from "./data/source.ts";
import { start, type Sources } from "./view/app.ts";
import type { Opened } from "./view/library.ts";

const POLL_INTERVAL_MILLIS = 5000;

/** The text of an element that the page embeds. */
function embedded(id: string): string {
  const text = document.getElementById(id)?.textContent;
  if (text === null || text === undefined) {
    throw new Error(`a part of the page is missing (${id}); was the file truncated?`);
  }
  return text;
}

function manifest(): PageManifest {
  const found: unknown = JSON.parse(embedded("takt-page"));
  if (typeof found !== "object" || found === null || !("sources" in found) || !Array.isArray(found.sources)) {
    throw new Error("the page's list of runs is not valid");
  }
  return found as PageManifest;
}

async function read(name: string, bytes: Uint8Array<ArrayBuffer>, id: string): Promise<Source> {
  const { document: log, pack } = await readLog(name, bytes, { id });
  const problem = log.problems[0];
  if (pack.size === 0 && problem !== undefined) {
    throw new Error(problem);
  }
  return new LocalSource(log, pack);
}

function sourcesOf({ mode, sources: entries }: PageManifest): Sources {
  const open = async (entry: SourceEntry): Promise<Opened> =>
    mode === "explore" ? fetchSource(entry.id) : { source: await embeddedSource(entry, embedded) };
  return { entries, open, read };
}

/** Polls the explorer's list of runs, which can change while the page is open. */
function pollSources(library: ReturnType<typeof start>): void {
  const poll = (): void => {
    // If the explorer has ended, the page keeps what it has.
    fetchManifest().then(({ sources }) => library.updateList(sources), () => undefined);
  };
  setInterval(poll, POLL_INTERVAL_MILLIS);
}

function run(): void {
  const root = document.getElementById("takt") ?? document.body;
  try {
    const found = manifest();
    const library = start(root, sourcesOf(found));
    if (found.mode === "explore") {
      pollSources(library);
    }
  } catch (error) {
    const words = document.createElement("p");
    words.setAttribute("role", "alert");
    words.textContent = `This page cannot be shown: ${error instanceof Error ? error.message : String(error)}`;
    root.replaceChildren(words);
  }
}

run();
