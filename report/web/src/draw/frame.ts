// The frame of every chart: grid, axes, and the text of an empty chart.

import type { Axis } from "./axes.ts";
import type { Box, Scale } from "./charts.ts";
import type { Clock } from "./moments.ts";
import { ELAPSED } from "./moments.ts";
import type { Surface } from "./paint.ts";
import type { Tick } from "./scales.ts";
import { NORMAL, SMALL, fitted } from "./text.ts";
import type { UnitChoice } from "./units.ts";

/** The number formats of a chart. */
export interface DrawOptions {
  /** The unit of all durations; chosen automatically if absent. */
  readonly unit?: UnitChoice;
  /** Elapsed time if absent. */
  readonly clock?: Clock;
}

/** The positions in a chart that was drawn. */
export interface Drawn {
  readonly x: Scale;
  readonly y: Scale;
  /** The area between the axes. */
  readonly plot: Box;
}

interface Kept {
  readonly left: number;
  readonly right: number;
}

export const NOTHING = "nothing recorded";
export const DECODING = "decoding…";

/** The height below a plot for the axis labels and title. */
export const BELOW = 40;

const LABEL_GAP = 8;
const LABEL_DROP = 18;
const TITLE_DROP = 35;
const HALF_DIGIT = 4.3;
const BETWEEN_LABELS = 6;
const MIN_SIZE = 8;
const NARROW = 620;
const WIDE = 1000;

/** The margins of every plot over time, equal so that their time axes are aligned. */
export function plotMargins(width: number): { readonly left: number; readonly right: number } {
  return width < NARROW ? { left: 68, right: 46 } : { left: width < WIDE ? 148 : 180, right: 52 };
}

/** Whether there is room for the names of lanes beside the plot. */
export function hasGutter(width: number): boolean {
  return width >= NARROW;
}

export function optionsOf(options: DrawOptions): Required<DrawOptions> {
  return { unit: options.unit ?? "auto", clock: options.clock ?? ELAPSED };
}

export function inset(box: Box, margins: { left: number; top: number; right: number; bottom: number }): Box {
  return {
    x: box.x + margins.left,
    y: box.y + margins.top,
    width: Math.max(1, box.width - margins.left - margins.right),
    height: Math.max(1, box.height - margins.top - margins.bottom),
  };
}

/** Draws the grid, behind the curves. */
export function drawGrid(surface: Surface, plot: Box, x: Axis | null, y: Axis | null): void {
  const { theme } = surface;
  const strokeOf = (tick: Tick) => ({ colour: tick.label === "" ? theme.faintGrid : theme.grid, width: 1 });
  const faintFirst = (ticks: readonly Tick[]) =>
    [...ticks].sort((a, b) => Number(a.label !== "") - Number(b.label !== ""));
  for (const tick of faintFirst(y?.ticks ?? [])) {
    const at = crisp(y?.scale.toPixel(tick.at) ?? NaN);
    surface.line(plot.x, at, plot.x + plot.width, at, strokeOf(tick));
  }
  for (const tick of faintFirst(x?.ticks ?? [])) {
    const at = crisp(x?.scale.toPixel(tick.at) ?? NaN);
    surface.line(at, plot.y, at, plot.y + plot.height, strokeOf(tick));
  }
}

/**
 * Draws the axes and their labels, in front of the curves.
 *
 * @param kept an interval below the plot that is reserved for another label
 */
export function drawAxes(surface: Surface, plot: Box, x: Axis | null, y: Axis | null, kept: Kept | null = null): void {
  const stroke = { colour: surface.theme.frame, width: 1 };
  const bottom = crisp(plot.y + plot.height);
  const left = crisp(plot.x);
  surface.line(left, bottom, plot.x + plot.width, bottom, stroke);
  if (y !== null) {
    surface.line(left, plot.y, left, bottom, stroke);
    drawYLabels(surface, plot, y);
  }
  if (x !== null) {
    drawXLabels(surface, plot, x, kept);
    drawXTitle(surface, plot, x.title);
  }
}

/** Draws labels from the top, so that the greatest is never omitted. */
function drawYLabels(surface: Surface, plot: Box, axis: Axis): void {
  const style = { size: SMALL, colour: surface.theme.softInk, anchor: "end" } as const;
  const named = axis.ticks.filter((tick) => tick.label !== "");
  const ordered = named
    .map((tick) => ({ label: tick.label, y: axis.scale.toPixel(tick.at) + HALF_DIGIT }))
    .sort((a, b) => a.y - b.y);
  let free = -Infinity;
  for (const { label, y } of ordered) {
    if (y >= free) {
      surface.text(plot.x - LABEL_GAP, y, label, { ...style, size: sizeFor(surface, label, plot.x - LABEL_GAP - 2) });
      free = y + SMALL + 2;
    }
  }
}

/** The font size that fits the room. */
function sizeFor(surface: Surface, text: string, room: number): number {
  const width = surface.textWidth(text, { size: SMALL });
  return width <= room ? SMALL : Math.max(MIN_SIZE, (SMALL * room) / width);
}

function drawXLabels(surface: Surface, plot: Box, axis: Axis, kept: Kept | null): void {
  const style = { size: SMALL, colour: surface.theme.softInk, anchor: "middle" } as const;
  let free = -Infinity;
  for (const tick of axis.ticks) {
    const x = axis.scale.toPixel(tick.at);
    const half = surface.textWidth(tick.label, style) / 2;
    const isKept = kept !== null && x + half > kept.left - 2 && x - half < kept.right + 2;
    if (tick.label !== "" && !isKept && x - half >= free && x + half <= surface.width) {
      surface.text(x, plot.y + plot.height + LABEL_DROP, tick.label, style);
      free = x + half + BETWEEN_LABELS;
    }
  }
}

function drawXTitle(surface: Surface, plot: Box, title: string): void {
  const style = { size: SMALL, colour: surface.theme.softInk, anchor: "end" } as const;
  const text = fitted(title, plot.width, (each) => surface.textWidth(each, style));
  surface.text(plot.x + plot.width, plot.y + plot.height + TITLE_DROP, text, style);
}

/** Writes a text in the middle of an empty plot. */
export function drawNothing(surface: Surface, plot: Box, text: string = NOTHING): void {
  surface.rect(plot, { colour: surface.theme.empty });
  const style = { size: NORMAL, colour: surface.theme.softInk, anchor: "middle" } as const;
  surface.text(plot.x + plot.width / 2, plot.y + plot.height / 2 + HALF_DIGIT, text, style);
}

/** Rounds to the middle of a pixel, where a thin line is sharp. */
export function crisp(position: number): number {
  return Math.floor(position) + 0.5;
}
