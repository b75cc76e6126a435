import type { Stroke } from "./paint.ts";
import type { Theme } from "./theme.ts";

const DASHES: readonly (readonly number[])[] = [[], [2, 2], [9, 3, 2, 3], [14, 4]];

/** The line of a series, which stays told from the others if there are more than colours. */
export function seriesStroke(theme: Theme, colour: number, width: number): Stroke {
  const round = Math.floor(colour / theme.series.length);
  return { colour: seriesColour(theme, colour), width, dash: DASHES[round % DASHES.length] ?? [] };
}

/** The colour of a number of the palette; a grey for a negative one, which stands for nobody. */
export function seriesColour(theme: Theme, colour: number): string {
  if (colour < 0) {
    return theme.frame;
  }
  return theme.series[Math.abs(Math.trunc(colour)) % theme.series.length] ?? theme.ink;
}
