import assert from "node:assert/strict";
import { test } from "node:test";
import type { SourceDocument } from "../src/data/model.ts";
import type { Column } from "../src/data/source.ts";
import { tagInfo } from "../src/data/tags.ts";
import { kindColour } from "../src/draw/kinds.ts";
import { hiccupTags, lanes, rates } from "../src/view/lanes.ts";
import { exact } from "./exact.ts";

function column(from: number, values: readonly number[]): Column {
  return { from, to: from + 500, histogram: exact(values) };
}

test("the rate is the sum over all operations", () => {
  const reads = [column(0, [1, 1, 1]), column(500, [1])];
  assert.deepEqual(rates([reads, [column(500, [2, 2])]]), [{ at: 250, achieved: 6 }, { at: 750, achieved: 6 }]);
});

test("the rate is 0 where nothing ended, and the first column counts from the begin of the measured part", () => {
  const columns = [column(0, [1, 1, 1]), column(1000, [1])];
  assert.deepEqual(rates([columns], { from: 200, to: 2000 }), [
    { at: 350, achieved: 10 }, { at: 500, achieved: 0 }, { at: 1000, achieved: 0 }, { at: 1250, achieved: 2 },
  ]);
});

test("a column that ends just after the begin of the measured part has no rate", () => {
  const columns = [column(0, [1, 1, 1]), column(500, [1, 1])];
  assert.deepEqual(rates([columns], { from: 499.7, to: 2000 }), [{ at: 750, achieved: 4 }]);
});

test("stalls of the warm-up alone have no lane", () => {
  const stall = { error: 0, source: "", thread: null, cause: null, culprit: null, side: "target" };
  const document = {
    tags: [], run: {}, span: { from: 0, to: 10_000 }, measured: { from: 5000, to: 10_000 },
    stalls: { list: [{ ...stall, id: 0, kind: "gc_pause", begin: 1000, end: 2000 }, { ...stall, id: 1, kind: "safepoint", begin: 4990, end: 5010 }] },
  } as unknown as SourceDocument;
  assert.deepEqual(lanes(document, new Map(), new Set()).map((lane) => lane.name), ["safepoint"]);
});

test("each machine of a fleet has lanes of its own, and those with the shortest stalls share some", () => {
  const stall = { error: 0, source: "", thread: null, cause: null, culprit: null, side: "generator", kind: "gc_pause" };
  const of = (machines: number) => ({
    tags: [],
    stalls: {
      list: Array.from({ length: machines }, (_, i) => ({ ...stall, id: i, machine: `m${i + 1}`, begin: 0, end: 1000 - 10 * i })),
    },
  }) as unknown as SourceDocument;
  const named = (document: SourceDocument) => lanes(document, new Map(), new Set()).map((lane) => [lane.machine, lane.items.map((item) => item.id)]);
  assert.deepEqual(named(of(2)), [["m1", [0]], ["m2", [1]]]);
  assert.equal(named(of(9)).length, 9);
  assert.deepEqual(named(of(11)).slice(7), [["m8", [7]], ["3 other machines", [8, 9, 10]]]);
  const reversed = of(11).stalls?.list.map((each) => ({ ...each, end: 1000 - each.end + 1 }));
  const longest = named({ ...of(11), stalls: { list: reversed } } as unknown as SourceDocument);
  assert.deepEqual(longest.map(([machine]) => machine), ["m4", "m5", "m6", "m7", "m8", "m9", "m10", "m11", "3 other machines"]);
});

test("sides are ordered with the generator first, and hiccups without stalls get a lane", () => {
  const stall = { error: 0, source: "", thread: null, cause: null, culprit: null };
  const document = {
    unit: 1000,
    tags: ["generator:hiccup-raw", "generator:hiccup-corrected", "host:hiccup-raw", "read-rt"].map(tagInfo),
    stalls: {
      list: [
        { ...stall, id: 0, side: "host", kind: "hiccup", begin: 1, end: 2 },
        { ...stall, id: 1, side: "target", kind: "gc_pause", begin: 5, end: 9 },
      ],
    },
  } as unknown as SourceDocument;
  assert.deepEqual(hiccupTags(document).map((info) => info.tag), ["generator:hiccup-raw"]);
  const hiccups = new Map([["generator:hiccup-raw", [column(0, [40_000]), column(500, [10])]]]);
  const found = lanes(document, hiccups, new Set([1]));
  assert.deepEqual(found.map((lane) => lane.colour), ["hiccup", "gc_pause", "hiccup"].map(kindColour));
  assert.deepEqual(found.map((lane) => [lane.side, lane.name]), [["generator", "longest hiccups"], ["target", "gc pause"], ["host", "hiccup"]]);
  assert.deepEqual(found[0]?.items, [{ id: -2, begin: 230, end: 270, lit: false }]);
  assert.deepEqual(found[1]?.items, [{ id: 1, begin: 5, end: 9, lit: true, text: "4.00 ms" }]);
  const named = { ...document.stalls?.list[1], cause: "System.gc()\u202e" };
  const other = { ...document, stalls: { ...document.stalls, list: [named] } } as unknown as SourceDocument;
  assert.equal(lanes(other, new Map(), new Set(), "µs")[0]?.items[0]?.text, "System.gc()\ufffd 4,000 µs");
});
