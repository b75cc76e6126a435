import assert from "node:assert/strict";
import { test } from "node:test";
import type { SourceDocument } from "../src/data/model.ts";
import type { Column } from "../src/data/source.ts";
import { tagInfo } from "../src/data/tags.ts";
import { hiccupTags, lanes, rates } from "../src/view/lanes.ts";
import { exact } from "./exact.ts";

function column(from: number, values: readonly number[]): Column {
  return { from, to: from + 500, histogram: exact(values) };
}

test("the rate is the sum over all operations", () => {
  const reads = [column(0, [1, 1, 1]), column(500, [1])];
  assert.deepEqual(rates([reads, [column(500, [2, 2])]]), [{ at: 250, achieved: 6 }, { at: 750, achieved: 6 }]);
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
  const found = lanes(document, hiccups, new Set([1]), () => 2);
  assert.deepEqual(found.map((lane) => [lane.side, lane.name]), [["generator", "longest hiccups"], ["target", "gc pause"], ["host", "hiccup"]]);
  assert.deepEqual(found[0]?.items, [{ id: -2, begin: 230, end: 270, lit: false }]);
  assert.deepEqual(found[1]?.items, [{ id: 1, begin: 5, end: 9, lit: true }]);
});
