// The ratio of two runs at each percentile.

import type { Box, DifferenceChart, Scale } from "./charts.ts";
import { BELOW, crisp, drawNothing, inset } from "./frame.ts";
import type { Surface } from "./paint.ts";
import { logScale } from "./scales.ts";
import type { Range } from "./scales.ts";
import { SMALL, NORMAL } from "./text.ts";
import { formatPercentile, formatRatio } from "./units.ts";

export interface DrawnDifference {
  /** Ratios. */
  readonly x: Scale;
  readonly plot: Box;
  /** The index of the row at a height, if there is one. */
  rowAt(y: number): number | null;
}

type Row = DifferenceChart["rows"][number];

const LEFT = 60;
const RIGHT = 64;
const TOP = 24;
const ROW = 28;
const DOT = 5;
const CAP = 5;
const HALF_DIGIT = 4.3;
const MIN_REACH = 1.1;
const MAX_REACH = 1000;
const ABOVE = [1.01, 1.02, 1.05, 1.1, 1.2, 1.5, 2, 3, 5, 10, 30, 100, 1000];
const BELOW_ONE = [0.99, 0.98, 0.95, 0.9, 0.8, 0.65, 0.5, 0.35, 0.2, 0.1, 0.03, 0.01, 0.001];

/** The preferred height of a chart of differences. */
export function differenceHeight(chart: DifferenceChart): number {
  return TOP + Math.max(2, chart.rows.length) * ROW + BELOW;
}

/** Draws a line per percentile: a dot at the ratio, and whiskers for the confidence interval; 1 is in the middle. */
export function drawDifference(surface: Surface, box: Box, chart: DifferenceChart): DrawnDifference {
  const plot = inset(box, { left: LEFT, top: TOP, right: RIGHT, bottom: BELOW });
  const rows = chart.rows.filter((row) => row.ratio > 0 && Number.isFinite(row.ratio));
  const reach = reachOf(rows);
  const ends: Range = { from: 1 / reach, to: reach, start: plot.x, end: plot.x + plot.width };
  const x = logScale(ends);
  const step = plot.height / Math.max(1, chart.rows.length);
  const rowAt = (y: number) => {
    const row = Math.floor((y - plot.y) / step);
    return row >= 0 && row < chart.rows.length ? row : null;
  };
  if (chart.rows.length === 0) {
    drawNothing(surface, plot, "nothing to compare");
    return { x, plot, rowAt };
  }
  drawRatioAxis(surface, plot, x, reach);
  chart.rows.forEach((row, index) => drawRow(surface, plot, row, plot.y + (index + 0.5) * step, x));
  return { x, plot, rowAt };
}

/** The factor that the axis extends to both sides of 1. */
function reachOf(rows: readonly Row[]): number {
  let reach = MIN_REACH;
  for (const { ratio, low, high } of rows) {
    for (const each of [ratio, low, high]) {
      if (each > 0 && Number.isFinite(each)) {
        reach = Math.max(reach, each, 1 / each);
      }
    }
  }
  return Math.min(MAX_REACH, reach ** 1.1);
}

function drawRatioAxis(surface: Surface, plot: Box, x: Scale, reach: number): void {
  const { theme } = surface;
  const bottom = plot.y + plot.height;
  const ticks = [...ABOVE, ...BELOW_ONE].filter((each) => each <= reach && each >= 1 / reach);
  const fromOutside = [1, ...ticks.sort((a, b) => Math.abs(Math.log(b)) - Math.abs(Math.log(a)))];
  const style = { size: SMALL, colour: theme.softInk, anchor: "middle" } as const;
  const taken: number[] = [];
  for (const ratio of fromOutside) {
    const at = x.toPixel(ratio);
    const label = ratio === 1 ? "same" : formatRatio(ratio);
    const half = surface.textWidth(label, style) / 2 + 3;
    if (taken.every((other) => Math.abs(other - at) > 2 * half)) {
      taken.push(at);
      surface.line(crisp(at), plot.y, crisp(at), bottom, { colour: theme.grid, width: 1 });
      surface.text(at, bottom + 18, label, style);
    }
  }
  const one = crisp(x.toPixel(1));
  surface.line(one, plot.y, one, bottom, { colour: theme.ink, width: 1.5 });
  surface.text(one - 10, plot.y - 8, "← B is faster", { ...style, anchor: "end" });
  surface.text(one + 10, plot.y - 8, "B is slower →", { ...style, anchor: "start" });
}

/** The dot is filled if the interval excludes 1, so the difference is significant. */
function drawRow(surface: Surface, plot: Box, row: Row, y: number, x: Scale): void {
  const { theme } = surface;
  const isCertain = row.low > 1 || row.high < 1;
  const colour = !isCertain ? theme.softInk : row.ratio > 1 ? theme.warning : (theme.series[0] ?? theme.ink);
  const stroke = { colour, width: 2 };
  surface.text(plot.x - 10, y + HALF_DIGIT, formatPercentile(row.percentile), {
    size: NORMAL,
    colour: theme.ink,
    anchor: "end",
  });
  const [low, high] = [x.toPixel(row.low), x.toPixel(row.high)];
  surface.line(low, y, high, y, stroke);
  surface.line(low, y - CAP, low, y + CAP, stroke);
  surface.line(high, y - CAP, high, y + CAP, stroke);
  if (row.ratio > 0) {
    surface.circle(x.toPixel(row.ratio), y, DOT, { colour: isCertain ? colour : theme.paper }, stroke);
  }
  const text = formatRatio(row.ratio);
  surface.text(plot.x + plot.width + 10, y + HALF_DIGIT, text, { size: NORMAL, bold: isCertain, colour: theme.ink });
}
