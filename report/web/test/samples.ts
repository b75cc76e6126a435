// Deterministic synthetic runs to draw, from a seeded generator.

import type { Histogram } from "../src/data/histogram.ts";
import { Layout } from "../src/data/layout.ts";
import type { Side } from "../src/data/model.ts";
import { SlotHistogram } from "../src/data/slotHistogram.ts";
import type { Column } from "../src/data/source.ts";
import type { HeatChart, Lane, SpectrumChart, TimelineChart } from "../src/draw/charts.ts";

/** Marsaglia's xorshift, 0 to 1. */
export function chance(seed: number): () => number {
  let state = seed | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

const STALLS = [
  { begin: 21_000, length: 240 },
  { begin: 54_500, length: 1300 },
  { begin: 87_200, length: 90 },
];

/** Latency in microseconds of an operation that was due at a moment: about 0.8 ms, longer in stalls. */
export function latencyAt(moment: number, next: () => number, withStalls = true): number {
  const drift = 1 + 0.25 * Math.sin(moment / 9000);
  const usual = 600 * drift * Math.exp((next() + next() + next() - 1.5) * 0.9);
  const rare = next() < 0.004 ? 4000 + next() * 14000 : 0;
  const stall = STALLS.find((each) => moment >= each.begin && moment < each.begin + each.length);
  const waits = stall !== undefined && withStalls ? (stall.begin + stall.length - moment) * 1000 : 0;
  return usual + rare + waits;
}

/** The same values as in a log: counts in slots of three digits. */
export function slotsOf(values: readonly number[]): Histogram {
  const layout = Layout.of(3, 0);
  const counts = new Map<number, number>();
  for (const value of values) {
    const slot = layout.slotOf(value);
    counts.set(slot, (counts.get(slot) ?? 0) + 1);
  }
  const slots = Int32Array.from([...counts.keys()].sort((a, b) => a - b));
  return new SlotHistogram([{ layout, slots, counts: Float64Array.from(slots, (slot) => counts.get(slot) ?? 0) }]);
}

/** Two minutes in a number of columns, with a gap near the end. */
export function columnsOf(count: number, perColumn: number, seed = 7): readonly Column[] {
  const next = chance(seed);
  const length = 120_000 / count;
  return Array.from({ length: count }, (_, i) => ({ from: i * length, to: (i + 1) * length }))
    .filter((span) => span.from < 97_000 || span.from > 101_000)
    .map((span) => ({
      ...span,
      histogram: slotsOf(
        Array.from({ length: perColumn }, (_, i) => latencyAt(span.from + (i / perColumn) * length, next)),
      ),
    }));
}

export function heatChart(columns: readonly Column[]): HeatChart {
  return {
    span: { from: 0, to: 120_000 },
    columns,
    unit: 1000,
    lines: ["max", "p99.9", "p99", "p50"],
    brush: null,
    pointed: null,
    marks: [
      { at: 21_040, value: 200e6, lit: false },
      { at: 54_600, value: 1200e6, lit: true },
      { at: 70_000, value: 14e6, lit: false },
    ],
  };
}

export function spectrumChart(count = 200_000): SpectrumChart {
  const next = chance(3);
  const all = (withStalls: boolean, factor: number) =>
    slotsOf(Array.from({ length: count }, (_, i) => factor * latencyAt((i / count) * 120_000, next, withStalls)))
      .spectrum(600)
      .map((point) => ({ ...point, value: point.value * 1000 }));
  return {
    series: [
      { name: "response", colour: 0, dashed: false, faint: false, points: all(true, 1), total: count },
      {
        name: "without GC pause System.gc()",
        colour: 2,
        dashed: true,
        faint: false,
        points: all(false, 0.9),
        total: count,
      },
      { name: "service", colour: 1, dashed: false, faint: false, points: all(false, 0.6), total: count },
      {
        name: "GET /orders/{id}?with=<script>alert(1)</script>",
        colour: 3,
        dashed: false,
        faint: true,
        points: all(false, 1.6),
        total: count,
      },
    ],
    sla: [
      { percentile: 50, limit: 5e6 },
      { percentile: 99, limit: 20e6 },
      { percentile: 99.9, limit: 100e6 },
    ],
    pointed: null,
    logValues: true,
  };
}

export function timelineChart(): TimelineChart {
  const next = chance(11);
  let id = 0;
  const lane = (side: Side, name: string, colour: number, count: number, longest: number): Lane => ({
    name,
    side,
    colour,
    items: Array.from({ length: count }, () => {
      const begin = next() * 118_000;
      return { id: id++, begin, end: begin + next() ** 4 * longest, lit: false };
    }),
  });
  const stalls = STALLS.map((each, i) => ({
    id: 9000 + i,
    begin: each.begin,
    end: each.begin + each.length,
    lit: i === 1,
  }));
  const gc = lane("target", "GC pause", 1, 60, 120);
  return {
    span: { from: 0, to: 120_000 },
    lanes: [
      lane("generator", "GC pause", 1, 6, 60),
      lane("generator", "Scheduling hiccup", 4, 300, 40),
      { ...gc, items: [...gc.items, ...stalls] },
      lane("target", "Safepoint that is no collection", 2, 40, 30),
      lane("target", "Monitor dev.takt.demo.Ledger", 3, 1500, 90),
      lane("target", "JIT compilation", 5, 800, 300),
      lane("host", "CPU pressure", 0, 12, 4000),
      lane("host", "Page faults", 6, 20, 200),
    ],
    rate: Array.from({ length: 120 }, (_, i) => ({
      at: i * 1000 + 500,
      achieved: i === 54 ? 900 : i === 55 ? 3800 : 2500 + (next() - 0.5) * 120,
    })),
    intendedRate: 2500,
    brush: null,
    pointed: null,
  };
}
