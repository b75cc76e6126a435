import assert from "node:assert/strict";
import { test } from "node:test";
import { causeSums } from "../src/data/causeSums.ts";
import type { CauseIntervals, Span } from "../src/data/model.ts";
import { chance } from "./given.ts";

/** A row of a cause: interval, stalls, longest, touched, nanos. */
type Row = readonly [number, number, number, number, number];

const ROWS: readonly (readonly Row[])[] = [
  [[0, 1, 30, 5, 100], [2, 0, 0, 2, 40], [5, 3, 70, 9, 1000]],
  [[2, 1, 10, 0, 0], [3, 0, 0, 1, 7]],
];
const UNEXPLAINED: readonly (readonly [number, number, number, number])[] = [[1, 4, 10, 20], [5, 1, 0, 3]];

function relative(rows: readonly (readonly number[])[]): readonly number[] {
  let last = 0;
  return rows.flatMap(([interval = 0, ...figures]) => {
    const gap = interval - last;
    last = interval;
    return [gap, ...figures];
  });
}

/** Six intervals: of a second each, but for one that lasts two; the first begins before the origin. */
const INTERVALS: CauseIntervals = {
  each: 1,
  begins: [-500, 1500, 1000, 2000, 1000, 1000],
  operations: [10, 20, 30, 40, 50, 60],
  slow: [5, 4, 2, 1, 0, 10],
  unexplained: relative(UNEXPLAINED),
  causes: ROWS.map(relative),
};
const END = 7000;
const ALL: Span = { from: -500, to: END };

test("the whole span is the sum of all intervals", () => {
  const sums = causeSums(INTERVALS, ALL, END);
  assert.deepEqual(sums, {
    span: ALL,
    operations: 210,
    slow: 22,
    excess: 1140 + 7 + 33,
    causes: [{ stalls: 4, longest: 70, touched: 16, nanos: 1140 }, { stalls: 1, longest: 10, touched: 1, nanos: 7 }],
    unexplained: { touched: 5, waiting: 10, service: 23 },
  });
});

test("a span sums the intervals that begin in it, and reports their span", () => {
  const sums = causeSums(INTERVALS, { from: 1000, to: 4000 }, END);
  assert.deepEqual(sums.span, { from: 1000, to: 4000 });
  assert.deepEqual([sums.operations, sums.slow], [50, 6]);
  assert.deepEqual(sums.causes, [{ stalls: 0, longest: 0, touched: 2, nanos: 40 }, { stalls: 1, longest: 10, touched: 0, nanos: 0 }]);
  assert.deepEqual(sums.unexplained, { touched: 4, waiting: 10, service: 20 });
  assert.deepEqual(causeSums(INTERVALS, { from: 1001, to: 2001 }, END).operations, 30);
  assert.deepEqual(causeSums(INTERVALS, { from: 6000, to: 6500 }, END).span, { from: 6000, to: END });
});

test("a span without intervals has no figures", () => {
  const sums = causeSums(INTERVALS, { from: 2100, to: 3900 }, END);
  assert.deepEqual([sums.operations, sums.excess, sums.causes[0]?.touched], [0, 0, 0]);
  assert.equal(causeSums({ ...INTERVALS, begins: [], operations: [], slow: [], unexplained: [], causes: [] }, ALL, END).operations, 0);
});

test("of merged intervals, those that overlap the span are summed", () => {
  const coarse = { ...INTERVALS, each: 4 };
  const sums = causeSums(coarse, { from: 2100, to: 3900 }, END);
  assert.deepEqual([sums.operations, sums.span], [30, { from: 2000, to: 4000 }]);
  assert.deepEqual(causeSums(coarse, { from: 2000, to: 4001 }, END).span, { from: 2000, to: 5000 });
});

test("adjacent spans share nothing and lose nothing", () => {
  const random = chance(3);
  for (let i = 0; i < 200; i++) {
    const at = -500 + 7500 * random.uniform();
    const [before, after] = [causeSums(INTERVALS, { from: -500, to: at }, END), causeSums(INTERVALS, { from: at, to: END }, END)];
    const whole = causeSums(INTERVALS, ALL, END);
    assert.equal(before.excess + after.excess, whole.excess);
    assert.equal(before.operations + after.operations, whole.operations);
    assert.equal((before.causes[0]?.stalls ?? 0) + (after.causes[0]?.stalls ?? 0), whole.causes[0]?.stalls);
  }
});
