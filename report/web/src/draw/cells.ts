import type { Cells } from "./paint.ts";

/** For each colour of the palette: left, top, right and bottom of the rectangles that have it, one after the other. */
export type Runs = readonly (readonly number[])[];

/** Neighbours of one colour in a column become one rectangle. */
export function runsOf(cells: Cells): Runs {
  const runs: number[][] = cells.palette.map(() => []);
  const rows = cells.edges.length - 1;
  for (let column = 0; column < cells.lefts.length; column++) {
    const left = cells.lefts[column] ?? NaN;
    const right = cells.rights[column] ?? NaN;
    if (!(right > left)) {
      continue;
    }
    const base = column * rows;
    for (let row = 0; row < rows;) {
      const shade = cells.shades[base + row] ?? 0;
      let end = row + 1;
      while (end < rows && cells.shades[base + end] === shade) {
        end++;
      }
      if (shade > 0) {
        const one = cells.edges[row] ?? NaN;
        const other = cells.edges[end] ?? NaN;
        runs[shade - 1]?.push(left, Math.min(one, other), right, Math.max(one, other));
      }
      row = end;
    }
  }
  return runs;
}
