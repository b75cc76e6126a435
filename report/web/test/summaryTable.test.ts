import assert from "node:assert/strict";
import { test } from "node:test";
import type { Histogram } from "../src/data/histogram.ts";
import type { SourceDocument } from "../src/data/model.ts";
import { tagInfo } from "../src/data/tags.ts";
import { errorTags, rowsOf, summaryTable } from "../src/view/summaryTable.ts";
import { tableCsv } from "../src/view/table.ts";
import { exact } from "./exact.ts";

const TAGS = ["write-wt", "write-rt", "read-st", "read-rt", "read-wt", "read:failed-rt", "warmup:read-rt", "generator:lateness-lt", "host:hiccup-raw"];

function documentWith(tags: readonly string[], unit?: number): SourceDocument {
  return {
    format: "takt-source-1",
    entry: { id: "x", name: "x", kind: "log", state: "complete" },
    originEpoch: 0,
    ...(unit === undefined ? {} : { unit }),
    tags: tags.map(tagInfo),
    delivery: "pack",
    span: { from: 0, to: 1000 },
    notes: [],
    problems: [],
  };
}

test("rows are those of completed operations, by operation, the headline first", () => {
  const rows = rowsOf(documentWith(TAGS), "main").map((info) => info.tag);
  assert.deepEqual(rows, ["write-rt", "write-wt", "read-rt", "read-st", "read-wt"]);
});

test("all other tags are rows of the other table", () => {
  const document = documentWith(TAGS);
  const others = rowsOf(document, "others").map((info) => info.tag);
  assert.deepEqual(others, ["read:failed-rt", "warmup:read-rt", "generator:lateness-lt", "host:hiccup-raw"]);
});

test("figures are those of the histogram, in nanoseconds of the log's unit", () => {
  const document = documentWith(["read-rt"], 1000);
  const values = Array.from({ length: 10_000 }, (_, i) => i + 1);
  const histograms = new Map<string, Histogram>([["read-rt", exact(values)]]);
  const model = summaryTable("", document, rowsOf(document, "main"), histograms, "auto");
  assert.deepEqual(model.rows[0]?.cells.map((cell) => cell.text), [
    "10,000", "5.00 ms", "5.00 ms", "9.00 ms", "9.90 ms", "9.99 ms", "10.0 ms", "10.0 ms",
  ]);
  assert.equal(
    tableCsv(model),
    "operation,measure,count,mean (ns),p50 (ns),p90 (ns),p99 (ns),p99.9 (ns),p99.99 (ns),max (ns)\r\n" +
      "read,response,10000,5000500,5000000,9000000,9900000,9990000,9999000,10000000\r\n",
  );
});

test("an empty histogram has no figures, not even 0", () => {
  const document = documentWith(["some tag"]);
  const model = summaryTable("", document, rowsOf(document, "main"), new Map([["some tag", exact([])]]), "auto");
  assert.deepEqual(model.rows[0]?.cells.map((cell) => cell.text), ["0", "–", "–", "–", "–", "–", "–", "–"]);
});

test("the chosen unit applies to all figures", () => {
  const document = documentWith(["", "b"]);
  const histograms = new Map<string, Histogram>([["", exact([150_000])], ["b", exact([20])]]);
  const model = summaryTable("", document, rowsOf(document, "main"), histograms, "µs");
  assert.deepEqual(model.rows.map((row) => [row.head.text, row.cells[7]?.text]), [["no tag", "150 µs"], ["b", "0.0200 µs"]]);
});

test("the group of all operations merges histograms instead of averaging", () => {
  const document = documentWith(["read-rt", "read-st", "write-rt", "write-st", "write-wt"], 1e6);
  const histograms = new Map<string, Histogram>([
    ["read-rt", exact(Array.from({ length: 900 }, () => 1))],
    ["write-rt", exact(Array.from({ length: 100 }, (_, i) => 1001 + i))],
    ["read-st", exact([5])],
    ["write-st", exact([7])],
    ["write-wt", exact([3])],
  ]);
  const { rows } = summaryTable("", document, rowsOf(document, "main"), histograms, "ms");
  const all = rows.filter((row) => row.group === "all operations");
  assert.deepEqual(all.map((row) => row.head.text), ["response", "service", "wait"]);
  // Of 1,000 values, rank 500 and 900 are those of the reads; rank 990 is the 90th of the writes.
  assert.deepEqual(all[0]?.cells.map((cell) => cell.text), ["1,000", "106 ms", "1.00 ms", "1.00 ms", "1,090 ms", "1,100 ms", "1,100 ms", "1,100 ms"]);
  assert.deepEqual(all.map((row) => row.cells[0]?.text), ["1,000", "2", "1"]);
  assert.equal(rows.at(-1)?.group, "all operations");
});

test("a single operation or a foreign log has no such group", () => {
  for (const tags of [["read-rt", "read-st"], ["a", "b"]]) {
    const document = documentWith(tags);
    const rows = summaryTable("", document, rowsOf(document, "main"), new Map(tags.map((tag) => [tag, exact([1])])), "auto").rows;
    assert.equal(rows.some((row) => row.group === "all operations"), false);
  }
});

test("failures and timeouts are counted beside the headline of their operation", () => {
  const tags = ["read-rt", "read-st", "read:failed-rt", "read:failed-st", "read:timeout-rt", "read:unsent-rt", "warmup:read:failed-rt", "write-rt"];
  const document = documentWith(tags);
  assert.deepEqual(errorTags(document, "read").map((info) => info.tag), ["read:failed-rt", "read:timeout-rt"]);
  assert.deepEqual(errorTags(document, "write"), []);
  const histograms = new Map<string, Histogram>(tags.map((tag, i) => [tag, exact(Array.from({ length: i + 1 }, () => 1))]));
  const model = summaryTable("", document, rowsOf(document, "main"), histograms, "auto");
  assert.deepEqual(model.columns.slice(0, 4).map((column) => column.title), ["", "count", "errors", "mean"]);
  // The third and the fifth tag: 3 failures and 5 timeouts.
  const found = model.rows.map((row) => [row.group, row.head.text, row.cells[1]?.text, row.cells[1]?.bad === true]);
  assert.deepEqual(found, [
    ["read", "response", "8", true],
    ["read", "service", "", false],
    ["write", "response", "0", false],
    ["all operations", "response", "8", true],
    ["all operations", "service", "", false],
  ]);
  const others = summaryTable("", document, rowsOf(document, "others"), histograms, "auto");
  assert.equal(others.columns.some((column) => column.title === "errors"), false);
});
