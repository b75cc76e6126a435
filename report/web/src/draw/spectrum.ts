// The percentile spectrum: values by percentile.

import { linearAxis, logAxis, logRange, percentileAxis } from "./axes.ts";
import type { Axis } from "./axes.ts";
import type { Box, SpectrumChart, SpectrumSeries } from "./charts.ts";
import { drawCurve, drawMaxima } from "./spectrumCurves.ts";
import type { Drawn, DrawOptions } from "./frame.ts";
import { BELOW, DECODING, drawAxes, drawGrid, drawNothing, NOTHING, inset, optionsOf } from "./frame.ts";
import { drawLegend, legendHeight } from "./legend.ts";
import type { LegendEntry } from "./legend.ts";
import type { Surface } from "./paint.ts";
import { drawPointed } from "./spectrumPointed.ts";
import { drawSla, slaStroke } from "./spectrumSla.ts";
import { curveStroke } from "./spectrumCurves.ts";
import { oneInOf } from "./stairs.ts";
import type { UnitChoice } from "./units.ts";

const LEFT = 74;
const RIGHT = 60;
const TOP = 22;
const LEGEND_SHARE = 0.3;
const LEGEND_ROW = 20;

/** Draws a spectrum; returns the scales of quantiles (0 to 1) and values (nanoseconds). */
export function drawSpectrum(surface: Surface, box: Box, chart: SpectrumChart, options: DrawOptions = {}): Drawn {
  const { unit } = optionsOf(options);
  const entries = legendOf(surface, chart);
  const mostRows = Math.max(1, Math.floor((box.height * LEGEND_SHARE) / LEGEND_ROW));
  const legend = legendHeight(surface, entries, box.width, mostRows);
  const plot = inset(box, { left: LEFT, top: TOP + legend, right: RIGHT, bottom: BELOW });
  drawLegend(surface, box, entries, mostRows);

  const drawable = chart.series.filter((each) => each.points.length > 0);
  const x = percentileAxis(
    Math.max(1, ...drawable.map((each) => oneInOf(each.points, each.total))),
    plot.x,
    plot.x + plot.width,
  );
  const y = valueAxis(chart, drawable, plot, unit);
  if (drawable.length === 0) {
    drawNothing(surface, plot, chart.loading === true ? DECODING : NOTHING);
    drawAxes(surface, plot, x, null);
    return { x: x.scale, y: y.scale, plot };
  }
  drawGrid(surface, plot, x, y);
  surface.clip({ ...plot, y: plot.y - 2, height: plot.height + 4, width: plot.width + 2 }, () =>
    drawCurves(surface, drawable, x, y),
  );
  const names = drawSla(surface, plot, chart, x.scale, y.scale, unit);
  drawAxes(surface, plot, x, y);
  drawMaxima(surface, plot, drawable, x.scale, y.scale, unit, chart.pointed === null, names);
  if (chart.pointed !== null && Number.isFinite(chart.pointed)) {
    drawPointed(surface, plot, drawable, chart.pointed, x.scale, y.scale, unit);
  }
  return { x: x.scale, y: y.scale, plot };
}

/** Draws faint curves behind the others. */
function drawCurves(surface: Surface, series: readonly SpectrumSeries[], x: Axis, y: Axis): void {
  const ordered = [...series].sort((a, b) => Number(b.faint) - Number(a.faint) || Number(b.dashed) - Number(a.dashed));
  for (const each of ordered) {
    surface.group(each.name, () => drawCurve(surface, each, x.scale, y.scale));
  }
}

function valueAxis(chart: SpectrumChart, series: readonly SpectrumSeries[], plot: Box, unit: UnitChoice): Axis {
  const values = [
    ...series.flatMap((each) => each.points.map((point) => point.value)),
    ...(series.length > 0 ? chart.sla.map((each) => each.limit) : []),
  ];
  let min = Infinity;
  let max = 0;
  for (const value of values) {
    if (Number.isFinite(value) && value >= 0) {
      min = Math.min(min, value);
      max = Math.max(max, value);
    }
  }
  const bottom = plot.y + plot.height;
  return chart.logValues && max > 0
    ? logAxis(logRange(min, max), bottom, plot.y, unit)
    : linearAxis(max, bottom, plot.y, unit);
}

function legendOf(surface: Surface, chart: SpectrumChart): readonly LegendEntry[] {
  const curves = chart.series.map((each) => ({
    name: each.points.length > 0 ? each.name : `${each.name} (nothing recorded)`,
    stroke: curveStroke(surface.theme, each),
  }));
  return chart.sla.length > 0 ? [...curves, { name: "service level", stroke: slaStroke(surface.theme) }] : curves;
}
