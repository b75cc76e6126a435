// The brush and the pointer's moment, drawn over a plot.

import type { Millis, Span } from "../data/model.ts";
import type { Box, Scale } from "./charts.ts";
import type { Clock } from "./moments.ts";
import { formatMoment } from "./moments.ts";
import type { Surface } from "./paint.ts";
import { niceAtMost } from "./scales.ts";
import { SMALL } from "./text.ts";

/** The approximate width of a plot in pixels, which limits the resolution of the pointer. */
const PIXELS = 1000;
const VEIL = 0.68;

/** Dims the plot outside of the brush. */
export function drawBrush(surface: Surface, plot: Box, brush: Span | null, x: Scale): void {
  if (brush === null || !Number.isFinite(brush.from) || !Number.isFinite(brush.to)) {
    return;
  }
  const { theme } = surface;
  const left = x.toPixel(Math.min(brush.from, brush.to));
  const right = x.toPixel(Math.max(brush.from, brush.to));
  const veil = { colour: theme.paper, opacity: VEIL };
  surface.rect({ ...plot, width: left - plot.x }, veil);
  surface.rect({ ...plot, x: right, width: plot.x + plot.width - right }, veil);
  surface.rect({ ...plot, x: left, width: right - left }, { colour: theme.brush, opacity: 0.07 });
  for (const edge of [left, right]) {
    surface.line(edge, plot.y, edge, plot.y + plot.height, { colour: theme.brush, width: 2 });
  }
}

/** The label of the pointer's moment, and its room among the axis labels. */
export interface MomentLabel {
  readonly text: string;
  readonly at: number;
  readonly left: number;
  readonly right: number;
}

export function momentLabel(
  surface: Surface,
  moment: Millis | null,
  span: Span,
  x: Scale,
  clock: Clock,
): MomentLabel | null {
  if (moment === null || !Number.isFinite(moment)) {
    return null;
  }
  const pixel = (span.to - span.from) / PIXELS;
  const text = formatMoment(moment, clock, pixel > 0 && pixel < 1 ? niceAtMost(pixel) : 1, span);
  const half = surface.textWidth(text, { size: SMALL, bold: true }) / 2 + 5;
  const at = x.toPixel(moment);
  const middle = Math.min(Math.max(at, half), surface.width - half);
  return { text, at, left: middle - half, right: middle + half };
}

/** Draws a line at a moment, with a label among the axis labels. */
export function drawMoment(surface: Surface, plot: Box, label: MomentLabel | null): void {
  if (label === null) {
    return;
  }
  const { theme } = surface;
  const { text, at, left, right } = label;
  const bottom = plot.y + plot.height;
  surface.line(at, plot.y, at, bottom, { colour: theme.ink, width: 1 });
  surface.rect({ x: left, y: bottom + 4, width: right - left, height: SMALL + 7 }, { colour: theme.ink });
  surface.text((left + right) / 2, bottom + 18, text, {
    size: SMALL,
    bold: true,
    colour: theme.paper,
    anchor: "middle",
  });
}
