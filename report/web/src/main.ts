import "./style.css";
import { readLog } from "./data/log.ts";
import { LocalSource } from "./data/local.ts";
import type { PageManifest, SourceEntry } from "./data/model.ts";
import { embeddedSource, fetchManifest, fetchSource } from "./data/open.ts";
import type { Source } from "./data/source.ts";
import { start, type Sources } from "./view/app.ts";
import type { Opened } from "./view/library.ts";

const LOOK_AGAIN_MILLIS = 5000;

/** What the page holds in an element. */
function embedded(id: string): string {
  const text = document.getElementById(id)?.textContent;
  if (text === null || text === undefined) {
    throw new Error(`the page lacks a part of itself (${id}); was the file cut off?`);
  }
  return text;
}

function manifest(): PageManifest {
  const found: unknown = JSON.parse(embedded("takt-page"));
  if (typeof found !== "object" || found === null || !("sources" in found) || !Array.isArray(found.sources)) {
    throw new Error("the page's list of runs is none");
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

/** The explorer's folder changes while it is looked at. */
function lookAgain(library: ReturnType<typeof start>): void {
  const look = (): void => {
    // If the explorer has ended, what is on the page can still be looked at.
    fetchManifest().then(({ sources }) => library.relist(sources), () => undefined);
  };
  setInterval(look, LOOK_AGAIN_MILLIS);
}

function run(): void {
  const root = document.getElementById("takt") ?? document.body;
  try {
    const found = manifest();
    const library = start(root, sourcesOf(found));
    if (found.mode === "explore") {
      lookAgain(library);
    }
  } catch (error) {
    const words = document.createElement("p");
    words.setAttribute("role", "alert");
    words.textContent = `This page cannot be shown: ${error instanceof Error ? error.message : String(error)}`;
    root.replaceChildren(words);
  }
}

run();
