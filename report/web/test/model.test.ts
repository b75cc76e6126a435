import assert from "node:assert/strict";
import { test } from "node:test";
import { wallClock } from "../src/data/source.ts";

test("a moment counts from the origin", () => {
  const document = { originEpoch: 1_000 } as Parameters<typeof wallClock>[0];
  assert.equal(wallClock(document, 2.5), 1_002.5);
});
