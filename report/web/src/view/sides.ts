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
  const other: Side = { source: a, span: lookedAt(state, a), name: brush === null ? "all" : inWords(brush) };
  if (setA === null && setB === null) {
    return [other];
  }
  const of = (set: Span | null, letter: string): Side =>
    set === null ? { ...other, name: `${letter}: ${other.name}` } : { source: a, span: set, name: `${letter}: ${inWords(set)}` };
  return [of(setA, "A"), of(setB, "B")];
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
