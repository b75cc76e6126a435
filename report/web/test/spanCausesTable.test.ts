import assert from "node:assert/strict";
import { test } from "node:test";
import type { CauseSums } from "../src/data/causeSums.ts";
import type { CauseRow, Explanation, Side } from "../src/data/model.ts";
import { verdictSentences } from "../src/view/causesTable.ts";
import { countWithin, spanCausesTable, spanSentence } from "../src/view/spanCausesTable.ts";
import { tableCsv } from "../src/view/table.ts";

function cause(side: Side, text: string): CauseRow {
  return {
    side, kind: "gc_pause", detail: null, text, certainty: "exact", stalls: 3, longest: 30e6, touched: 12,
    direct: 1e9, inherited: 0, atP99: 0, atP999: 0, without: { p99: 5e6, p999: 9e6 },
  };
}

const EXPLANATION: Explanation = {
  measure: "response", operations: 1000, slow: 40, excess: 10e9, p99: 50e6, p999: 90e6, excessAtP99: 1e9, excessAtP999: 0.5e9,
  causes: [cause("target", "one"), cause("target", "two"), cause("host", "three"), cause("target", "four"), cause("target", "five")],
  unexplained: { touched: 7, waiting: 2e9, service: 0.25e9, atP99: 0.1e9, atP999: 0 },
  servers: 16, withoutGenerator: { p99: 45e6, p999: 80e6 }, slowest: [], notes: [], curves: "",
};

const SUMS: CauseSums = {
  span: { from: 10_000, to: 20_000 },
  operations: 500,
  slow: 9,
  excess: 1e9,
  causes: [
    { stalls: 1, longest: 10e6, touched: 3, nanos: 0.2e9 },
    { stalls: 2, longest: 20e6, touched: 5, nanos: 0.5e9 },
    { stalls: 0, longest: 0, touched: 0, nanos: 0 },
    { stalls: 1, longest: 1e6, touched: 0, nanos: 0 },
    { stalls: 0, longest: 0, touched: 1, nanos: 0.1e9 },
  ],
  unexplained: { touched: 2, waiting: 0.05e9, service: 0.15e9 },
};

test("causes are ranked by time lost in the span, and those without any are omitted", () => {
  const { rows } = spanCausesTable(EXPLANATION, SUMS, "auto");
  assert.deepEqual(rows.map((row) => row.head.text), ["two", "one", "five", "four", "unexplained"]);
  assert.equal(countWithin(EXPLANATION, SUMS, []), 4);
  const kept = spanCausesTable(EXPLANATION, SUMS, "auto", [2]).rows.map((row) => row.head.text);
  assert.deepEqual(kept, ["two", "one", "five", "three", "four", "unexplained"]);
});

test("a row has the figures of the span, and marks those of the whole run", () => {
  const model = spanCausesTable(EXPLANATION, SUMS, "auto");
  assert.deepEqual(model.rows[0]?.cells.map((cell) => cell.text), ["target", "50.0 %", "500 ms", "2", "5", "20.0 ms", "5.00 ms", "9.00 ms", "exact"]);
  assert.deepEqual(model.rows.at(-1)?.cells.map((cell) => cell.text), ["", "20.0 %", "200 ms", "", "2", "", "", "", "unknown"]);
  assert.deepEqual([...new Set(model.columns.map((column) => column.over))], [undefined, "in the span", "without it, whole run"]);
  const [head = ""] = tableCsv(model).split("\r\n");
  assert.match(head, /share of the slow time in the span,time lost in the span \(ns\),.*p99 of the whole run without it/);
});

test("the shares of all rows add up to the whole", () => {
  const { rows } = spanCausesTable(EXPLANATION, SUMS, "auto", [], 1);
  assert.deepEqual(rows.map((row) => row.head.text), ["two", "and 3 smaller ones", "unexplained"]);
  const shares = rows.map((row) => Number(row.cells[1]?.value));
  assert.equal(shares.reduce((sum, each) => sum + each, 0).toFixed(9), "1.000000000");
});

test("sentences describe the span", () => {
  const span = "10 s to 20 s";
  assert.equal(spanSentence(SUMS, span, "auto"), "9 of the 500 operations that ended in 10 s to 20 s were slow (1.00 s of excess).");
  assert.equal(spanSentence({ ...SUMS, operations: 0 }, span, "auto"), "No operation of the measured part ended in 10 s to 20 s.");
  assert.equal(spanSentence({ ...SUMS, slow: 0 }, span, "auto"), "None of the 500 operations that ended in 10 s to 20 s was slow.");
  assert.deepEqual(verdictSentences(EXPLANATION, "auto", SUMS), ["In the whole run, without the generator's own delays: p99 45.0 ms, p99.9 80.0 ms."]);
  const busy = { ...SUMS, unexplained: { touched: 2, waiting: 0.6e9, service: 0 } };
  assert.match(verdictSentences(EXPLANATION, "auto", busy)[1] ?? "", /^Most of the time, all 16/);
});
