import type { Cells } from "./paint.ts";

/** For each colour of the palette, the concatenated left, top, right and bottom of its rectangles. */
export type Runs = readonly (readonly number[])[];

/** Merges neighbours of one colour in a column into rectangles. */
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
