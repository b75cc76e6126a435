// Links between stalls and operations for highlighting, computed once per source.

import type { SourceDocument } from "../data/model.ts";
import { coloursOf, type Colours } from "./colours.ts";
import { touches, type Touches } from "./operations.ts";
import type { Pointed } from "./state.ts";

interface Links {
  readonly touches: Touches;
  readonly colours: Colours;
}

const known = new WeakMap<SourceDocument, Links>();

/** The links between a source's stalls and operations, and their colours. */
export function linksOf(document: SourceDocument): Links {
  let links = known.get(document);
  if (links === undefined) {
    const { explanation, stalls } = document;
    links = { touches: touches(explanation, stalls), colours: coloursOf(explanation, stalls) };
    known.set(document, links);
  }
  return links;
}

/** The highlighted operations: the one under the pointer, or those affected by the stall under it. */
export function litOperations(document: SourceDocument, pointed: Pointed): ReadonlySet<number> {
  const of = pointed.stall === null ? [] : linksOf(document).touches.operationsOf(pointed.stall);
  return new Set(pointed.operation === null ? of : [...of, pointed.operation]);
}

/** The highlighted stalls: the one under the pointer, or those that affected the operation under it. */
export function litStalls(document: SourceDocument, pointed: Pointed): ReadonlySet<number> {
  const of = pointed.operation === null ? [] : linksOf(document).touches.stallsOf(pointed.operation);
  return new Set(pointed.stall === null ? of : [...of, pointed.stall]);
}
