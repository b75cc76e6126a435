import assert from "node:assert/strict";
import { test } from "node:test";
import { crossings, parseSla } from "../src/view/sla.ts";
import { exact } from "./exact.ts";

test("steps are parsed in every common spelling, and sorted", () => {
  const steps = [{ percentile: 99, limit: 20e6 }, { percentile: 99.9, limit: 50e6 }];
  for (const text of ["99: 20ms, 99.9: 50ms", "p99.9<50 ms; p99<20 ms", " 99%:20000us ,99.9:0.05s,", "99:20000µs,99.9:50000000ns"]) {
    assert.deepEqual(parseSla(text), { steps, problem: null }, text);
  }
});

test("empty text is valid and has no steps", () => {
  assert.deepEqual(parseSla("  "), { steps: [], problem: null });
});

test("invalid text yields a message and no steps", () => {
  const wrong: readonly (readonly [string, RegExp])[] = [
    ["99", /"99" is not a limit/],
    ["99: fast", /is not a limit/],
    ["99: -5ms", /is not a limit/],
    ["101: 5ms", /no 101th percentile/],
    ["99: 5ms, p99: 6ms", /appears twice/],
    ["99: 5ms, 99.9: 4ms", /cannot have a lower limit/],
  ];
  for (const [text, problem] of wrong) {
    const sla = parseSla(text);
    assert.deepEqual(sla.steps, [], text);
    assert.match(sla.problem ?? "", problem);
  }
});

test("a step is violated if the value at its percentile exceeds its limit", () => {
  const values = Array.from({ length: 1000 }, (_, i) => i + 1);
  const { steps } = parseSla("50: 500us, 99: 900us, 99.9: 999us");
  assert.deepEqual(crossings(steps, exact(values), 1000), [
    { step: { percentile: 99, limit: 900_000 }, value: 990_000, above: 0.09999999999999998 },
  ]);
});

test("an empty histogram violates nothing", () => {
  assert.deepEqual(crossings(parseSla("99: 1ns").steps, exact([]), 1), []);
});
