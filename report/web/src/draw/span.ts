// A chosen span and a moment that is pointed at, over a plot over time.

import type { Millis, Span } from "../data/model.ts";
import type { Box, Scale } from "./charts.ts";
import type { Clock } from "./moments.ts";
import { formatMoment } from "./moments.ts";
import type { Surface } from "./paint.ts";
import { SMALL } from "./text.ts";

const VEIL = 0.68;

/** Veils what is outside of a span. */
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

/** A line at a moment, which is written among the labels of the axis. */
export function drawMoment(surface: Surface, plot: Box, moment: Millis | null, x: Scale, clock: Clock): void {
  if (moment === null || !Number.isFinite(moment)) {
    return;
  }
  const { theme } = surface;
  const at = x.toPixel(moment);
  const bottom = plot.y + plot.height;
  surface.line(at, plot.y, at, bottom, { colour: theme.ink, width: 1 });
  const text = formatMoment(moment, clock);
  const style = { size: SMALL, bold: true, colour: theme.paper, anchor: "middle" } as const;
  const half = surface.textWidth(text, style) / 2 + 5;
  const middle = Math.min(Math.max(at, half), surface.width - half);
  surface.rect({ x: middle - half, y: bottom + 4, width: 2 * half, height: SMALL + 7 }, { colour: theme.ink });
  surface.text(middle, bottom + 18, text, style);
}
