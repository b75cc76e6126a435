import assert from "node:assert/strict";
import { test } from "node:test";
import type { Histogram } from "../src/data/histogram.ts";
import type { SourceDocument } from "../src/data/model.ts";
import { tagInfo } from "../src/data/tags.ts";
import { machinesTable } from "../src/view/machinesTable.ts";
import { rowsOf } from "../src/view/summaryTable.ts";
import { tableCsv } from "../src/view/table.ts";
import { exact } from "./exact.ts";

const MACHINES = [
  { name: "m1", host: "a", share: "1-2/3", state: "ok", clockError: 25_000, startLate: 1_200 },
  { name: "m2", host: "b", share: "3/3", state: "lost" },
  { name: "target", host: "c", state: "watched", clockError: 0 },
];

const DOCUMENT: SourceDocument = {
  format: "takt-source-1",
  entry: { id: "x", name: "x", kind: "run", state: "complete" },
  originEpoch: 0,
  unit: 1000,
  tags: [
    tagInfo("read-rt"),
    { ...tagInfo("read-rt"), tag: "m1::read-rt", machine: "m1" },
    { ...tagInfo("write-rt"), tag: "m1::write-rt", machine: "m1" },
    { ...tagInfo("read-rt"), tag: "m2::read-rt", machine: "m2" },
  ],
  delivery: "pack",
  span: { from: 0, to: 1000 },
  notes: [],
  problems: [],
};

test("the times of a machine are those of all its operations together", () => {
  const fast = Array.from({ length: 99 }, () => 2_000);
  const histograms = new Map<string, Histogram>([
    ["read-rt", exact([1])],
    ["m1::read-rt", exact(fast)],
    ["m1::write-rt", exact([90_000])],
  ]);
  const model = machinesTable(DOCUMENT, MACHINES, histograms, "auto");
  assert.equal(
    tableCsv(model),
    "machine,generator,p50 (ns),p99 (ns),max (ns),count,share,start late (ns),clock error (ns)\r\n" +
      "m1,ok,2000000,2000000,90000000,100,1-2/3,1200,25000\r\n" +
      "m2,lost,,,,0,3/3,,\r\n" +
      "target,watched,,,,0,–,,0\r\n",
  );
  assert.deepEqual(model.rows.map((row) => row.cells[0]?.bad), [false, true, false]);
});

test("the summary has the operations of all machines once", () => {
  assert.deepEqual(rowsOf(DOCUMENT, "main").map((info) => info.tag), ["read-rt"]);
  assert.deepEqual(rowsOf(DOCUMENT, "others"), []);
});
