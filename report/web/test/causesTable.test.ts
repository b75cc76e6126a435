import assert from "node:assert/strict";
import { test } from "node:test";
import type { CauseRow, Explanation, Side } from "../src/data/model.ts";
import { causesSentence, causesTable, verdictSentences } from "../src/view/causesTable.ts";

function cause(side: Side, text: string, lost: number): CauseRow {
  return {
    side, kind: "gc_pause", detail: null, text, certainty: "exact", stalls: 3, longest: 30e6, touched: 12,
    direct: lost * 0.75, inherited: lost * 0.25, atP99: lost / 10, atP999: lost / 20, without: { p99: 5e6, p999: 9e6 },
  };
}

const EXPLANATION: Explanation = {
  measure: "response", operations: 1000, slow: 40, excess: 10e9, p99: 50e6, p999: 90e6, excessAtP99: 1e9, excessAtP999: 0.5e9,
  causes: [cause("target", "one", 4e9), cause("host", "two", 2e9), cause("target", "three", 1e9), cause("generator", "four", 0.5e9), cause("target", "five", 0.25e9)],
  unexplained: { touched: 7, waiting: 2e9, service: 0.25e9, atP99: 0.1e9, atP999: 0 },
  servers: 16, withoutGenerator: { p99: 45e6, p999: 80e6 }, slowest: [], notes: [], curves: "",
};

test("causes of all sides are sorted by their share, and unexplained time is last", () => {
  const reversed = { ...EXPLANATION, causes: [...EXPLANATION.causes].reverse() };
  for (const explanation of [EXPLANATION, reversed]) {
    const { rows } = causesTable(explanation, "auto");
    assert.deepEqual(rows.map((row) => [row.head.text, row.cells[0]?.text, row.cells[1]?.text]), [
      ["one", "target", "40.0 %"], ["two", "host", "20.0 %"], ["three", "target", "10.0 %"], ["four", "generator", "5.0 %"],
      ["five", "target", "2.5 %"], ["unexplained", "", "22.5 %"],
    ]);
  }
});

test("a row equals that of takt explain", () => {
  const { rows } = causesTable(EXPLANATION, "auto");
  assert.deepEqual(rows[0]?.cells.map((cell) => cell.text), ["target", "40.0 %", "4.00 s", "3", "12", "40.0 %", "40.0 %", "30.0 ms", "5.00 ms", "9.00 ms", "exact"]);
  assert.deepEqual(rows.at(-1)?.cells.map((cell) => cell.text), ["", "22.5 %", "2.25 s", "", "7", "10.0 %", "0.0 %", "", "", "", "unknown"]);
});

test("a cause on one machine of a fleet names it", () => {
  const { rows } = causesTable({ ...EXPLANATION, causes: [{ ...cause("generator", "stopped: sh", 5e9), machine: "m2" }] }, "auto");
  assert.equal(rows[0]?.head.text, "stopped: sh on m2");
});

test("smaller causes are summed, but a single one is shown itself", () => {
  const { columns, rows: short } = causesTable(EXPLANATION, "auto", 2);
  assert.deepEqual(short.map((row) => row.head.text), ["one", "two", "and 3 smaller ones", "unexplained"]);
  assert.deepEqual(short[2]?.cells.map((cell) => cell.text), ["", "17.5 %", "1.75 s", "", "", "17.5 %", "17.5 %", "", "", "", ""]);
  assert.ok(short.every((row) => row.cells.length === columns.length - 1));
  assert.deepEqual(causesTable(EXPLANATION, "auto", 4).rows.map((row) => row.head.text), ["one", "two", "three", "four", "five", "unexplained"]);
});

test("sentences state the totals and the conclusion", () => {
  assert.equal(causesSentence(EXPLANATION, "auto"), "40 of 1,000 operations were slow (10.0 s of excess); response p99 50.0 ms, p99.9 90.0 ms.");
  assert.deepEqual(verdictSentences(EXPLANATION, "auto"), ["Without the generator's own delays: p99 45.0 ms, p99.9 80.0 ms."]);
  const busy = { ...EXPLANATION, withoutGenerator: null, unexplained: { ...EXPLANATION.unexplained, waiting: 6e9 } };
  assert.match(verdictSentences(busy, "auto").join(), /^Most of the time, all 16 connections were busy/);
});
