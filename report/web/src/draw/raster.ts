import type { Cells } from "./paint.ts";
import { runsOf } from "./cells.ts";

/** Pixels with the position of their upper left corner. */
export interface Raster {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** Red, green, blue and opacity of each, row by row. */
  readonly bytes: Uint8ClampedArray<ArrayBuffer>;
}

/**
 * Rasterises cells, which takes a fourth of the time of drawing rectangles. Edges are rounded to whole pixels, to avoid
 * seams between neighbours.
 *
 * @return null if nothing is visible
 */
export function rasterOf(
  cells: Cells,
  pixelRatio: number,
  most: { readonly width: number; readonly height: number },
): Raster | null {
  const pixel = (length: number, end: number) => Math.min(end, Math.max(0, Math.round(length * pixelRatio)));
  // A column narrower than a pixel must stay visible.
  const endOf = (from: number, to: number) =>
    Math.min(most.width, Math.max(pixel(from, most.width) + 1, pixel(to, most.width)));
  const columns = cells.lefts
    .map((from, i) => [from, cells.rights[i] ?? NaN] as const)
    .filter(([from, to]) => to > from);
  const xs = columns.flatMap(([from, to]) => [pixel(from, most.width), endOf(from, to)]);
  const ys = cells.edges.filter(Number.isFinite).map((each) => pixel(each, most.height));
  const [left, right] = ends(xs);
  const [top, bottom] = ends(ys);
  if (!(right > left && bottom > top)) {
    return null;
  }
  const width = right - left;
  const height = bottom - top;
  const bytes = new Uint8ClampedArray(4 * width * height);
  const pixels = new Uint32Array(bytes.buffer);
  runsOf(cells).forEach((runs, shade) => {
    const colour = pixelOf(cells.palette[shade] ?? "#000000");
    for (let i = 0; i + 3 < runs.length; i += 4) {
      const from = pixel(runs[i] ?? 0, most.width) - left;
      const to = endOf(runs[i] ?? 0, runs[i + 2] ?? 0) - left;
      const last = pixel(runs[i + 3] ?? 0, most.height) - top;
      for (let y = pixel(runs[i + 1] ?? 0, most.height) - top; y < last; y++) {
        pixels.fill(colour, y * width + from, y * width + to);
      }
    }
  });
  return { left, top, width, height, bytes };
}

function ends(values: readonly number[]): readonly [number, number] {
  return values.reduce<readonly [number, number]>(
    ([low, high], each) => [Math.min(low, each), Math.max(high, each)],
    [Infinity, -Infinity],
  );
}

/** "#rrggbb" as the bytes red, green, blue and 255, in the machine's order. */
function pixelOf(hex: string): number {
  const bytes = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
  return new Uint32Array(Uint8Array.from([...bytes, 255]).buffer)[0] ?? 0;
}
