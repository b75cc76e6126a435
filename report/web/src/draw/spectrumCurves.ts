import type { Box, Scale, SpectrumSeries } from "./charts.ts";
import type { Stroke, Surface } from "./paint.ts";
import { seriesColour, seriesStroke } from "./series.ts";
import { oneInOf } from "./stairs.ts";
import { SMALL } from "./text.ts";
import type { Theme } from "./theme.ts";
import type { UnitChoice } from "./units.ts";
import { formatDuration } from "./units.ts";

const CURVE = 2;
const FAINT = 0.55;
const DASHES: readonly (readonly number[])[] = [[7, 4], [3, 3], [12, 3, 3, 3]];
const VISIBLE = 0.25;
const DOT = 3.5;
const LABEL_GAP = 8;
const HALF_DIGIT = 4.3;

export function curveStroke(theme: Theme, series: SpectrumSeries): Stroke {
  const stroke = seriesStroke(theme, series.colour, series.dashed ? CURVE - 0.25 : CURVE);
  return { ...stroke, dash: series.dashed ? (DASHES[(series.variant ?? 0) % DASHES.length] ?? []) : (stroke.dash ?? []), opacity: series.faint ? FAINT : 1 };
}

/** Draws the exact step function of the values, up to the highest percentile that their number supports. */
export function drawCurve(surface: Surface, series: SpectrumSeries, x: Scale, y: Scale): void {
  const line: number[] = [];
  const add = (px: number, py: number) => {
    const last = line.length - 2;
    if (last < 0 || Math.abs(px - (line[last] ?? 0)) >= VISIBLE || Math.abs(py - (line[last + 1] ?? 0)) >= VISIBLE) {
      line.push(px, py);
    }
  };
  const end = endOf(series, x);
  let left = x.toPixel(0);
  for (const point of series.points) {
    const height = y.toPixel(point.value);
    add(left, height);
    left = Math.min(end, x.toPixel(point.quantile));
    add(left, height);
  }
  const last = series.points.at(-1);
  if (last !== undefined) {
    line.push(end, y.toPixel(last.value));
  }
  surface.polyline(line, curveStroke(surface.theme, series));
}

function endOf(series: SpectrumSeries, x: Scale): number {
  return x.toPixel(1 - 1 / Math.max(1, oneInOf(series.points, series.total)));
}

interface Taken {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/**
 * Draws a dot at each maximum, with its value if there is room, in descending order.
 *
 * @param withFigures whether values are written
 * @param names the boxes of other labels
 */
export function drawMaxima(
  surface: Surface,
  plot: Box,
  series: readonly SpectrumSeries[],
  x: Scale,
  y: Scale,
  unit: UnitChoice,
  withFigures: boolean,
  names: readonly Box[] = [],
): void {
  const maxima = series
    .filter((each) => !each.faint)
    .map((each) => ({ each, max: each.points.at(-1)?.value ?? NaN }))
    .filter(({ max }) => Number.isFinite(max))
    .map(({ each, max }) => ({ each, max, at: { x: endOf(each, x), y: y.toPixel(max) } }))
    .sort((a, b) => b.max - a.max);
  const taken: Taken[] = maxima.map(({ at }) => ({
    left: at.x - DOT,
    right: at.x + DOT,
    top: at.y - DOT,
    bottom: at.y + DOT,
  }));
  taken.push(...names.map((box) => ({ left: box.x, right: box.x + box.width, top: box.y, bottom: box.y + box.height })));
  for (const { each, at } of maxima) {
    drawDot(surface, each, at.x, at.y);
  }
  for (const { max, at } of withFigures ? maxima : []) {
    drawFigure(surface, plot, formatDuration(max, unit), at.x, at.y, taken);
  }
}

/** Draws an open dot for a hypothetical curve. */
function drawDot(surface: Surface, series: SpectrumSeries, x: number, y: number): void {
  const colour = seriesColour(surface.theme, series.colour);
  const inside = series.dashed ? surface.theme.paper : colour;
  surface.circle(x, y, DOT, { colour: inside }, { colour, width: 1.5 });
}

/** Writes a value beside its dot if that is outside of the plot; else above or below it, if no other value is there. */
function drawFigure(surface: Surface, plot: Box, text: string, x: number, y: number, taken: Taken[]): void {
  const style = { size: SMALL, colour: surface.theme.ink, halo: true } as const;
  const width = surface.textWidth(text, style);
  const isOutside = x + LABEL_GAP + DOT > plot.x + plot.width;
  const left = isOutside ? x + LABEL_GAP : x - width / 2;
  const bases = isOutside ? [y + HALF_DIGIT] : [y - LABEL_GAP, y + LABEL_GAP + SMALL];
  for (const base of bases) {
    const wanted = { left, right: left + width, top: base - SMALL, bottom: base + 2 };
    if (!taken.some((each) => meets(each, wanted))) {
      taken.push(wanted);
      surface.text(left, base, text, style);
      return;
    }
  }
}

function meets(one: Taken, other: Taken): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}
