import assert from "node:assert/strict";
import { test } from "node:test";
import type { SourceDocument } from "../src/data/model.ts";
import { phasesInWords, phasesOf } from "../src/view/phases.ts";
import { readingInWords, readOf } from "../src/view/reading.ts";
import { documentOf, packOf } from "./given.ts";

const HOUR = 3_600_000;
const whole: SourceDocument = { ...documentOf(packOf([])), span: { from: 0, to: 24 * HOUR } };
const part: SourceDocument = { ...whole, reading: { share: 0.3599, to: 8.4 * HOUR } };

test("the progress of reading is described in words, in the format of the axis", () => {
  assert.equal(readingInWords(part), "reading the log: 35 %, up to 8:24:00");
  assert.equal(readingInWords(whole), null);
  const short = { ...part, span: { from: 0, to: 90_000 }, reading: { share: 1, to: 30_000 } };
  assert.equal(readingInWords(short), "reading the log: 100 %, up to 30");
});

test("a span is clipped to the part that has been read", () => {
  assert.deepEqual(readOf(part, part.span), { from: 0, to: 8.4 * HOUR });
  assert.deepEqual(readOf(part, { from: HOUR, to: 2 * HOUR }), { from: HOUR, to: 2 * HOUR });
  assert.deepEqual(readOf(part, { from: 8 * HOUR, to: 9 * HOUR }), { from: 8 * HOUR, to: 8.4 * HOUR });
  assert.equal(readOf(part, { from: 9 * HOUR, to: 10 * HOUR }), null);
  assert.deepEqual(readOf(whole, whole.span), whole.span);
});

test("the unread part is hatched, and does not count as time without operations", () => {
  assert.deepEqual(phasesOf(part), { start: null, warmup: null, unread: { from: 8.4 * HOUR, to: 24 * HOUR } });
  assert.equal(phasesInWords(part), "Hatched: not read yet, from 30240 s on.");
  assert.deepEqual(phasesOf(whole), { start: null, warmup: null });
  assert.equal(phasesInWords(whole), "");
});
