import type { SourceEntry, Span } from "../data/model.ts";
import type { Source } from "../data/source.ts";
import type { UnitChoice } from "../draw/units.ts";
import { withUnit } from "./toldUnit.ts";

export type { UnitChoice };
export type ThemeChoice = "auto" | "light" | "dark";

/** What is looked at: the part of the state that stands in the address, so that a view can be sent. */
export interface Shown {
  /** The source that is looked at; null stands for the first. */
  readonly a: string | null;
  /** One to compare it with. */
  readonly b: string | null;
  /** Others that are drawn into the spectrum as well. */
  readonly more: readonly string[];
  /** The curves of the spectrum; null stands for the headline of each operation. */
  readonly tags: readonly string[] | null;
  /** What the map over time shows; null stands for the first of the curves. */
  readonly heat: string | null;
  readonly brush: Span | null;
  /** Two spans of the source that are compared with each other; each may still be missing. */
  readonly setA: Span | null;
  readonly setB: Span | null;
  /** What part of the time is on the screen; null stands for all. */
  readonly zoom: Span | null;
  readonly unit: UnitChoice;
  /** What a value of 1 stands for in logs that do not say it, nanoseconds. */
  readonly recorded: number;
  readonly theme: ThemeChoice;
  /** Whether the spectrum's values are on a linear scale, in place of a logarithmic one. */
  readonly linear: boolean;
  /** As it was typed. */
  readonly sla: string;
  /** Causes without which the spectrum is drawn as well: places in the explanation. */
  readonly without: readonly number[];
}

export const NOTHING_CHOSEN: Shown = {
  a: null,
  b: null,
  more: [],
  tags: null,
  heat: null,
  brush: null,
  setA: null,
  setB: null,
  zoom: null,
  unit: "auto",
  recorded: 1,
  theme: "auto",
  linear: false,
  sla: "",
  without: [],
};

/** What a pointer is over. Stalls and operations are named by their ids. */
export interface Pointed {
  readonly moment: number | null;
  readonly quantile: number | null;
  readonly stall: number | null;
  readonly operation: number | null;
}

export const NOWHERE: Pointed = { moment: null, quantile: null, stall: null, operation: null };

/** A source on its way in. */
export type Loaded =
  | { readonly is: "loading" }
  | { readonly is: "ready"; readonly source: Source }
  | { readonly is: "failed"; readonly words: string };

export interface State {
  readonly shown: Shown;
  readonly pointed: Pointed;
  readonly entries: readonly SourceEntry[];
  /** The source that is looked at if none was chosen: the one that was first when the page was opened. */
  readonly first: string | null;
  readonly loaded: ReadonlyMap<string, Loaded>;
  /** Goes up whenever a source that is shown has more than before. */
  readonly growth: number;
  /** The operation whose parts are shown. */
  readonly open: number | null;
  /** What went wrong, in words, for the reader; newest last. */
  readonly troubles: readonly string[];
}

/** The id of the source that is looked at. */
export function idOfA(state: State): string | null {
  const known = (id: string | null): SourceEntry | undefined => state.entries.find((entry) => entry.id === id);
  return (known(state.shown.a) ?? known(state.first) ?? state.entries[0])?.id ?? null;
}

/** The id of the one it is compared with. */
export function idOfB(state: State): string | null {
  const chosen = state.entries.find((entry) => entry.id === state.shown.b);
  return chosen === undefined || chosen.id === idOfA(state) ? null : chosen.id;
}

/** So many runs have a colour each that can be told from the others. */
export const MOST_SOURCES = 7;

/** The ids of the others that are drawn. */
export function idsOfMore(state: State): readonly string[] {
  const first = [idOfA(state), idOfB(state)];
  const known = new Set(state.entries.map((entry) => entry.id));
  const chosen = [...new Set(state.shown.more)].filter((id) => known.has(id) && !first.includes(id));
  return chosen.slice(0, MOST_SOURCES - 2);
}

/** All that are looked at: A, B if there is one, then the others. */
export function idsShown(state: State): readonly string[] {
  return [idOfA(state), idOfB(state), ...idsOfMore(state)].filter((id) => id !== null);
}

function ready(state: State, id: string | null): Source | null {
  const loaded = id === null ? undefined : state.loaded.get(id);
  return loaded?.is === "ready" ? withUnit(loaded.source, state.shown.recorded) : null;
}

/** The source that is looked at, as soon as it is there. */
export function sourceA(state: State): Source | null {
  return ready(state, idOfA(state));
}

export function sourceB(state: State): Source | null {
  return ready(state, idOfB(state));
}

/** The others that are there already, in their order. */
export function moreSources(state: State): readonly Source[] {
  return idsOfMore(state).map((id) => ready(state, id)).filter((source) => source !== null);
}

/** How far a source is on its way in. */
export function loadedOf(state: State, id: string | null): Loaded | null {
  return id === null ? null : (state.loaded.get(id) ?? null);
}

/** What all figures are of: the brush, or everything. */
export function lookedAt(state: State, source: Source): Span {
  return state.shown.brush ?? source.document.span;
}

/** What the axis of time shows. */
export function onScreen(state: State, source: Source): Span {
  return state.shown.zoom ?? source.document.span;
}
