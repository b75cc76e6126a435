import type { SourceEntry, Span } from "../data/model.ts";
import type { Source } from "../data/source.ts";
import type { UnitChoice } from "../draw/units.ts";
import { withUnit } from "./assumedUnit.ts";

export type { UnitChoice };
export type ThemeChoice = "auto" | "light" | "dark";

/** The part of the state that is stored in the address, so that a view can be shared. */
export interface Shown {
  /** The source that is shown; null stands for the first. */
  readonly a: string | null;
  /** The source to compare with. */
  readonly b: string | null;
  /** Further sources that are drawn into the spectrum. */
  readonly more: readonly string[];
  /** The curves of the spectrum; null stands for the headline of each operation. */
  readonly tags: readonly string[] | null;
  /** The tag of the heat map; null stands for the first of the curves. */
  readonly heat: string | null;
  readonly brush: Span | null;
  /** Two spans of the source to compare; each may be missing. */
  readonly setA: Span | null;
  readonly setB: Span | null;
  /** The visible span; null stands for the whole time. */
  readonly zoom: Span | null;
  readonly unit: UnitChoice;
  /** Nanoseconds per unit of values, for logs that do not say it. */
  readonly recorded: number;
  readonly theme: ThemeChoice;
  /** Whether the spectrum's values are on a linear scale instead of a logarithmic one. */
  readonly linear: boolean;
  /** The service level as typed. */
  readonly sla: string;
  /** The causes without which the spectrum is also drawn, as indices in the explanation. */
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

/** The elements under the pointer. Stalls and operations are identified by their ids. */
export interface Pointed {
  readonly moment: number | null;
  readonly quantile: number | null;
  readonly stall: number | null;
  readonly operation: number | null;
}

export const NOWHERE: Pointed = { moment: null, quantile: null, stall: null, operation: null };

/** The loading state of a source. */
export type Loaded =
  | { readonly is: "loading" }
  | { readonly is: "ready"; readonly source: Source }
  | { readonly is: "failed"; readonly words: string };

export interface State {
  readonly shown: Shown;
  readonly pointed: Pointed;
  readonly entries: readonly SourceEntry[];
  /** The source that is shown if none is chosen: the first one when the page was opened. */
  readonly first: string | null;
  readonly loaded: ReadonlyMap<string, Loaded>;
  /** Incremented when a shown source has grown. */
  readonly growth: number;
  /** The operation whose details are open. */
  readonly open: number | null;
  /** Error messages for the reader; newest last. */
  readonly messages: readonly string[];
}

/** The id of source A. */
export function idOfA(state: State): string | null {
  const known = (id: string | null): SourceEntry | undefined => state.entries.find((entry) => entry.id === id);
  return (known(state.shown.a) ?? known(state.first) ?? state.entries[0])?.id ?? null;
}

/** The id of source B. */
export function idOfB(state: State): string | null {
  const chosen = state.entries.find((entry) => entry.id === state.shown.b);
  return chosen === undefined || chosen.id === idOfA(state) ? null : chosen.id;
}

/** The maximum number of drawn sources, each with a distinguishable colour. */
export const MAX_DRAWN_SOURCES = 7;

/** The ids of the further drawn sources. */
export function idsOfMore(state: State): readonly string[] {
  const first = [idOfA(state), idOfB(state)];
  const known = new Set(state.entries.map((entry) => entry.id));
  const chosen = [...new Set(state.shown.more)].filter((id) => known.has(id) && !first.includes(id));
  return chosen.slice(0, MAX_DRAWN_SOURCES - 2);
}

/** The ids of all shown sources: A, B if there is one, then the others. */
export function idsShown(state: State): readonly string[] {
  return [idOfA(state), idOfB(state), ...idsOfMore(state)].filter((id) => id !== null);
}

function ready(state: State, id: string | null): Source | null {
  const loaded = id === null ? undefined : state.loaded.get(id);
  return loaded?.is === "ready" ? withUnit(loaded.source, state.shown.recorded) : null;
}

/** Source A, once it is loaded. */
export function sourceA(state: State): Source | null {
  return ready(state, idOfA(state));
}

export function sourceB(state: State): Source | null {
  return ready(state, idOfB(state));
}

/** The further sources that are loaded, in order. */
export function moreSources(state: State): readonly Source[] {
  return idsOfMore(state).map((id) => ready(state, id)).filter((source) => source !== null);
}

/** The loading state of a source, if there is one. */
export function loadedOf(state: State, id: string | null): Loaded | null {
  return id === null ? null : (state.loaded.get(id) ?? null);
}

/** The span of all figures: the brush, or the whole source. */
export function selectedSpan(state: State, source: Source): Span {
  return state.shown.brush ?? source.document.span;
}

/** The span of the time axis. */
export function visibleSpan(state: State, source: Source): Span {
  return state.shown.zoom ?? source.document.span;
}
