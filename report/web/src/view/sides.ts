// What is compared with what.

import type { Source } from "../data/source.ts";
import type { Span } from "../data/model.ts";
import { inWords, within } from "./spans.ts";
import { lookedAt, sourceA, sourceB, type State } from "./state.ts";
import { visible } from "./tags.ts";

/** A source, and the span of it that figures are of. */
export interface Side {
  readonly source: Source;
  readonly span: Span;
  readonly name: string;
}

/** One side, or two that are compared: two sources, or two spans of one. */
export function sidesOf(state: State): readonly Side[] {
  const a = sourceA(state);
  if (a === null) {
    return [];
  }
  const b = sourceB(state);
  if (b !== null) {
    return [sideOf(state, a, "A"), sideOf(state, b, "B")];
  }
  const { setA, setB, brush } = state.shown;
  const sets: Side[] = [];
  if (setA !== null) {
    sets.push({ source: a, span: setA, name: `A: ${inWords(setA)}` });
  }
  if (setB !== null) {
    sets.push({ source: a, span: setB, name: `B: ${inWords(setB)}` });
  }
  const other: Side = { source: a, span: lookedAt(state, a), name: brush === null ? "all" : inWords(brush) };
  return sets.length === 0 ? [other] : sets.length === 2 ? sets : setA === null ? [other, ...sets] : [...sets, other];
}

/** A brush is of the one that is looked at; of the other it is the same span, if it has one. */
function sideOf(state: State, source: Source, letter: string): Side {
  const { brush } = state.shown;
  const span = brush === null ? null : within(brush, source.document.span);
  return {
    source,
    span: span === null ? source.document.span : source.snap(span),
    name: `${letter}: ${visible(source.document.entry.name)}`,
  };
}
