import assert from "node:assert/strict";
import { test } from "node:test";
import type { SourceEntry } from "../src/data/model.ts";
import { matching } from "../src/view/sources.ts";

const ENTRIES: readonly SourceEntry[] = [
  { id: "1", name: "shop before", kind: "run", state: "complete", target: "http://shop", verdict: "schedule missed", mainCause: "91 % gc pause (target)", headline: "p50 1 ms; all 9 operations succeeded." },
  { id: "2", name: "shop after", kind: "run", state: "broken", problem: "run.json is cut off" },
  { id: "3", name: "cassandra.hdr", kind: "log", state: "running" },
];

test("each word of a filter must occur", () => {
  const found = (filter: string): readonly string[] => matching(ENTRIES, filter).map((entry) => entry.id);
  assert.deepEqual(found(""), ["1", "2", "3"]);
  assert.deepEqual(found("SHOP run"), ["1", "2"]);
  assert.deepEqual(found("cut off"), ["2"]);
  assert.deepEqual(found("log running"), ["3"]);
  assert.deepEqual(found("shop log"), []);
  assert.deepEqual(found("missed gc"), ["1"]);
  assert.deepEqual(found("all succeeded"), ["1"]);
});
