// The legend above a plot, in columns as wide as the longest name.

import type { Box } from "./charts.ts";
import type { Stroke, Surface } from "./paint.ts";
import { NORMAL, fitted, plainText } from "./text.ts";

export interface LegendEntry {
  readonly name: string;
  readonly stroke: Stroke;
}

const ROW = 20;
const SAMPLE = 28;
const SAMPLE_GAP = 8;
const COLUMN_GAP = 24;
/** Names are shortened in steps until all fit. */
const MAX_NAME_WIDTHS = [360, 250, 180, 130] as const;
const RISE = 4.5;

interface Layout {
  readonly names: readonly string[];
  readonly columns: number;
  readonly columnWidth: number;
  readonly rows: number;
}

/** The height of a legend with a maximum number of rows. */
export function legendHeight(
  surface: Surface,
  entries: readonly LegendEntry[],
  width: number,
  mostRows: number,
): number {
  return entries.length === 0 ? 0 : layoutOf(surface, entries, width, mostRows).rows * ROW + 4;
}

/** Draws a legend from the upper left corner of a box; the last entry counts those that do not fit. */
export function drawLegend(surface: Surface, box: Box, entries: readonly LegendEntry[], mostRows: number): void {
  if (entries.length === 0) {
    return;
  }
  const layout = layoutOf(surface, entries, box.width, mostRows);
  const room = layout.rows * layout.columns;
  const shown = entries.length > room ? room - 1 : entries.length;
  const placeOf = (index: number) => ({
    x: box.x + (index % layout.columns) * layout.columnWidth,
    base: box.y + Math.floor(index / layout.columns) * ROW + NORMAL,
  });
  entries.slice(0, shown).forEach((entry, index) => {
    const { x, base } = placeOf(index);
    surface.line(x, base - RISE, x + SAMPLE, base - RISE, entry.stroke);
    surface.text(x + SAMPLE + SAMPLE_GAP, base, layout.names[index] ?? "", { size: NORMAL, colour: surface.theme.ink });
  });
  if (shown < entries.length) {
    const { x, base } = placeOf(shown);
    const text = `and ${entries.length - shown} more`;
    surface.text(x + SAMPLE + SAMPLE_GAP, base, text, { size: NORMAL, colour: surface.theme.softInk });
  }
}

function layoutOf(surface: Surface, entries: readonly LegendEntry[], width: number, mostRows: number): Layout {
  const layouts = MAX_NAME_WIDTHS.map((widest) => layoutWith(widest, surface, entries, width, mostRows));
  const complete = layouts.find((each) => each.rows * each.columns >= entries.length);
  return complete ?? layouts.reduce((best, each) => (each.columns > best.columns ? each : best));
}

function layoutWith(
  widestName: number,
  surface: Surface,
  entries: readonly LegendEntry[],
  width: number,
  mostRows: number,
): Layout {
  const measure = (text: string) => surface.textWidth(text, { size: NORMAL });
  const widest = Math.min(widestName, width - SAMPLE - SAMPLE_GAP);
  const names = entries.map((entry) => fitted(plainText(entry.name), widest, measure));
  const columnWidth = SAMPLE + SAMPLE_GAP + Math.max(0, ...names.map(measure)) + COLUMN_GAP;
  const most = Math.max(1, Math.floor((width + COLUMN_GAP) / columnWidth));
  const rows = Math.min(Math.max(1, mostRows), Math.ceil(names.length / most));
  return { names, columns: Math.min(most, Math.ceil(names.length / rows)), columnWidth, rows };
}
