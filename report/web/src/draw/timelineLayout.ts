// The layout of a timeline's lanes.

import type { Side } from "../data/model.ts";
import type { Box, Lane, TimelineChart } from "./charts.ts";
import { BELOW, hasGutter } from "./frame.ts";
import { plainText } from "./text.ts";

export interface LaneRow {
  readonly lane: Lane;
  /** The top of the row; if its name is above the bars, the bars are lower. */
  readonly top: number;
  readonly height: number;
  readonly barTop: number;
  readonly barHeight: number;
}

export interface Heading {
  readonly text: string;
  readonly top: number;
  readonly height: number;
}

export interface TimelineLayout {
  readonly headings: readonly Heading[];
  readonly rows: readonly LaneRow[];
  /** All lanes. */
  readonly lanes: Box;
  /** The box of the rate, if there is one. */
  readonly rate: Box | null;
}

const SIDES: readonly { readonly side: Side; readonly text: string }[] = [
  { side: "generator", text: "Load generator" },
  { side: "target", text: "Target" },
  { side: "host", text: "Host" },
];
const HEADING = 24;
const ROW = 20;
const ROW_WITH_NAME = 32;
const NAME = 15;
const PAD = 3;
const RATE = 64;
const RATE_GAP = 18;
const EMPTY = 40;

/** The preferred height of a timeline. */
export function timelineHeight(chart: TimelineChart, width: number): number {
  const lanes = lanesHeight(chart, width);
  return Math.max(EMPTY, lanes) + (hasRate(chart) ? RATE + RATE_GAP : 0) + BELOW;
}

/** Lays out the lanes in a plot, at their preferred height or lower if there is less room. */
export function layoutOf(chart: TimelineChart, plot: Box, width: number): TimelineLayout {
  const rate = hasRate(chart) ? Math.min(RATE, plot.height / 2) : 0;
  const room = plot.height - (rate > 0 ? rate + RATE_GAP : 0);
  const wanted = lanesHeight(chart, width);
  const factor = wanted > room && wanted > 0 ? Math.max(0, room) / wanted : 1;
  const headings: Heading[] = [];
  const rows: LaneRow[] = [];
  let top = plot.y;
  for (const { text, lanes } of groupsOf(chart)) {
    headings.push({ text, top, height: HEADING * factor });
    top += HEADING * factor;
    for (const lane of lanes) {
      const row = rowOf(lane, top, factor, width);
      rows.push(row);
      top += row.height;
    }
  }
  const height = wanted > 0 ? top - plot.y : room;
  return {
    headings,
    rows,
    lanes: { ...plot, height },
    rate: rate > 0 ? { ...plot, y: plot.y + plot.height - rate, height: rate } : null,
  };
}

interface Group {
  readonly text: string;
  readonly lanes: readonly Lane[];
}

/** The lanes of each side, and in a fleet of each machine. */
function groupsOf({ lanes }: TimelineChart): readonly Group[] {
  return SIDES.flatMap(({ side, text }) => {
    const own = lanes.filter((lane) => lane.side === side);
    return [...new Set(own.map((lane) => lane.machine))].map((machine) => ({
      text: machine === undefined ? text : `${text}: ${plainText(machine)}`,
      lanes: own.filter((lane) => lane.machine === machine),
    }));
  });
}

function rowOf(lane: Lane, top: number, factor: number, width: number): LaneRow {
  const height = rowHeight(width) * factor;
  const name = hasGutter(width) ? 0 : NAME * factor;
  const pad = PAD * factor;
  return { lane, top, height, barTop: top + name + pad, barHeight: Math.max(1, height - name - 2 * pad) };
}

function rowHeight(width: number): number {
  return hasGutter(width) ? ROW : ROW_WITH_NAME;
}

function lanesHeight(chart: TimelineChart, width: number): number {
  return groupsOf(chart).length * HEADING + chart.lanes.length * rowHeight(width);
}

function hasRate(chart: TimelineChart): boolean {
  return chart.rate.length > 0 || chart.intendedRate !== null;
}
