import { rateAxis } from "./axes.ts";
import type { Box, Scale, TimelineChart } from "./charts.ts";
import { drawAxes, drawGrid } from "./frame.ts";
import type { Surface } from "./paint.ts";
import { SMALL } from "./text.ts";
import { formatRate } from "./units.ts";

/**
 * Draws the achieved rate as a line over an area, and the intended rate as a dashed line.
 *
 * @param measured the part of the time axis in which they are drawn
 */
export function drawRate(surface: Surface, plot: Box, measured: Box, chart: TimelineChart, x: Scale): void {
  const { theme } = surface;
  const points = chart.rate.filter((each) => Number.isFinite(each.at) && Number.isFinite(each.achieved));
  const intended = chart.intendedRate !== null && Number.isFinite(chart.intendedRate) ? chart.intendedRate : null;
  const highest = points.reduce((most, each) => Math.max(most, each.achieved), intended ?? 0);
  const y = rateAxis(highest, plot.y + plot.height, plot.y + 2);
  drawGrid(surface, plot, null, y);
  const line = points.flatMap((each) => [x.toPixel(each.at), y.scale.toPixel(each.achieved)]);
  const colour = theme.series[0] ?? theme.ink;
  surface.clip({ ...measured, y: plot.y - 1, height: plot.height + 1 }, () => {
    const [first = NaN] = line;
    const last = line.at(-2) ?? NaN;
    const bottom = plot.y + plot.height;
    surface.area([first, bottom, ...line, last, bottom], { colour, opacity: 0.15 });
    surface.polyline(line, { colour, width: 1.5 });
    if (intended !== null) {
      const height = y.scale.toPixel(intended);
      surface.line(plot.x, height, plot.x + plot.width, height, { colour: theme.ink, width: 1.25, dash: [6, 4] });
    }
  });
  drawAxes(surface, plot, null, y);
}

/** Writes the name above the plot; drawn last, so that nothing covers it. */
export function drawRateName(surface: Surface, plot: Box, intended: number | null): void {
  const style = { size: SMALL, colour: surface.theme.softInk, halo: true } as const;
  const isKnown = intended !== null && Number.isFinite(intended);
  const plain = "operations per second";
  const long = isKnown ? `${plain}; intended (dashed): ${formatRate(intended)}` : plain;
  const short = isKnown ? `dashed: ${formatRate(intended)} intended` : plain;
  const fits = (text: string) => surface.textWidth(text, style) < plot.width;
  surface.text(plot.x + 4, plot.y - 4, [long, short].find(fits) ?? "", style);
}
