import assert from "node:assert/strict";
import { test } from "node:test";
import type { Collections } from "../src/data/model.ts";
import { collectionsTable, size } from "../src/view/collectionsTable.ts";
import { tableCsv } from "../src/view/table.ts";

const MB = 1 << 20;

const COLLECTIONS: Collections = {
  side: "target",
  kinds: [
    { kind: "young", count: 74, pausedNanos: 6.81e9, longestNanos: 120e6, beforeBytes: 106 * MB, afterBytes: 103 * MB, freedBytes: 222 * MB, promotedBytes: 2220 * MB },
    { kind: "full_explicit", count: 1, pausedNanos: 92e6, longestNanos: 92e6, beforeBytes: 50 * MB, afterBytes: 11 * MB, freedBytes: 39 * MB, promotedBytes: null },
  ],
  findings: [],
};

test("a row has what its collections achieved", () => {
  const model = collectionsTable(COLLECTIONS, "auto");
  assert.deepEqual(model.rows.map((row) => row.head.text), ["young", "full, System.gc()"]);
  assert.deepEqual(model.rows[0]?.cells.map((cell) => cell.text), ["74", "6.81 s", "120 ms", "106 MB", "103 MB", "222 MB", "2.17 GB"]);
  assert.deepEqual(model.rows[1]?.cells.map((cell) => cell.text), ["1", "92.0 ms", "92.0 ms", "50.0 MB", "11.0 MB", "39.0 MB", "–"]);
});

test("the caption names the machine of a fleet", () => {
  assert.equal(collectionsTable(COLLECTIONS, "auto").caption, "Garbage collections of the target");
  assert.equal(collectionsTable({ ...COLLECTIONS, machine: "load1" }, "auto").caption, "Garbage collections of the target on load1");
});

test("a CSV file has bytes and nanoseconds", () => {
  const [, young] = tableCsv(collectionsTable(COLLECTIONS, "auto")).split("\n");
  assert.equal(young?.trim(), "young,74,6810000000,120000000,111149056,108003328,232783872,2327838720");
});

test("sizes have three digits", () => {
  assert.deepEqual([24, 999, 1536, 106.4 * MB, 1000 * MB, 2550 * MB].map(size), ["24 B", "999 B", "1.50 KB", "106 MB", "0.977 GB", "2.49 GB"]);
});
