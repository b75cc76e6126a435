// The lanes of the timeline, independent of the DOM.

import type { Side, SourceDocument, Stall, TagInfo } from "../data/model.ts";
import type { Column } from "../data/source.ts";
import type { Lane } from "../draw/charts.ts";
import { lanesOf, type Colours } from "./colours.ts";

/** Shorter hiccups are background noise on any machine. */
const MIN_HICCUP_NANOS = 1e6;
const HICCUP_COLOUR = 6;
/** Ids of hiccups are negative, so that they differ from those of stalls. */
const FIRST_HICCUP = -2;

/** A lane for each kind of stall of each side, and for the hiccups of sides whose stalls include none. */
export function lanes(
  document: SourceDocument,
  hiccups: ReadonlyMap<string, readonly Column[]>,
  lit: ReadonlySet<number>,
  colours: Colours,
): readonly Lane[] {
  const { stalls } = document;
  const ofStalls = stalls === undefined ? [] : lanesOf(stalls).map(({ side, kind }): Lane => ({
    name: kind.replaceAll("_", " "),
    side,
    colour: colours(side, kind),
    items: stalls.list
      .filter((stall) => stall.side === side && stall.kind === kind)
      .map(({ id, begin, end }) => ({ id, begin, end, lit: lit.has(id) })),
  }));
  const ofHiccups = hiccupTags(document).map((info) => hiccupLane(info, hiccups.get(info.tag) ?? [], document.unit ?? 1));
  const order: readonly Side[] = ["generator", "target", "host"];
  return order.flatMap((side) => [...ofStalls, ...ofHiccups].filter((lane) => lane.side === side && lane.items.length > 0));
}

/** The tags of raw hiccups, of sides whose stalls do not include hiccups. */
export function hiccupTags(document: SourceDocument): readonly TagInfo[] {
  const sides = new Set(document.stalls?.list.filter((stall) => stall.kind === "hiccup").map((stall) => stall.side));
  return document.tags.filter(
    (info) => info.group === "hiccups" && !info.tag.endsWith("-corrected") && !sides.has(sideOf(info.tag)),
  );
}

function sideOf(tag: string): Side {
  return tag.startsWith("generator") ? "generator" : tag.startsWith("target") ? "target" : "host";
}

/** The longest hiccup of each column, drawn in its middle, as the exact time is unknown. */
function hiccupLane(info: TagInfo, columns: readonly Column[], unit: number): Lane {
  const items = columns.flatMap((column, i) => {
    const nanos = column.histogram.max * unit;
    const middle = (column.from + column.to) / 2;
    const half = nanos / 2e6;
    return nanos < MIN_HICCUP_NANOS
      ? []
      : [{ id: FIRST_HICCUP - i, begin: middle - half, end: middle + half, lit: false }];
  });
  return { name: "longest hiccups", side: sideOf(info.tag), colour: HICCUP_COLOUR, items };
}

/** The rate of operations over several tags, a point per column. */
export function rates(of: readonly (readonly Column[])[]): readonly { readonly at: number; readonly achieved: number }[] {
  const counts = new Map<number, { length: number; count: number }>();
  for (const columns of of) {
    for (const column of columns) {
      const known = counts.get(column.from) ?? { length: column.to - column.from, count: 0 };
      counts.set(column.from, { ...known, count: known.count + column.histogram.total });
    }
  }
  return [...counts]
    .filter(([, { length }]) => length > 0)
    .sort(([a], [b]) => a - b)
    .map(([from, { length, count }]) => ({ at: from + length / 2, achieved: (1000 * count) / length }));
}

/** Stalls that overlap a span, longest first. */
export function stallsWithin(stalls: readonly Stall[], from: number, to: number): readonly Stall[] {
  return stalls
    .filter((stall) => stall.begin < to && stall.end >= from)
    .sort((a, b) => b.end - b.begin - (a.end - a.begin));
}
