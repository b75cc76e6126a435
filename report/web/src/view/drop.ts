import type { Context } from "./context.ts";
import { el } from "./dom.ts";

const MANY_BYTES = 512 * 1024 * 1024;

/** Reads a log. `place` is its index among logs that were dropped together. */
export type ReadLog = (name: string, bytes: Uint8Array<ArrayBuffer>, id: string, place: number) => Promise<void>;

/** Reads logs that are dropped on the page, or chosen, in the browser: they do not leave the machine. */
export function droppedLogs(context: Context, read: ReadLog): HTMLElement {
  const input = el("input", { type: "file", multiple: true, accept: ".hdr,.hlog,.log,.gz,.txt", class: "unseen", tabindex: -1, "aria-label": "a log to open" });
  const button = el(
    "button",
    { type: "button", title: "open an HdrHistogram log, also .gz; it stays on this machine", onclick: () => input.click() },
    "Open a log…",
  );
  input.addEventListener("change", () => {
    void readAll(context, [...(input.files ?? [])], read);
    input.value = "";
  });
  const over = (on: boolean): void => {
    document.documentElement.classList.toggle("dropping", on);
  };
  document.addEventListener("dragover", (event) => {
    if (event.dataTransfer?.types.includes("Files") === true) {
      event.preventDefault();
      over(true);
    }
  });
  document.addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) {
      over(false);
    }
  });
  document.addEventListener("drop", (event) => {
    over(false);
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length > 0) {
      event.preventDefault();
      void readAll(context, files, read);
    }
  });
  return el("span", {}, button, input);
}

async function readAll(context: Context, files: readonly File[], read: ReadLog): Promise<void> {
  for (const [place, file] of files.entries()) {
    try {
      if (file.size > MANY_BYTES) {
        throw new Error("it is larger than 512 MB, the limit of a browser; use takt explore");
      }
      await read(file.name, new Uint8Array(await file.arrayBuffer()), freeId(context, file.name), place);
    } catch (error) {
      context.store.addMessage(`${file.name} cannot be shown: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}

/** A unique id, derived from the file's name. */
function freeId(context: Context, name: string): string {
  const base = `dropped-${name.replace(/[^A-Za-z0-9_-]+/g, "-").slice(0, 60)}`;
  const taken = new Set(context.store.state.entries.map((entry) => entry.id));
  let id = base;
  for (let i = 2; taken.has(id); i++) {
    id = `${base}-${i}`;
  }
  return id;
}
