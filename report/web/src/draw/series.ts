import { kindPlace } from "./kinds.ts";
import type { Stroke } from "./paint.ts";
import type { Theme } from "./theme.ts";

const DASHES: readonly (readonly number[])[] = [[], [2, 2], [9, 3, 2, 3], [14, 4]];

/** The line style of a series; dashed when the colours of the palette repeat. */
export function seriesStroke(theme: Theme, colour: number, width: number): Stroke {
  const round = Math.floor(Math.max(0, colour) / theme.series.length);
  return { colour: seriesColour(theme, colour), width, dash: DASHES[round % DASHES.length] ?? [] };
}

/** The colour of an index: of the palette, of a kind of stall (`kindColour`), or the grey of unexplained time. */
export function seriesColour(theme: Theme, colour: number): string {
  const kind = kindPlace(colour);
  if (kind !== null) {
    return theme.kinds[kind] ?? theme.ink;
  }
  if (colour < 0) {
    return theme.frame;
  }
  return theme.series[Math.abs(Math.trunc(colour)) % theme.series.length] ?? theme.ink;
}
