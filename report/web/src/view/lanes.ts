// The lanes of the timeline, independent of the DOM.

import type { Side, SourceDocument, Span, Stall, StallList, TagInfo } from "../data/model.ts";
import type { Column } from "../data/source.ts";
import type { Lane } from "../draw/charts.ts";
import { kindColour } from "../draw/kinds.ts";
import { measuredFrom } from "../draw/phases.ts";
import { time } from "./figures.ts";
import { phasesOf } from "./phases.ts";
import type { UnitChoice } from "./state.ts";
import { visible } from "./tags.ts";

/** Shorter hiccups are background noise on any machine. */
const MIN_HICCUP_NANOS = 1e6;
/** Ids of hiccups are negative, so that they differ from those of stalls. */
const FIRST_HICCUP = -2;

const SIDES: readonly Side[] = ["generator", "target", "host"];

/** So many machines of a side have lanes of their own: those with the longest stalls in all. The others share lanes. */
const MAX_MACHINES = 8;
const BY_NAME = new Intl.Collator("en", { numeric: true });

/**
 * A lane for each kind of stall of each side and, in a fleet, of each machine; and for the hiccups of sides whose stalls
 * include none. No lane for kinds that occurred only before the measured part.
 */
export function lanes(
  document: SourceDocument,
  hiccups: ReadonlyMap<string, readonly Column[]>,
  lit: ReadonlySet<number>,
  unit: UnitChoice = "auto",
): readonly Lane[] {
  const { stalls } = document;
  const from = measuredFrom(phasesOf(document)) ?? -Infinity;
  const ofStalls = stalls === undefined ? [] : SIDES.flatMap((side) => groupsOf(side, stalls)).flatMap(({ side, machine, stalls: own }) =>
    [...new Set(own.map((stall) => stall.kind))].map((kind): Lane => ({
      name: kind.replaceAll("_", " "),
      side,
      ...(machine === undefined ? {} : { machine }),
      colour: kindColour(kind),
      items: own
        .filter((stall) => stall.kind === kind)
        .map((stall) => ({ id: stall.id, begin: stall.begin, end: stall.end, lit: lit.has(stall.id), text: textOf(stall, unit) })),
    })));
  const ofHiccups = hiccupTags(document).map((info) => hiccupLane(info, hiccups.get(info.tag) ?? [], document.unit ?? 1));
  return SIDES.flatMap((side) => [...ofStalls, ...ofHiccups].filter((lane) => lane.side === side && lane.items.some((item) => item.end > from)));
}

/** What distinguishes a stall from others of its lane: "G1 Evacuation Pause 28.4 ms". */
function textOf({ cause, culprit, thread, begin, end }: Stall, unit: UnitChoice): string {
  return `${visible(cause ?? culprit ?? thread ?? "")} ${time((end - begin) * 1e6, unit)}`.trimStart();
}

interface Group {
  readonly side: Side;
  /** The machine, or several of them in words; absent in a run of one machine. */
  readonly machine: string | undefined;
  readonly stalls: readonly Stall[];
}

/** The stalls of a side by machine. */
function groupsOf(side: Side, { list }: StallList): readonly Group[] {
  const own = list.filter((stall) => stall.side === side);
  const lengths = new Map<string, number>();
  for (const { machine, begin, end } of own) {
    if (machine !== undefined) {
      lengths.set(machine, (lengths.get(machine) ?? 0) + end - begin);
    }
  }
  const ranked = [...lengths].sort(([, a], [, b]) => b - a).map(([machine]) => machine);
  const shown = ranked.slice(0, ranked.length > MAX_MACHINES + 1 ? MAX_MACHINES : ranked.length);
  const others = new Set(ranked.slice(shown.length));
  return [
    { side, machine: undefined, stalls: own.filter((stall) => stall.machine === undefined) },
    ...shown.sort(BY_NAME.compare).map((machine) => ({ side, machine, stalls: own.filter((stall) => stall.machine === machine) })),
    { side, machine: `${others.size} other machines`, stalls: own.filter(({ machine }) => machine !== undefined && others.has(machine)) },
  ];
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
  return { name: "longest hiccups", side: sideOf(info.tag), colour: kindColour("hiccup"), items };
}

/** The least part of a column in which a rate is counted: a log's interval ends some 0.1 ms after the warm-up. */
const MIN_FIRST_SHARE = 0.05;

/** A moment, and operations per second. */
interface RatePoint {
  readonly at: number;
  readonly achieved: number;
}

/**
 * The rate of operations over several tags, a point per column, and 0 between columns that are not adjacent.
 *
 * @param measured a column that it begins in counts from there; one that ends just after that says nothing about a rate
 */
export function rates(of: readonly (readonly Column[])[], measured?: Span): readonly RatePoint[] {
  const counts = new Map<number, { from: number; to: number; count: number }>();
  for (const columns of of) {
    for (const { from, to, histogram } of columns) {
      const isFirst = measured !== undefined && measured.from > from && measured.from < to;
      if (isFirst && to - measured.from < (to - from) * MIN_FIRST_SHARE) {
        continue;
      }
      const known = counts.get(from) ?? { from: isFirst ? measured.from : from, to, count: 0 };
      counts.set(from, { ...known, count: known.count + histogram.total });
    }
  }
  const points: RatePoint[] = [];
  let end = Infinity;
  for (const { from, to, count } of [...counts.values()].filter((each) => each.to > each.from).sort((a, b) => a.from - b.from)) {
    const half = (to - from) / 2;
    if (from - end >= half) {
      points.push({ at: end, achieved: 0 }, { at: from, achieved: 0 });
    }
    points.push({ at: from + half, achieved: (1000 * count) / (to - from) });
    end = to;
  }
  return points;
}

/** Stalls that overlap a span, longest first. */
export function stallsWithin(stalls: readonly Stall[], from: number, to: number): readonly Stall[] {
  return stalls
    .filter((stall) => stall.begin < to && stall.end >= from)
    .sort((a, b) => b.end - b.begin - (a.end - a.begin));
}
