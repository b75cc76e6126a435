// The sources or spans that are compared or drawn.

import type { Source } from "../data/source.ts";
import type { Span } from "../data/model.ts";
import { seriesColour } from "../draw/series.ts";
import type { Theme } from "../draw/theme.ts";
import { el } from "./dom.ts";
import { inWords, within } from "./spans.ts";
import { idOfA, idOfB, idsOfMore, selectedSpan, moreSources, sourceA, sourceB, type State } from "./state.ts";
import { visible } from "./tags.ts";

/** A source, with the span of its figures. */
export interface Side {
  readonly source: Source;
  readonly span: Span;
  /** With its letter, if there are several. */
  readonly name: string;
  /** Without it. */
  readonly title: string;
  /** Its index among all sides, and of its colour if there are several. */
  readonly place: number;
}

/** One side, or two that are compared: two sources, or two spans of one. */
export function sidesOf(state: State): readonly Side[] {
  const a = sourceA(state);
  if (a === null) {
    return [];
  }
  const b = sourceB(state);
  if (b !== null) {
    return [sideOf(state, a, 0), sideOf(state, b, 1)];
  }
  const { setA, setB, brush } = state.shown;
  const all = brush === null ? "all" : inWords(brush);
  const other: Side = { source: a, span: selectedSpan(state, a), name: all, title: all, place: 0 };
  if (setA === null && setB === null) {
    return [other];
  }
  const of = (set: Span | null, place: number): Side =>
    set === null ? { ...other, ...named(place, all) } : { source: a, span: set, ...named(place, inWords(set)) };
  return [of(setA, 0), of(setB, 1)];
}

/** The compared sides, and the others that are also drawn. */
export function drawnSides(state: State): readonly Side[] {
  const [first, ...second] = sidesOf(state);
  const others = moreSources(state);
  if (first === undefined || others.length === 0) {
    return first === undefined ? [] : [first, ...second];
  }
  const a = second.length > 0 ? first : sideOf(state, first.source, 0);
  // A side keeps its colour while it is chosen, even if one before it is still loading.
  const ids = idsOfMore(state);
  const placeOf = (source: Source): number => 1 + Math.max(1, second.length) + ids.indexOf(source.document.entry.id);
  return [a, ...second, ...others.map((source) => sideOf(state, source, placeOf(source)))];
}

/** The index of a source's colour; null if it is not drawn, or the only one. */
export function placeOf(state: State, id: string): number | null {
  const more = idsOfMore(state).indexOf(id);
  const isAlone = idOfB(state) === null && idsOfMore(state).length === 0;
  if (isAlone) {
    return null;
  }
  return id === idOfA(state) ? 0 : id === idOfB(state) ? 1 : more >= 0 ? 2 + more : null;
}

/** "A", "B", "C" … */
export function letterOf(place: number): string {
  return String.fromCharCode("A".charCodeAt(0) + place);
}

/** A swatch in the colour of a side's curves. */
export function swatchOf(place: number, theme: Theme): HTMLElement {
  const swatch = el("span", { class: "swatch side", "aria-hidden": "true" });
  swatch.style.background = seriesColour(theme, place);
  return swatch;
}

/** The side of a source. The brush belongs to source A; other sources use the same span, if they have data in it. */
function sideOf(state: State, source: Source, place: number): Side {
  const { brush } = state.shown;
  const span = brush === null ? null : within(brush, source.document.span);
  return {
    source,
    span: span === null ? source.document.span : source.snap(span),
    ...named(place, visible(source.document.entry.name)),
  };
}

function named(place: number, title: string): Pick<Side, "name" | "title" | "place"> {
  return { name: `${letterOf(place)}: ${title}`, title, place };
}
