import type { Box, Scale, SpectrumChart } from "./charts.ts";
import type { Stroke, Surface } from "./paint.ts";
import { crossings, orderedSteps } from "./stairs.ts";
import type { Crossing } from "./stairs.ts";
import { SMALL } from "./text.ts";
import type { Theme } from "./theme.ts";
import type { UnitChoice } from "./units.ts";
import { formatDuration, formatPercentile } from "./units.ts";

const MARK = 6;
const LABEL_RISE = 7;

export function slaStroke(theme: Theme): Stroke {
  return { colour: theme.warning, width: 1.5, dash: [3, 3] };
}

/** The limits as steps, each named, and a mark where a curve of what happened comes to be above one. */
export function drawSla(surface: Surface, plot: Box, chart: SpectrumChart, x: Scale, y: Scale, unit: UnitChoice): void {
  const steps = orderedSteps(chart.sla);
  const line: number[] = [];
  let begin = 0;
  for (const step of steps) {
    const height = y.toPixel(step.limit);
    line.push(x.toPixel(begin), height, x.toPixel(step.percentile / 100), height);
    begin = step.percentile / 100;
  }
  surface.polyline(line, slaStroke(surface.theme));
  const broken = chart.series.filter((each) => !each.dashed && !each.faint).flatMap((each) => crossings(each.points, steps));
  const brokenSteps = new Set(broken.map((each) => each.step));
  let taken = plot.x;
  for (const step of steps) {
    const text = `${formatPercentile(step.percentile)} ≤ ${formatDuration(step.limit, unit)}`;
    const style = { size: SMALL, colour: surface.theme.warning, anchor: "end", halo: true, bold: brokenSteps.has(step) } as const;
    const right = Math.max(x.toPixel(step.percentile / 100), plot.x + surface.textWidth(text, style) + 4);
    if (right - surface.textWidth(text, style) >= taken) {
      surface.text(right - 2, y.toPixel(step.limit) - LABEL_RISE, text, style);
      taken = right + 4;
    }
  }
  broken.forEach((each) => drawCrossing(surface, each, x, y));
}

function drawCrossing(surface: Surface, crossing: Crossing, x: Scale, y: Scale): void {
  const { theme } = surface;
  const [px, py] = [x.toPixel(crossing.quantile), y.toPixel(crossing.step.limit)];
  const text = `${formatPercentile(crossing.step.percentile)} is ${formatDuration(crossing.value)}, not ${formatDuration(crossing.step.limit)} at most`;
  surface.group(text, () => {
    surface.circle(px, py, MARK, { colour: theme.paper }, { colour: theme.warning, width: 2 });
    const arm = MARK / 2;
    surface.line(px - arm, py - arm, px + arm, py + arm, { colour: theme.warning, width: 2 });
    surface.line(px - arm, py + arm, px + arm, py - arm, { colour: theme.warning, width: 2 });
  });
}
