import assert from "node:assert/strict";
import { test } from "node:test";
import type { RunFacts, SourceDocument } from "../src/data/model.ts";
import { counterText, loadOf, rulesOf } from "../src/view/runFacts.ts";

const KEPT = { rule: "p50 > 1s", actual: "2 ms", broken: false };
const BROKEN = { rule: "errors > 0", actual: "3", broken: true };
const UNDECIDED = { rule: "p99 > 20ms", actual: "198 ms", broken: true, undecided: "only the generator's own share breaks it" };

test("a rule that only the generator breaks is not called broken", () => {
  assert.deepEqual(rulesOf([KEPT, UNDECIDED]), {
    ok: false,
    word: "1 assertion undecided",
    lines: [
      "✓ kept  p50 > 1s  (actual: 2 ms)",
      "? UNDECIDED  p99 > 20ms  (actual: 198 ms): only the generator's own share breaks it",
    ],
  });
});

test("a broken rule counts before undecided ones, and kept ones are all", () => {
  assert.equal(rulesOf([KEPT, UNDECIDED, BROKEN]).word, "1 assertion broken");
  assert.deepEqual(rulesOf([KEPT, KEPT]), {
    ok: true,
    word: "2 assertions kept",
    lines: Array(2).fill("✓ kept  p50 > 1s  (actual: 2 ms)"),
  });
});

test("counters are per operation, CPU time as time, and estimates say so", () => {
  assert.equal(counterText({ event: "task-clock", value: 82_100, timeShare: 1 }), "82.1 µs CPU time");
  assert.equal(counterText({ event: "page-faults", value: 2, timeShare: 1 }), "2.00 page-faults");
  assert.equal(counterText({ event: "cycles", value: 200_000, timeShare: 1 }), "200,000 cycles");
  assert.equal(
    counterText({ event: "ipc", value: 1.25, timeShare: 0.25 }),
    "1.25 instructions a cycle (estimated: counted for 25 % of the time)",
  );
});

const RUN = {
  target: "http://shop", schedule: "100/s", intendedRate: 100, achievedRate: 50, lengthMillis: 10_000,
  balance: { intended: 1000, completed: 500, failed: 0, timedOut: 0, unfinished: 500, neverSent: 0 },
} as unknown as RunFacts;

function documentIn(state: string): SourceDocument {
  return { entry: { state } } as unknown as SourceDocument;
}

test("what became of the load is known at the end of a run", () => {
  assert.deepEqual(loadOf(documentIn("running"), RUN), [["target", "http://shop"], ["schedule", "100/s, still running"]]);
  assert.deepEqual(loadOf(documentIn("complete"), RUN), [
    ["target", "http://shop"],
    ["schedule", "100/s, 10.0 s"],
    ["rate", "50/s achieved of 100/s intended (50.0 %)"],
    ["balance", "1,000 intended = 500 completed + 0 failed + 0 timed out + 500 unfinished + 0 never sent"],
  ]);
});

test("the rate of journeys is of users", () => {
  const journeys = [{ name: "shop", steps: [] }] as unknown as NonNullable<RunFacts["journeys"]>;
  assert.deepEqual(loadOf(documentIn("complete"), { ...RUN, journeys })[2], ["rate", "50 users/s achieved of 100/s intended (50.0 %)"]);
});
