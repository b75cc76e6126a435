// Links between stalls and operations for highlighting, computed once per document.

import type { SourceDocument } from "../data/model.ts";
import { touches, type Touches } from "./operations.ts";
import type { Pointed } from "./state.ts";

const known = new WeakMap<SourceDocument, Touches>();

/** The links between a document's stalls and operations. */
export function linksOf(document: SourceDocument): Touches {
  let links = known.get(document);
  if (links === undefined) {
    links = touches(document.explanation, document.stalls);
    known.set(document, links);
  }
  return links;
}

/** The highlighted operations: the one under the pointer, or those affected by the stall under it. */
export function litOperations(document: SourceDocument, pointed: Pointed): ReadonlySet<number> {
  const of = pointed.stall === null ? [] : linksOf(document).operationsOf(pointed.stall);
  return new Set(pointed.operation === null ? of : [...of, pointed.operation]);
}

/** The highlighted stalls: the one under the pointer, or those that affected the operation under it. */
export function litStalls(document: SourceDocument, pointed: Pointed): ReadonlySet<number> {
  const of = pointed.operation === null ? [] : linksOf(document).stallsOf(pointed.operation);
  return new Set(pointed.stall === null ? of : [...of, pointed.stall]);
}
