// What is compared with what, and what is drawn beside it.

import type { Source } from "../data/source.ts";
import type { Span } from "../data/model.ts";
import { seriesColour } from "../draw/series.ts";
import type { Theme } from "../draw/theme.ts";
import { el } from "./dom.ts";
import { inWords, within } from "./spans.ts";
import { idOfA, idOfB, idsOfMore, lookedAt, moreSources, sourceA, sourceB, type State } from "./state.ts";
import { visible } from "./tags.ts";

/** A source, and the span of it that figures are of. */
export interface Side {
  readonly source: Source;
  readonly span: Span;
  /** With its letter, if there are several. */
  readonly name: string;
  /** Without it. */
  readonly title: string;
  /** Its number among all: where there are several, that of its colour. */
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
  const other: Side = { source: a, span: lookedAt(state, a), name: all, title: all, place: 0 };
  if (setA === null && setB === null) {
    return [other];
  }
  const of = (set: Span | null, place: number): Side =>
    set === null ? { ...other, ...named(place, all) } : { source: a, span: set, ...named(place, inWords(set)) };
  return [of(setA, 0), of(setB, 1)];
}

/** These, and the others that are drawn as well. */
export function drawnSides(state: State): readonly Side[] {
  const [first, ...second] = sidesOf(state);
  const others = moreSources(state);
  if (first === undefined || others.length === 0) {
    return first === undefined ? [] : [first, ...second];
  }
  const a = second.length > 0 ? first : sideOf(state, first.source, 0);
  // The same colour as long as it is chosen, also while one before it is still on its way.
  const ids = idsOfMore(state);
  const placeOf = (source: Source): number => 1 + Math.max(1, second.length) + ids.indexOf(source.document.entry.id);
  return [a, ...second, ...others.map((source) => sideOf(state, source, placeOf(source)))];
}

/** The number of a source's colour; null if it is not drawn, or alone. */
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

/** A patch of a side's colour, as its curves have it. */
export function swatchOf(place: number, theme: Theme): HTMLElement {
  const swatch = el("span", { class: "swatch side", "aria-hidden": "true" });
  swatch.style.background = seriesColour(theme, place);
  return swatch;
}

/** A brush is of the one that is looked at; of the others it is the same span, if they have one. */
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
