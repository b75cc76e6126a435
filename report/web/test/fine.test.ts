import assert from "node:assert/strict";
import { test } from "node:test";
import { FineColumns } from "../src/data/fine.ts";
import { LocalSource } from "../src/data/local.ts";
import type { Explanation, FineIntervals, SourceDocument } from "../src/data/model.ts";
import { writePack } from "../src/data/pack.ts";
import { Sums } from "../src/view/sums.ts";
import { documentOf, packOf } from "./given.ts";

/** An operation each 10 ms; none ends from 300 ms to 330 ms. */
const GIVEN = Array.from({ length: 100 }, (_, i) => i)
  .filter((i) => i < 30 || i >= 33)
  .map((i) => ({ tag: "read-rt", begin: 10 * i, length: 10, values: [i === 33 ? 31_000_000 : 1_000_000] }));

async function fine(): Promise<FineIntervals> {
  return { each: 10, pack: Buffer.from(await writePack(packOf(GIVEN))).toString("base64") };
}

test("columns are on the grid of the trace, and a pause is as wide as it was", async () => {
  const columns = (await FineColumns.read(await fine())).columns("read-rt", { from: 0, to: 1000 }, 500);
  assert.equal(columns.length, 97);
  const before = columns.find((column) => column.to === 300);
  const after = columns.find((column) => column.from === 330);
  assert.equal(before?.histogram.max, 1_000_447);
  assert.equal(after?.histogram.total, 1);
  assert.ok((after?.histogram.max ?? 0) >= 31_000_000);
  assert.ok(!columns.some((column) => column.from >= 300 && column.from < 330));
});

test("columns are merged to the number that fits, and none of their values is lost", async () => {
  const columns = await FineColumns.read(await fine());
  for (const most of [1, 3, 10, 25, 99, 100, 1000]) {
    const found = columns.columns("read-rt", { from: 0, to: 1000 }, most);
    assert.ok(found.length <= most, `${found.length} of ${most}`);
    assert.equal(found.reduce((sum, column) => sum + column.histogram.total, 0), 97);
    found.forEach((column) => assert.equal(column.from % (column.to - column.from), 0));
  }
  assert.deepEqual(columns.columns("write-rt", { from: 0, to: 1000 }, 10), []);
});

test("a span has the columns that reach into it", async () => {
  const found = (await FineColumns.read(await fine())).columns("read-rt", { from: 285, to: 341 }, 100);
  assert.deepEqual(found.map((column) => column.from), [280, 290, 330, 340]);
});

test("the headline is drawn from the trace, everything else from the log", async () => {
  const log = packOf([
    { tag: "read-rt", begin: 0, length: 1000, values: [1] },
    { tag: "read-st", begin: 0, length: 1000, values: [1] },
    { tag: "read-st", begin: 1000, length: 1000, values: [1] },
  ]);
  const explanation = { measure: "response", fine: await fine() } as unknown as Explanation;
  const document: SourceDocument = { ...documentOf(log), explanation };
  const sums = new Sums();
  const source = new LocalSource(document, log);
  assert.equal((await sums.columns(source, "read-rt", { from: 0, to: 1000 }, 500, 0)).length, 97);
  const zoomed = await sums.columns(source, "read-st", { from: 1200, to: 1300 }, 500, 0);
  assert.deepEqual(zoomed.map((column) => column.from), [1000], "an interval that began before the visible span");
  const { fine: _, ...coarse } = explanation;
  const without = new LocalSource({ ...document, explanation: coarse }, log);
  assert.equal((await new Sums().columns(without, "read-rt", { from: 0, to: 1000 }, 500, 0)).length, 1);
});
