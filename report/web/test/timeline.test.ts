import assert from "node:assert/strict";
import { test } from "node:test";
import type { LaneItem, TimelineChart } from "../src/draw/charts.ts";
import { drawHeat } from "../src/draw/heat.ts";
import { SvgSurface } from "../src/draw/surface.ts";
import { light } from "../src/draw/theme.ts";
import type { DrawnTimeline } from "../src/draw/timeline.ts";
import { drawTimeline, timelineHeight } from "../src/draw/timeline.ts";
import { columnsOf, heatChart, timelineChart } from "./samples.ts";
import { assertSound, svgOf, textsOf } from "./svgCheck.ts";

const HOSTILE = `<script>alert(1)</script>&"'`;

function itemOf(id: number, begin: number, end: number, lit = false): LaneItem {
  return { id, begin, end, lit };
}

function chartOf(values: Partial<TimelineChart> = {}): TimelineChart {
  const lanes = [
    { name: "Monitor", side: "target", colour: 3, items: [itemOf(7, 100, 150)] },
    {
      name: "GC pause",
      side: "generator",
      colour: 1,
      items: [itemOf(1, 1000, 9000), itemOf(2, 3000, 3001), itemOf(3, 9500, 9500)],
    },
  ] as const;
  return { span: { from: 0, to: 10_000 }, lanes, rate: [], intendedRate: null, brush: null, pointed: null, ...values };
}

function draw(chart: TimelineChart, width = 1000): { svg: string; drawn: DrawnTimeline; height: number } {
  const height = timelineHeight(chart, width);
  const surface = new SvgSurface(width, height, light);
  const drawn = drawTimeline(surface, { x: 0, y: 0, width, height }, chart);
  const svg = surface.toString();
  assertSound(svg);
  return { svg, drawn, height };
}

/** The height of a lane's middle. */
function middleOf(drawn: DrawnTimeline, name: string, height: number): number {
  const within = Array.from({ length: Math.ceil(height) }, (_, y) => y).filter((y) => drawn.laneAt(y)?.name === name);
  assert.ok(within.length > 10, `${name} is ${within.length} pixels high`);
  return within[within.length >> 1] ?? NaN;
}

test("moments are at the same positions as in a heat map of the same width", () => {
  for (const width of [390, 800, 1280, 1920]) {
    const heat = drawHeat(
      new SvgSurface(width, 300, light),
      { x: 0, y: 0, width, height: 300 },
      heatChart(columnsOf(5, 5)),
    );
    const { drawn } = draw(timelineChart(), width);
    for (const moment of [0, 12_345, 120_000]) {
      assert.equal(drawn.x.toPixel(moment), heat.x.toPixel(moment));
    }
  }
});

test("lanes are grouped by side, the generator's first", () => {
  const { svg, drawn, height } = draw(chartOf());
  const texts = textsOf(svg).filter((text) => /[A-Za-z]{3}/.test(text));
  assert.deepEqual(texts.slice(0, 4), ["Load generator", "Target", "GC pause", "Monitor"]);
  assert.ok(middleOf(drawn, "GC pause", height) < middleOf(drawn, "Monitor", height));
  assert.equal(drawn.laneAt(2), null, "the heading");
  assert.equal(drawn.laneAt(-5), null);
});

test("lanes of a fleet say their machine", () => {
  const lane = (machine: string, name: string) => ({ name, side: "generator", machine, colour: 1, items: [itemOf(1, 1000, 9000)] }) as const;
  const lanes = [lane("load1", "GC pause"), lane("load1", "late wake-up"), lane(HOSTILE, "GC pause")];
  const { svg, height } = draw(chartOf({ lanes }));
  const texts = textsOf(svg).filter((text) => /[A-Za-z]{3}/.test(text));
  assert.deepEqual(texts.filter((text) => text.startsWith("Load")).length, 2, texts.join());
  assert.ok(texts.includes("Load generator: load1"), texts.join());
  assert.doesNotMatch(svg, /<script/);
  const one = draw(chartOf({ lanes: lanes.map(({ machine: _, ...rest }) => rest) }));
  assert.equal(height - one.height, 24, "one more heading");
  const narrow = textsOf(draw(chartOf({ lanes: [lane("m".repeat(64), "GC pause")] }), 390).svg);
  assert.ok(narrow.some((text) => text.startsWith("Load generator: mm") && text.length < 70), narrow.join());
});

test("of overlapping items the shortest is found, as are items near the pointer", () => {
  const { drawn, height } = draw(chartOf());
  const y = middleOf(drawn, "GC pause", height);
  const at = (moment: number) => drawn.itemAt(drawn.x.toPixel(moment), y)?.id ?? null;
  assert.equal(at(5000), 1);
  assert.equal(at(3000.5), 2);
  assert.equal(drawn.itemAt(drawn.x.toPixel(9500) + 3, y)?.id, 3, "no longer than a moment, but within reach");
  assert.equal(at(500), null);
  assert.equal(drawn.itemAt(drawn.x.toPixel(5000), 2), null, "the heading has no items");
});

test("a short bar is visible, and touching bars are merged", () => {
  const items = Array.from({ length: 500 }, (_, i) => itemOf(i, 5000 + i / 1000, 5000 + i / 1000));
  const { svg } = draw(chartOf({ lanes: [{ name: "Monitor", side: "target", colour: 3, items }] }));
  const bars = [...svg.matchAll(/<rect[^>]*width="([\d.]+)"[^>]*fill="#cc79a7"\/>/g)].map((match) => Number(match[1]));
  assert.equal(bars.length, 1);
  assert.ok((bars[0] ?? 0) >= 1.5 && (bars[0] ?? 0) < 2);
});

test("a pause of 30 ms is 30 ms wide once it is zoomed to", () => {
  const items = [itemOf(1, 31_500, 31_530)];
  const lanes = [{ name: "gc pause", side: "target", colour: 3, items }] as const;
  const { svg, drawn } = draw(chartOf({ span: { from: 31_470, to: 31_560 }, lanes }));
  const widths = [...svg.matchAll(/<rect[^>]*width="([\d.]+)"[^>]*fill="#cc79a7"\/>/g)].map((match) => Number(match[1]));
  assert.deepEqual(widths.map(Math.round), [Math.round(drawn.plot.width / 3)]);
});

test("nothing is drawn or found in the warm-up", () => {
  const items = [itemOf(1, 1000, 2000), itemOf(2, 3000, 6000)];
  const lanes = [{ name: "GC pause", side: "target", colour: 3, items }] as const;
  const phases = { start: 0, warmup: { from: 0, to: 4000 } };
  const { svg, drawn, height } = draw(chartOf({ lanes, phases, span: { from: -1000, to: 10_000 }, intendedRate: 100, rate: [{ at: 5000, achieved: 90 }] }));
  const y = middleOf(drawn, "GC pause", height);
  const at = (moment: number) => drawn.itemAt(drawn.x.toPixel(moment), y)?.id ?? null;
  assert.deepEqual([1500, 3500, 5000].map(at), [null, null, 2]);
  const clips = [...svg.matchAll(/<clipPath[^>]*><rect x="([\d.]+)"/g)].map((match) => Number(match[1]));
  const edge = Math.round(100 * drawn.x.toPixel(4000)) / 100;
  assert.equal(clips.filter((left) => left === edge).length, 2, `the lane and the rate: ${clips.join()}`);
});

test("a timeline that is not known yet is being decoded", () => {
  const texts = textsOf(draw(chartOf({ lanes: [], loading: true })).svg);
  assert.ok(texts.includes("decoding…") && !texts.includes("no stalls recorded"));
});

test("highlighted items are outlined and hatched", () => {
  const plain = draw(chartOf()).svg;
  const lanes = [{ name: "GC pause", side: "host", colour: 1, items: [itemOf(1, 1000, 5000, true)] }] as const;
  const { svg } = draw(chartOf({ lanes }));
  const outline = /<rect[^>]*fill="none" stroke="#1f2328" stroke-width="2"\/>/;
  assert.doesNotMatch(plain, outline);
  assert.match(svg, outline);
  assert.ok(svg.split('stroke="#ffffff" stroke-width="1.5"').length > 20);
});

test("rates have their own axis below", () => {
  const { svg } = draw(
    chartOf({
      rate: [
        { at: 500, achieved: 2400 },
        { at: 1500, achieved: NaN },
        { at: 2500, achieved: 2600 },
      ],
      intendedRate: 2500,
    }),
  );
  const texts = textsOf(svg);
  assert.ok(texts.includes("4,000/s"));
  assert.ok(texts.includes("operations per second; intended (dashed): 2,500/s"));
});

test("names are escaped, and an empty timeline says so", () => {
  const lanes = [{ name: HOSTILE, side: "target", colour: 0, items: [] }] as const;
  for (const width of [390, 1000]) {
    assert.doesNotMatch(draw(chartOf({ lanes }), width).svg, /<script/);
  }
  assert.ok(textsOf(draw(chartOf({ lanes: [] })).svg).includes("no stalls recorded"));
});

test("lanes are lower if there is little room, and do not overlap", () => {
  const chart = timelineChart();
  svgOf((surface) => {
    const drawn = drawTimeline(surface, { x: 0, y: 0, width: 1000, height: 160 }, chart);
    const names = new Set(
      Array.from({ length: 1600 }, (_, y) => drawn.laneAt(y / 10))
        .filter((lane) => lane !== null)
        .map((lane) => lane.side + lane.name),
    );
    assert.equal(names.size, chart.lanes.length);
  });
});

test("invalid input draws no invalid shapes", () => {
  for (const value of [NaN, Infinity, -Infinity, 0, -1, 1e300]) {
    const lanes = [
      { name: "", side: "host", colour: value, items: [itemOf(1, value, 5), itemOf(2, 5, value, true)] },
    ] as const;
    draw(
      chartOf({
        lanes,
        rate: [
          { at: value, achieved: value },
          { at: 1, achieved: value },
        ],
        intendedRate: value,
        pointed: value,
        brush: { from: 1, to: value },
      }),
    );
    draw(chartOf({ span: { from: value, to: value } }));
    svgOf((surface) => drawTimeline(surface, { x: 0, y: 0, width: 1, height: 1 }, timelineChart()));
  }
});

test("a text is written into a bar that has room for it, and that no other overlaps", () => {
  const named = (id: number, begin: number, end: number): LaneItem => ({ ...itemOf(id, begin, end), text: `pause ${id}` });
  const textsIn = (items: readonly LaneItem[]): readonly string[] =>
    textsOf(draw(chartOf({ lanes: [{ name: "gc", side: "target", colour: -2, items }] })).svg).filter((text) => text.startsWith("pause"));
  // A second is some 77 pixels wide.
  assert.deepEqual(textsIn([named(1, 0, 1000), named(2, 1500, 1600), named(3, 2000, 3000)]), ["pause 1", "pause 3"]);
  assert.deepEqual(textsIn([named(1, 0, 3000), named(2, 1000, 5000), named(3, 6000, 9000)]), ["pause 3"]);
  assert.deepEqual(textsIn([named(1, 0, 9000), named(2, 1000, 2000), named(3, 4000, 6000)]), []);
  assert.deepEqual(textsIn([named(1, -50_000, 5000)]), ["pause 1"], "one that began before what is visible");
});

test("what is outside of the span is not drawn at its edges", () => {
  const items = [itemOf(1, 100, 200), itemOf(2, 5000, 6000), itemOf(3, 9000, 9001)];
  const lanes = [{ name: "gc pause", side: "target", colour: 3, items }] as const;
  const { svg, drawn, height } = draw(chartOf({ span: { from: 4000, to: 8000 }, lanes }));
  assert.equal([...svg.matchAll(/<rect[^>]*fill="#cc79a7"\/>/g)].length, 1);
  const y = middleOf(drawn, "gc pause", height);
  assert.deepEqual([4000, 5500, 8000].map((moment) => drawn.itemAt(drawn.x.toPixel(moment), y)?.id ?? null), [null, 2, null]);
});
