// The whole time in a strip, with the visible part of it.

import type { Span } from "../data/model.ts";
import type { Column } from "../data/source.ts";
import { logAxis, logRange } from "./axes.ts";
import type { Box, Scale } from "./charts.ts";
import { inset, plotMargins } from "./frame.ts";
import type { Surface } from "./paint.ts";
import { timeScale } from "./scales.ts";
import { drawBrush } from "./span.ts";

const PAD = 3;

/**
 * Draws the maximum over time as bars, and dims what is not visible; returns the scale of moments, which has the margins
 * of the pictures below.
 *
 * @param unit nanoseconds per unit of values
 */
export function drawOverview(surface: Surface, box: Box, columns: readonly Column[], unit: number, whole: Span, visible: Span): Scale {
  const { theme } = surface;
  const plot = inset(box, { ...plotMargins(box.width), top: PAD, bottom: PAD });
  const x = timeScale(whole.from, whole.to, plot.x, plot.x + plot.width);
  const filled = columns.filter(({ histogram }) => histogram.total > 0);
  const highest = filled.map(({ histogram }) => histogram.max * unit);
  const bottom = plot.y + plot.height;
  const y = logAxis(logRange(Math.min(...highest), Math.max(...highest)), bottom, plot.y, "auto").scale;
  surface.rect(plot, { colour: theme.empty });
  surface.clip(plot, () => filled.forEach(({ from, to }, i) => {
    const [left, top] = [x.toPixel(from), Math.min(bottom - 1, y.toPixel(highest[i] ?? 0))];
    surface.rect({ x: left, y: top, width: Math.max(1, x.toPixel(to) - left), height: bottom - top }, { colour: theme.frame });
  }));
  drawBrush(surface, plot, visible, x);
  return x;
}
