// What is lit: looked up once for each source.

import type { SourceDocument } from "../data/model.ts";
import { coloursOf, type Colours } from "./colours.ts";
import { touches, type Touches } from "./operations.ts";
import type { Pointed } from "./state.ts";

interface Links {
  readonly touches: Touches;
  readonly colours: Colours;
}

const known = new WeakMap<SourceDocument, Links>();

/** What a source's stalls and operations have to do with each other, and how they are coloured. */
export function linksOf(document: SourceDocument): Links {
  let links = known.get(document);
  if (links === undefined) {
    const { explanation, stalls } = document;
    links = { touches: touches(explanation, stalls), colours: coloursOf(explanation, stalls) };
    known.set(document, links);
  }
  return links;
}

/** Operations that are pointed at, or touched by the stall that is. */
export function litOperations(document: SourceDocument, pointed: Pointed): ReadonlySet<number> {
  const of = pointed.stall === null ? [] : linksOf(document).touches.operationsOf(pointed.stall);
  return new Set(pointed.operation === null ? of : [...of, pointed.operation]);
}

/** Stalls that are pointed at, or touched the operation that is. */
export function litStalls(document: SourceDocument, pointed: Pointed): ReadonlySet<number> {
  const of = pointed.operation === null ? [] : linksOf(document).touches.stallsOf(pointed.operation);
  return new Set(pointed.stall === null ? of : [...of, pointed.stall]);
}
