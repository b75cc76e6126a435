// What charts draw with.

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
  /** Which point of the text the position is; "start" if absent. */
  readonly anchor?: "start" | "middle" | "end";
  /** Surrounded by the paper's colour, for texts that stand on lines. */
  readonly halo?: boolean;
  /** Degrees, clockwise, around the position. */
  readonly rotation?: number;
}

/** X and y of each point in turn. */
export type Points = readonly number[];

/** Rectangles in columns, of few colours. */
export interface Cells {
  /** Where each column begins and ends. */
  readonly lefts: readonly number[];
  readonly rights: readonly number[];
  /** Between which heights each row is; one more than there are rows. */
  readonly edges: readonly number[];
  /** Column by column, row by row: 0 for nothing, else one more than a place in the palette. */
  readonly shades: Uint8Array;
  readonly palette: readonly string[];
}

/**
 * A picture that is being drawn. Lengths are CSS pixels, y grows downwards; texts stand on their y.
 *
 * What has a coordinate that is no finite number is left out.
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

  /** How wide a text would be. */
  textWidth(text: string, style: Pick<TextStyle, "size" | "bold">): number;

  cells(cells: Cells): void;

  /** Draws something of which only what is in a box is seen. */
  clip(box: Box, draw: () => void): void;

  /** Draws something that has a name, which SVG viewers show when it is pointed at. */
  group(title: string, draw: () => void): void;
}

/** Points without those that are no finite numbers. */
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
