// The time of one operation as a stacked bar.

import type { Nanos } from "../data/model.ts";
import type { BreakdownBar, Box } from "./charts.ts";
import { hatch } from "./hatch.ts";
import type { Surface } from "./paint.ts";
import { seriesColour } from "./series.ts";

export interface BreakdownOptions {
  /** The time of the whole width, so that bars are comparable; the bar's own total if absent. */
  readonly most?: Nanos;
}

export interface DrawnBreakdown {
  /** The index of the part at a pixel; -1 on the rest of the bar; null outside of it. */
  partAt(x: number): number | null;
}

interface Piece {
  readonly index: number;
  readonly left: number;
  readonly right: number;
}

/** Draws the parts from the left, proportional to their time, and the rest as a pale bar. */
export function drawBreakdown(
  surface: Surface,
  box: Box,
  bar: BreakdownBar,
  options: BreakdownOptions = {},
): DrawnBreakdown {
  const { theme } = surface;
  const pieces = piecesOf(box, bar, options.most ?? bar.total);
  const end = pieces.at(-1)?.right ?? box.x;
  if (end > box.x) {
    surface.rect({ ...box, width: end - box.x }, { colour: theme.grid });
  }
  for (const { index, left, right } of pieces) {
    const part = bar.parts[index];
    const place = { ...box, x: left, width: right - left };
    if (part === undefined || place.width <= 0) {
      continue;
    }
    surface.rect(place, { colour: seriesColour(theme, part.colour) });
    if (part.hatched) {
      hatch(surface, place, { colour: theme.paper, width: 1.5 });
    }
    if (left > box.x && place.width > 3) {
      surface.line(left, box.y, left, box.y + box.height, { colour: theme.paper, width: 1 });
    }
  }
  return { partAt: (x) => pieces.find((each) => x >= each.left && x < each.right)?.index ?? null };
}

/** The parts, then the rest; parts beyond the total are cut off. */
function piecesOf(box: Box, bar: BreakdownBar, most: Nanos): readonly Piece[] {
  const scale = most > 0 && Number.isFinite(most) ? box.width / most : 0;
  const total = Number.isFinite(bar.total) ? Math.max(0, bar.total) : 0;
  const whole = Math.min(box.width, total * scale);
  const pieces: Piece[] = [];
  let left = 0;
  bar.parts.forEach((part, index) => {
    const right = Math.min(whole, left + (part.nanos > 0 ? part.nanos * scale : 0));
    pieces.push({ index, left: box.x + left, right: box.x + right });
    left = right;
  });
  return [...pieces, { index: -1, left: box.x + left, right: box.x + whole }];
}
