import type { SourceEntry } from "../data/model.ts";
import type { Context, View } from "./context.ts";
import { el, replaceKeepingFocus, changeDetector } from "./dom.ts";
import { count, rate, time } from "./figures.ts";
import { letterOf, placeOf, swatchOf } from "./sides.ts";
import { idOfA, idOfB, idsOfMore, MAX_DRAWN_SOURCES, type State } from "./state.ts";
import { visible } from "./tags.ts";

const MAX_ROWS = 500;
const HINTS: Readonly<Record<string, string>> = {
  A: "the baseline; all sections show it",
  B: "compared with A, as in takt compare A B",
  "+": "also drawn into the spectrum, with its own table",
};

/** The list of runs and logs, to choose from. */
export function sourcesView({ store, theme }: Context): View {
  const filter = el("input", { type: "search", size: 28, placeholder: "filter by name, target, kind…", "aria-label": "filter" });
  const body = el("tbody");
  const found = el("span", { class: "quiet", role: "status" });
  const heads = ["A", "B", "+", "name", "verdict", "errors", "p99", "main cause", "target", "rate", "began"];
  const table = el(
    "table",
    { class: "sources" },
    el("caption", { class: "unseen" }, "Runs and logs"),
    el("thead", {}, el("tr", {}, ...heads.map((head) => el("th", { scope: "col", class: textual(head), title: HINTS[head] }, head)))),
    body,
  );
  const element = el(
    "section",
    { id: "sources", "aria-labelledby": "sources-title" },
    el("header", {}, el("h2", { id: "sources-title" }, "Sources"), el("div", { class: "tools" }, filter, found)),
    el("p", { class: "of" }, `A is the baseline, and all sections show it. B is compared with A. + adds others to the spectrum (${MAX_DRAWN_SOURCES} in total).`),
    el("div", { class: "scroll list" }, table),
  );
  const changed = changeDetector();

  const update = (): void => {
    const state = store.state;
    element.hidden = state.entries.length < 2;
    if (!changed(state.entries, idOfA(state), idOfB(state), idsOfMore(state).join(), filter.value, state.shown.unit, theme())) {
      return;
    }
    const entries = matching(state.entries, filter.value);
    replaceKeepingFocus(body, ...entries.slice(0, MAX_ROWS).map((entry) => row(entry, state)));
    found.textContent = `${entries.length} of ${state.entries.length}`;
  };
  const row = (entry: SourceEntry, state: State): HTMLTableRowElement => {
    const a = idOfA(state) === entry.id;
    const b = idOfB(state) === entry.id;
    const name = visible(entry.name);
    const { unit } = state.shown;
    const more = idsOfMore(state);
    const isMore = more.includes(entry.id);
    const others = more.filter((id) => id !== entry.id);
    const chooseA = (): void => store.show({ a: entry.id, ...(b ? { b: null } : {}), ...FRESH });
    const chooseB = (): void => store.show({ a: idOfA(store.state), b: b ? null : entry.id, more: others, setA: null, setB: null });
    const chooseMore = (): void => store.show({ a: idOfA(store.state), more: isMore ? others : [...more, entry.id] });
    const isFull = more.length >= MAX_DRAWN_SOURCES - 2;
    const place = placeOf(state, entry.id);
    return el(
      "tr",
      { class: a || b || isMore ? "chosen" : null },
      el("td", {}, el("input", { type: "radio", name: "source-a", checked: a, onchange: chooseA, "data-key": `a ${entry.id}`, "aria-label": `show ${name}` })),
      el("td", {}, el("input", { type: "checkbox", checked: b, disabled: a, onchange: chooseB, "data-key": `b ${entry.id}`, "aria-label": `compare with ${name}` })),
      el("td", {}, el("input", { type: "checkbox", checked: isMore, disabled: a || b || (isFull && !isMore), onchange: chooseMore, "data-key": `m ${entry.id}`, "aria-label": `also draw ${name}` })),
      el("th", { scope: "row" }, place === null ? null : swatchOf(place, theme()), place === null ? null : el("b", {}, `${letterOf(place)} `), name, el("span", { class: "quiet" }, ` ${entry.kind}`), headlineOf(entry)),
      el("td", { class: "text" }, verdictOf(entry)),
      el("td", {}, entry.errors === undefined ? "" : count(entry.errors)),
      el("td", {}, entry.p99 === undefined ? "" : time(entry.p99, unit)),
      el("td", { class: "text" }, visible(entry.mainCause ?? "")),
      el("td", { class: "text" }, visible(entry.target ?? "")),
      el("td", {}, entry.rate === undefined ? "" : rate(entry.rate)),
      el("td", { class: "text" }, entry.began === undefined ? "" : dateOf(entry.began)),
    );
  };
  filter.addEventListener("input", update);
  return { element, update };
}

/** The settings that belong to one source, and are reset when another is shown. */
export const FRESH = { brush: null, zoom: null, setA: null, setB: null, without: [], tags: null, heat: null } as const;

function textual(head: string): string | null {
  return ["rate", "p99", "errors"].includes(head) ? null : "text";
}

function headlineOf({ headline }: SourceEntry): HTMLElement | null {
  return headline === undefined ? null : el("span", { class: "quiet headline" }, visible(headline));
}

/** The verdict on a run that has ended; else its state. */
function verdictOf(entry: SourceEntry): HTMLElement {
  const { state, verdict } = entry;
  if (state === "complete" && verdict !== undefined) {
    return el("span", { class: `state ${verdict === "ok" ? "ok" : "broken"}` }, verdict === "ok" ? "✓ ok" : `✕ ${visible(verdict)}`);
  }
  const word = state === "running" ? "● running" : state === "broken" ? "✕ broken" : "complete";
  const why = entry.problem === undefined ? "" : `: ${visible(entry.problem)}`;
  return el("span", { class: `state ${entry.state}` }, word, why);
}

/** Formats to the minute, in the reader's time zone. */
export function dateOf(epochMillis: number): string {
  const date = new Date(epochMillis);
  const two = (number: number): string => String(number).padStart(2, "0");
  return Number.isNaN(date.getTime())
    ? ""
    : `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** The entries that contain each word of the filter. */
export function matching(entries: readonly SourceEntry[], filter: string): readonly SourceEntry[] {
  const words = filter.toLowerCase().split(/\s+/).filter((word) => word !== "");
  return entries.filter((entry) => {
    const text = [entry.name, entry.kind, entry.state, entry.target, entry.problem, entry.verdict, entry.mainCause, entry.headline].join(" ").toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
