// The drawing primitives of charts.

import type { Box } from "./charts.ts";
import type { Theme } from "./theme.ts";

export interface Stroke {
  readonly colour: string;
  readonly width: number;
  readonly dash?: readonly number[];
  /** From 0 to 1; 1 if absent. */
  readonly opacity?: number;
}

export interface Fill {
  readonly colour: string;
  readonly opacity?: number;
}

export interface TextStyle {
  readonly size: number;
  readonly colour: string;
  readonly bold?: boolean;
  /** The point of the text that the position refers to; "start" if absent. */
  readonly anchor?: "start" | "middle" | "end";
  /** Outlined in the paper's colour, for texts over lines. */
  readonly halo?: boolean;
  /** Degrees, clockwise, around the position. */
  readonly rotation?: number;
}

/** Alternating x and y of the points. */
export type Points = readonly number[];

/** Rectangles in columns, of few colours. */
export interface Cells {
  /** The begin and end of each column. */
  readonly lefts: readonly number[];
  readonly rights: readonly number[];
  /** The edges of the rows; one more than there are rows. */
  readonly edges: readonly number[];
  /** Column by column, row by row: 0 for empty, else an index of the palette plus 1. */
  readonly shades: Uint8Array;
  readonly palette: readonly string[];
}

/**
 * A drawing surface. Lengths are CSS pixels, y grows downwards, and the y of a text is its baseline.
 *
 * Shapes with a coordinate that is not finite are omitted.
 */
export interface Surface {
  readonly width: number;
  readonly height: number;
  readonly theme: Theme;

  line(x1: number, y1: number, x2: number, y2: number, stroke: Stroke): void;

  polyline(points: Points, stroke: Stroke): void;

  /** A polygon. */
  area(points: Points, fill: Fill): void;

  rect(box: Box, fill: Fill | null, stroke?: Stroke): void;

  circle(x: number, y: number, radius: number, fill: Fill | null, stroke?: Stroke): void;

  text(x: number, y: number, text: string, style: TextStyle): void;

  /** The width of a text. */
  textWidth(text: string, style: Pick<TextStyle, "size" | "bold">): number;

  cells(cells: Cells): void;

  /** Draws with clipping to a box. */
  clip(box: Box, draw: () => void): void;

  /** Draws a group with a title, which SVG viewers show as a tooltip. */
  group(title: string, draw: () => void): void;
}

/** The points with finite coordinates. */
export function finitePoints(points: Points): Points {
  if (points.every(Number.isFinite)) {
    return points;
  }
  const finite: number[] = [];
  for (let i = 0; i + 1 < points.length; i += 2) {
    const x = points[i] ?? NaN;
    const y = points[i + 1] ?? NaN;
    if (Number.isFinite(x) && Number.isFinite(y)) {
      finite.push(x, y);
    }
  }
  return finite;
}

export function isFiniteBox(box: Box): boolean {
  return [box.x, box.y, box.width, box.height].every(Number.isFinite);
}
