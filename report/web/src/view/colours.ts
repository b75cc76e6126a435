// Colours of causes and stalls, the same in all pictures.

import type { Explanation, Side, Stall, StallList } from "../data/model.ts";
import { SIDES } from "./causesTable.ts";

/** Indices of the palette by side and kind. */
export type Colours = (side: Side, kind: string) => number;

/** Assigns colours in the ranking order of causes, followed by kinds that are not a cause. */
export function coloursOf(explanation: Explanation | undefined, stalls: StallList | undefined): Colours {
  const keys: string[] = [];
  const add = (side: Side, kind: string): void => {
    const key = `${side} ${kind}`;
    if (!keys.includes(key)) {
      keys.push(key);
    }
  };
  explanation?.causes.forEach((cause) => add(cause.side, cause.kind));
  stalls?.list.forEach((stall: Stall) => add(stall.side, stall.kind));
  return (side, kind) => Math.max(0, keys.indexOf(`${side} ${kind}`));
}

/** The lanes of the timeline: a kind of stall of one side each, generator first. */
export function lanesOf(stalls: StallList): readonly { readonly side: Side; readonly kind: string }[] {
  return SIDES.flatMap((side) =>
    [...new Set(stalls.list.filter((stall) => stall.side === side).map((stall) => stall.kind))].map((kind) => ({
      side,
      kind,
    })),
  );
}
