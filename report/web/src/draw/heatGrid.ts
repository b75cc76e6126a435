// Counts values into the cells of a heat map.

import type { Column } from "../data/source.ts";
import type { LogRange } from "./axes.ts";

export interface HeatGrid {
  /** Column by column, from the lowest value up. */
  readonly counts: Float64Array;
  readonly rows: number;
  readonly highest: number;
}

/** Cache, so that a redraw with another brush does not count again. */
const known = new WeakMap<readonly Column[], { readonly key: string; readonly grid: HeatGrid }>();

/** Edges of value bins in nanoseconds, equidistant on a logarithmic scale. */
export function binEdges(range: LogRange, rows: number): readonly number[] {
  const decades = Math.log10(range.to / range.from);
  return Array.from({ length: rows + 1 }, (_, i) => range.from * 10 ** ((i / rows) * decades));
}

/** Counts the values of columns into rows. Values below or above the range are in the lowest or highest row. */
export function heatGrid(columns: readonly Column[], range: LogRange, rows: number, unit: number): HeatGrid {
  const key = [range.from, range.to, rows, unit].join(" ");
  const before = known.get(columns);
  if (before !== undefined && before.key === key) {
    return before.grid;
  }
  const grid = counted(columns, range, rows, unit);
  known.set(columns, { key, grid });
  return grid;
}

function counted(columns: readonly Column[], range: LogRange, rows: number, unit: number): HeatGrid {
  const edges = binEdges(range, rows).map((edge) => edge / unit);
  edges[0] = 0;
  edges[rows] = Number.MAX_VALUE;
  const counts = new Float64Array(columns.length * rows);
  let highest = 0;
  columns.forEach((column, index) => {
    const binned = column.histogram.binned(edges);
    counts.set(binned.subarray(0, rows), index * rows);
    for (const count of binned) {
      highest = Math.max(highest, count);
    }
  });
  return { counts, rows, highest };
}

/** A shade of the palette for each count on a logarithmic scale; 0 for no values. */
export function shadesOf(grid: HeatGrid, colours: number): Uint8Array {
  const span = Math.log(Math.max(2, grid.highest));
  const shades = new Uint8Array(grid.counts.length);
  for (let i = 0; i < shades.length; i++) {
    const count = grid.counts[i] ?? 0;
    shades[i] = count > 0 ? 1 + Math.round((Math.max(0, Math.log(count)) / span) * (colours - 1)) : 0;
  }
  return shades;
}
