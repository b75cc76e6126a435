// The heat map of latencies over time.

import type { Nanos } from "../data/model.ts";
import type { LogRange } from "./axes.ts";
import { logAxis, logRange, timeAxis } from "./axes.ts";
import type { Box, HeatChart, Scale } from "./charts.ts";
import type { Drawn, DrawOptions } from "./frame.ts";
import { BELOW, DECODING, drawAxes, drawGrid, drawNothing, inset, NOTHING, optionsOf, plotMargins } from "./frame.ts";
import { binEdges, heatGrid, shadesOf } from "./heatGrid.ts";
import type { HeatGrid } from "./heatGrid.ts";
import { drawHeatLegend } from "./heatLegend.ts";
import { drawLines } from "./heatLines.ts";
import type { Surface } from "./paint.ts";
import { drawPhases, measuredPart } from "./phases.ts";
import { drawBrush, drawMoment, momentLabel } from "./span.ts";

const TOP = 26;
const ROW = 3.5;
const MARK = 4;

/** Draws a heat map; returns the scales of moments (milliseconds) and values (nanoseconds). */
export function drawHeat(surface: Surface, box: Box, chart: HeatChart, options: DrawOptions = {}): Drawn {
  const { unit, clock } = optionsOf(options);
  const plot = inset(box, { ...plotMargins(box.width), top: TOP, bottom: BELOW });
  const x = timeAxis(chart.span, plot.x, plot.x + plot.width, clock);
  const range = rangeOf(chart);
  const y = logAxis(range, plot.y + plot.height, plot.y, unit);
  if (chart.loading === true || chart.columns.every((each) => each.histogram.total === 0)) {
    drawNothing(surface, plot, chart.loading === true ? DECODING : NOTHING);
    drawAxes(surface, plot, x, null);
    return { x: x.scale, y: y.scale, plot };
  }
  drawGrid(surface, plot, x, y);
  const rows = Math.max(1, Math.round(plot.height / ROW));
  const grid = heatGrid(chart.columns, range, rows, chart.unit);
  const measured = measuredPart(plot, chart.phases, x.scale);
  surface.clip(measured, () => drawCells(surface, chart, grid, range, x.scale, y.scale));
  drawPhases(surface, plot, chart.phases, x.scale, true);
  drawLines(surface, plot, measured, chart, x.scale, y.scale);
  drawBrush(surface, plot, chart.brush, x.scale);
  surface.clip(measured, () => drawMarks(surface, chart, x.scale, y.scale));
  const moment = momentLabel(surface, chart.pointed, chart.span, x.scale, clock);
  drawAxes(surface, plot, x, y, moment);
  drawMoment(surface, plot, moment);
  drawHeatLegend(surface, { x: plot.x, y: box.y, width: plot.width, height: TOP }, grid.highest);
  return { x: x.scale, y: y.scale, plot };
}

function rangeOf(chart: HeatChart): LogRange {
  let min: Nanos = Infinity;
  let max: Nanos = 0;
  for (const { histogram } of chart.columns) {
    if (histogram.total > 0) {
      min = Math.min(min, histogram.min * chart.unit);
      max = Math.max(max, histogram.max * chart.unit);
    }
  }
  for (const mark of chart.marks) {
    max = Number.isFinite(mark.value) ? Math.max(max, mark.value) : max;
  }
  return logRange(min, max);
}

function drawCells(surface: Surface, chart: HeatChart, grid: HeatGrid, range: LogRange, x: Scale, y: Scale): void {
  surface.cells({
    lefts: chart.columns.map((each) => x.toPixel(each.from)),
    rights: chart.columns.map((each) => x.toPixel(each.to)),
    edges: binEdges(range, grid.rows).map((each) => y.toPixel(each)),
    shades: shadesOf(grid, surface.theme.heat.length),
    palette: surface.theme.heat,
  });
}

/** Draws highlighted marks in front of the others. */
function drawMarks(surface: Surface, chart: HeatChart, x: Scale, y: Scale): void {
  const { theme } = surface;
  const inSpan = chart.marks.filter((mark) => mark.at >= chart.span.from && mark.at <= chart.span.to);
  for (const mark of [...inSpan].sort((a, b) => Number(a.lit) - Number(b.lit))) {
    const [px, py] = [x.toPixel(mark.at), y.toPixel(mark.value)];
    const radius = mark.lit ? MARK + 2.5 : MARK;
    surface.circle(px, py, radius + 1.5, { colour: theme.paper });
    surface.circle(
      px,
      py,
      radius,
      { colour: mark.lit ? theme.warning : theme.paper },
      { colour: mark.lit ? theme.ink : theme.warning, width: 2 },
    );
  }
}
