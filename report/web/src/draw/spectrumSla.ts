import type { Box, Scale, SlaStep, SpectrumChart, SpectrumSeries } from "./charts.ts";
import type { Stroke, Surface } from "./paint.ts";
import { crossings, orderedSteps, valueAtQuantile } from "./stairs.ts";
import type { Crossing } from "./stairs.ts";
import { SMALL } from "./text.ts";
import type { Theme } from "./theme.ts";
import type { UnitChoice } from "./units.ts";
import { formatDuration, formatPercentile } from "./units.ts";

const MARK = 6;
const GAP = 14;
const RISE = 6;
const DROP = 15;

export function slaStroke(theme: Theme): Stroke {
  return { colour: theme.warning, width: 1.5, dash: [3, 3] };
}

/**
 * Draws the limits as labelled steps, and a mark where a recorded curve exceeds one.
 *
 * @return the boxes of the labels, so that nothing else is written there
 */
export function drawSla(
  surface: Surface,
  plot: Box,
  chart: SpectrumChart,
  x: Scale,
  y: Scale,
  unit: UnitChoice,
): readonly Box[] {
  const steps = orderedSteps(chart.sla);
  const line: number[] = [];
  let begin = 0;
  for (const step of steps) {
    const height = y.toPixel(step.limit);
    line.push(x.toPixel(begin), height, x.toPixel(step.percentile / 100), height);
    begin = step.percentile / 100;
  }
  surface.polyline(line, slaStroke(surface.theme));
  const broken = chart.series
    .filter((each) => !each.dashed && !each.faint)
    .flatMap((each) => crossings(each.points, steps));
  const names = drawNames(surface, plot, chart, new Set(broken.map((each) => each.step)), x, y, unit);
  broken.forEach((each) => drawCrossing(surface, each, x, y));
  return names;
}

/** Places labels beside the steps, free of curves and labels; if there is no such place, over a curve. */
function drawNames(
  surface: Surface,
  plot: Box,
  chart: SpectrumChart,
  broken: ReadonlySet<SlaStep>,
  x: Scale,
  y: Scale,
  unit: UnitChoice,
): readonly Box[] {
  const taken: Box[] = [];
  let begin = plot.x;
  for (const step of orderedSteps(chart.sla)) {
    const text = `${formatPercentile(step.percentile)} ≤ ${formatDuration(step.limit, unit)}`;
    const style = { size: SMALL, colour: surface.theme.warning, halo: true, bold: broken.has(step) } as const;
    const width = surface.textWidth(text, style);
    const line = y.toPixel(step.limit);
    const end = x.toPixel(step.percentile / 100);
    const places = [end - width - 2, begin + GAP, end + GAP].flatMap((left) =>
      [line - RISE, line + DROP].map((base) => ({
        x: Math.max(plot.x + 2, left),
        y: base - SMALL,
        width,
        height: SMALL + 2,
      })),
    );
    const apart = places.filter((place) => !taken.some((each) => meets(each, place)));
    const place = apart.find((each) => !chart.series.some((series) => crosses(series, each, x, y))) ?? apart[0];
    if (place !== undefined) {
      taken.push(place);
      surface.text(place.x, place.y + SMALL, text, style);
    }
    begin = end;
  }
  return taken;
}

/** Whether a curve crosses a box. Curves ascend, so a curve lies between its heights at both sides. */
function crosses(series: SpectrumSeries, box: Box, x: Scale, y: Scale): boolean {
  const heightAt = (pixel: number) => y.toPixel(valueAtQuantile(series.points, x.toValue(pixel)) ?? NaN);
  return heightAt(box.x) > box.y - 2 && heightAt(box.x + box.width) < box.y + box.height + 2;
}

function meets(one: Box, other: Box): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}

function drawCrossing(surface: Surface, crossing: Crossing, x: Scale, y: Scale): void {
  const { theme } = surface;
  const [px, py] = [x.toPixel(crossing.quantile), y.toPixel(crossing.step.limit)];
  const { step, value } = crossing;
  const limit = formatDuration(step.limit);
  const text = `${formatPercentile(step.percentile)} is ${formatDuration(value)}, limit ${limit}`;
  surface.group(text, () => {
    surface.circle(px, py, MARK, { colour: theme.paper }, { colour: theme.warning, width: 2 });
    const arm = MARK / 2;
    surface.line(px - arm, py - arm, px + arm, py + arm, { colour: theme.warning, width: 2 });
    surface.line(px - arm, py + arm, px + arm, py - arm, { colour: theme.warning, width: 2 });
  });
}
