import type { Box, Scale, SpectrumSeries } from "./charts.ts";
import type { Surface } from "./paint.ts";
import { seriesColour } from "./series.ts";
import { spread } from "./spread.ts";
import { valueAtQuantile } from "./stairs.ts";
import { SMALL } from "./text.ts";
import type { UnitChoice } from "./units.ts";
import { formatDuration, formatQuantile } from "./units.ts";

const ROW = 16;
const GAP = 10;
const DOT = 4;
const HALF_DIGIT = 4.3;

/** Draws a line at a quantile with its name above the plot, and the value of each curve beside it. */
export function drawPointed(
  surface: Surface,
  plot: Box,
  series: readonly SpectrumSeries[],
  quantile: number,
  x: Scale,
  y: Scale,
  unit: UnitChoice,
): void {
  const { theme } = surface;
  const at = x.toPixel(quantile);
  surface.line(at, plot.y, at, plot.y + plot.height, { colour: theme.ink, width: 1 });
  const name = formatQuantile(quantile);
  const half = surface.textWidth(name, { size: SMALL, bold: true }) / 2;
  const middle = Math.min(Math.max(at, plot.x + half), plot.x + plot.width - half);
  surface.text(middle, plot.y - 6, name, { size: SMALL, bold: true, colour: theme.ink, anchor: "middle", halo: true });

  const values = series
    .map((each) => ({ each, value: valueAtQuantile(each.points, quantile) ?? NaN }))
    .filter(({ value }) => Number.isFinite(value));
  const heights = spread(
    values.map(({ value }) => y.toPixel(value)),
    ROW,
    plot.y + ROW / 2,
    plot.y + plot.height - ROW / 2,
  );
  const texts = values.map(({ value }) => formatDuration(value, unit));
  const widest = Math.max(0, ...texts.map((text) => surface.textWidth(text, { size: SMALL, bold: true })));
  const isRight = at + GAP + 14 + widest > plot.x + plot.width;
  values.forEach(({ each, value }, index) => {
    const colour = seriesColour(theme, each.colour);
    surface.circle(at, y.toPixel(value), DOT, { colour: each.dashed ? theme.paper : colour }, { colour, width: 1.5 });
    const left = isRight ? at - GAP - 14 - widest : at + GAP;
    const base = heights[index] ?? NaN;
    surface.rect(
      {
        x: left - 3,
        y: base - ROW / 2,
        width: surface.textWidth(texts[index] ?? "", { size: SMALL, bold: true }) + 20,
        height: ROW,
      },
      { colour: theme.paper, opacity: 0.88 },
    );
    surface.rect(
      { x: left, y: base - 4, width: 8, height: 8 },
      { colour: each.dashed ? theme.paper : colour },
      { colour, width: 1.5 },
    );
    surface.text(left + 14, base + HALF_DIGIT, texts[index] ?? "", { size: SMALL, bold: true, colour: theme.ink });
  });
}
