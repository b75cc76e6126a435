// The timeline: a lane for each kind of stall, and the rate below them.

import type { Span } from "../data/model.ts";
import type { Axis } from "./axes.ts";
import { timeAxis } from "./axes.ts";
import type { Box, Lane, LaneItem, Scale, TimelineChart } from "./charts.ts";
import type { DrawOptions } from "./frame.ts";
import { BELOW, crisp, DECODING, drawAxes, drawNothing, hasGutter, inset, optionsOf, plotMargins } from "./frame.ts";
import { drawRate, drawRateName } from "./timelineRate.ts";
import { drawBars, itemUnder } from "./timelineBars.ts";
import { layoutOf } from "./timelineLayout.ts";
import type { LaneRow, TimelineLayout } from "./timelineLayout.ts";
import type { Surface } from "./paint.ts";
import { drawPhases, measuredPart } from "./phases.ts";
import { drawBrush, drawMoment, momentLabel } from "./span.ts";
import { NORMAL, SMALL, fitted, plainText } from "./text.ts";

export { timelineHeight } from "./timelineLayout.ts";

export interface DrawnTimeline {
  readonly x: Scale;
  readonly plot: Box;
  /** The lane at a height, if there is one. */
  laneAt(y: number): Lane | null;
  /** The item under the pointer, or the nearest one within a few pixels. */
  itemAt(x: number, y: number): LaneItem | null;
}

const NAME_GAP = 10;
const HALF_DIGIT = 4.3;

/** Draws a timeline with the same margins as a heat map; returns the positions of its elements. */
export function drawTimeline(
  surface: Surface,
  box: Box,
  chart: TimelineChart,
  options: DrawOptions = {},
): DrawnTimeline {
  const { clock } = optionsOf(options);
  const plot = inset(box, { ...plotMargins(box.width), top: 0, bottom: BELOW });
  const x = timeAxis(chart.span, plot.x, plot.x + plot.width, clock);
  const layout = layoutOf({ ...chart, lanes: chart.lanes.map((lane) => visiblePart(lane, chart.span)) }, plot, box.width);
  if (chart.lanes.length === 0) {
    drawNothing(surface, layout.lanes, chart.loading === true ? DECODING : "no stalls recorded");
  }
  const measured = measuredPart(plot, chart.phases, x.scale);
  layout.rows.forEach((row) => drawRow(surface, row, plot, measured, x));
  if (layout.rate !== null) {
    drawGridOver(surface, layout.rate, x);
    drawRate(surface, layout.rate, measured, chart, x.scale);
  }
  const whole = layout.rate === null ? layout.lanes : plot;
  drawPhases(surface, whole, chart.phases, x.scale, hasGutter(box.width) && chart.lanes.length > 0);
  drawBrush(surface, whole, chart.brush, x.scale);
  drawHeadings(surface, box, layout);
  layout.rows.forEach((row) => drawName(surface, box, row, plot));
  const moment = momentLabel(surface, chart.pointed, chart.span, x.scale, clock);
  drawAxes(surface, whole, x, null, moment);
  if (layout.rate !== null) {
    drawRateName(surface, layout.rate, chart.intendedRate);
  }
  drawMoment(surface, whole, moment);
  const laneAt = (at: number) => rowAt(layout, at)?.lane ?? null;
  return { x: x.scale, plot, laneAt, itemAt: (px, py) => (px < measured.x ? null : itemUnder(rowAt(layout, py)?.lane ?? null, x.scale, px)) };
}

/** A lane without the items outside of the span, which the scale would put at its edges. */
function visiblePart(lane: Lane, { from, to }: Span): Lane {
  return { ...lane, items: lane.items.filter((item) => !(item.end < from) && !(item.begin > to)) };
}

function rowAt(layout: TimelineLayout, y: number): LaneRow | null {
  return layout.rows.find((row) => y >= row.top && y < row.top + row.height) ?? null;
}

function drawGridOver(surface: Surface, plot: Box, axis: Axis): void {
  for (const tick of axis.ticks) {
    const at = crisp(axis.scale.toPixel(tick.at));
    surface.line(at, plot.y, at, plot.y + plot.height, { colour: surface.theme.grid, width: 1 });
  }
}

function drawHeadings(surface: Surface, box: Box, layout: TimelineLayout): void {
  const { theme } = surface;
  for (const heading of layout.headings) {
    if (heading.height >= NORMAL) {
      const base = heading.top + heading.height - 6;
      const style = { size: NORMAL, bold: true, colour: theme.ink, halo: true } as const;
      surface.text(box.x, base, fitted(heading.text, box.width, (each) => surface.textWidth(each, style)), style);
    }
  }
}

function drawRow(surface: Surface, row: LaneRow, plot: Box, measured: Box, x: Axis): void {
  const { theme } = surface;
  const lane = { x: plot.x, y: row.barTop, width: plot.width, height: row.barHeight };
  surface.rect(lane, { colour: theme.empty, opacity: 0.7 });
  drawGridOver(surface, lane, x);
  surface.group(row.lane.name, () =>
    surface.clip({ ...measured, y: row.top, height: row.height }, () => drawBars(surface, row, x.scale, measured)),
  );
}

function drawName(surface: Surface, box: Box, row: LaneRow, plot: Box): void {
  const isBeside = hasGutter(box.width);
  if (row.height < SMALL || (!isBeside && row.barTop - row.top < SMALL)) {
    return;
  }
  const style = { size: SMALL, colour: surface.theme.ink, halo: !isBeside } as const;
  const room = isBeside ? plot.x - box.x - 2 * NAME_GAP : plot.width;
  const text = fitted(plainText(row.lane.name), room, (each) => surface.textWidth(each, style));
  if (isBeside) {
    surface.text(box.x + NAME_GAP, row.top + row.height / 2 + HALF_DIGIT, text, style);
  } else {
    surface.text(plot.x, row.barTop - 3, text, style);
  }
}
