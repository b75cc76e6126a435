import assert from "node:assert/strict";
import { test } from "node:test";
import { linearAxis, logAxis, logRange, percentileAxis, rateAxis, timeAxis } from "../src/draw/axes.ts";
import { ELAPSED } from "../src/draw/moments.ts";
import {
  linearScale,
  linearTicks,
  logScale,
  logTicks,
  niceAtLeast,
  niceAtMost,
  percentileScale,
  percentileTicks,
  timeScale,
} from "../src/draw/scales.ts";
import type { Scale } from "../src/draw/scales.ts";

function near(actual: number, expected: number, what = ""): void {
  assert.ok(
    Math.abs(actual - expected) <= 1e-9 * Math.max(1, Math.abs(expected)),
    `${what} ${actual} is not ${expected}`,
  );
}

function roundTrips(scale: Scale, values: readonly number[]): void {
  for (const value of values) {
    near(scale.toValue(scale.toPixel(value)), value);
  }
}

test("a linear scale is linear and invertible", () => {
  const scale = linearScale({ from: 10, to: 20, start: 100, end: 300 });
  assert.equal(scale.toPixel(15), 200);
  roundTrips(scale, [10, 12.5, 19.9, 20]);
});

test("a log scale gives each factor of ten the same length, also upwards", () => {
  const scale = logScale({ from: 1e3, to: 1e9, start: 400, end: 100 });
  near(scale.toPixel(1e6), 250);
  near(scale.toPixel(1e4), 350);
  roundTrips(scale, [1e3, 4711, 1e6, 1e9]);
});

test("a percentile scale gives each nine the same length", () => {
  const scale = percentileScale(1e5, 0, 500);
  near(scale.toPixel(0), 0);
  near(scale.toPixel(0.9), 100);
  near(scale.toPixel(0.99), 200);
  near(scale.toPixel(0.99999), 500);
  near(scale.toPixel(0.5), 100 * Math.log10(2));
  assert.equal(scale.toPixel(1), 500, "the greatest value is at the end");
  roundTrips(scale, [0, 0.5, 0.9, 0.99, 0.9995]);
});

test("values beyond an end are clamped", () => {
  for (const scale of [
    linearScale({ from: 1, to: 2, start: 10, end: 20 }),
    logScale({ from: 1, to: 2, start: 10, end: 20 }),
    timeScale(1, 2, 10, 20),
  ]) {
    assert.equal(scale.toPixel(-5), 10);
    assert.equal(scale.toPixel(0), 10);
    assert.equal(scale.toPixel(Infinity), 20);
    assert.equal(scale.toValue(-100), 1);
    assert.equal(scale.toValue(100), 2);
  }
});

test("an empty or invalid scale returns finite numbers", () => {
  const odd = [0, 1, 1e300, -1e300, NaN, Infinity, -Infinity, 5e-324];
  for (const from of odd) {
    for (const to of odd) {
      const range = { from, to, start: 0, end: 100 };
      const scales = [
        linearScale(range),
        logScale(range),
        percentileScale(to, 0, 100),
        linearScale({ ...range, end: 0 }),
      ];
      for (const scale of Number.isFinite(from) && Number.isFinite(to)
        ? [...scales, timeScale(from, to, 0, 100)]
        : scales) {
        assert.ok(Number.isFinite(scale.toPixel(1)), `${from} to ${to}`);
        assert.ok(Number.isFinite(scale.toValue(50)), `${from} to ${to}`);
      }
    }
  }
});

test("nice numbers are 1, 2 and 5 times a power of ten", () => {
  assert.deepEqual([0.3, 1, 1.1, 4.9, 5.1, 1e9].map(niceAtLeast), [0.5, 1, 2, 5, 10, 1e9]);
  assert.deepEqual([0.3, 1, 1.9, 4.9, 5.1, 999].map(niceAtMost), [0.2, 1, 1, 2, 5, 500]);
});

test("linear ticks ascend from 0 to at least the maximum, without rounding errors", () => {
  assert.deepEqual(linearTicks(0.7, 6), [0, 0.2, 0.4, 0.6, 0.8]);
  assert.deepEqual(linearTicks(1300, 6), [0, 500, 1000, 1500]);
  assert.deepEqual(linearTicks(0, 6), [0, 1]);
  assert.deepEqual(linearTicks(NaN, 6), [0, 1]);
});

test("log ticks are labelled at 1, 2 and 5 over few decades, else at powers of ten", () => {
  const few = logTicks(1e5, 1e7).filter((each) => each.isMajor);
  assert.deepEqual(
    few.map((each) => each.at),
    [1e5, 2e5, 5e5, 1e6, 2e6, 5e6, 1e7],
  );
  const many = logTicks(1, 1e6);
  assert.deepEqual(
    many.filter((each) => each.isMajor).map((each) => each.at),
    [1, 10, 100, 1e3, 1e4, 1e5, 1e6],
  );
  assert.equal(many.length, 6 * 9 + 1);
});

test("a range that is invalid for a log scale has no ticks", () => {
  for (const [from, to] of [[0, 10], [-1, 10], [NaN, 10], [1, Infinity], [10, 1]] as const) {
    assert.deepEqual(logTicks(from, to), []);
  }
});

test("percentile ticks end at the highest supported percentile", () => {
  assert.deepEqual(
    percentileTicks(5000).map((each) => each.label),
    ["0%", "50%", "90%", "99%", "99.9%"],
  );
  assert.equal(percentileTicks(1e6).at(-1)?.label, "99.9999%");
});

test("a log range has round ends and at most about five decades", () => {
  assert.deepEqual(logRange(23_000, 1.3e9), { from: 1e5, to: 2e9, isCut: true });
  assert.deepEqual(logRange(230_000, 18e6), { from: 2e5, to: 2e7, isCut: false });
  assert.deepEqual(logRange(1e6, 1e6), { from: 1e6, to: 2e6, isCut: false }, "one value");
  assert.deepEqual(logRange(0, 0), { from: 1, to: 10, isCut: true }, "zeros alone");
  assert.deepEqual(logRange(Infinity, 0), { from: 1, to: 10, isCut: true }, "nothing");
});

test("all labels of an axis have one unit, the requested one if given", () => {
  const labels = (axis: { ticks: readonly { label: string }[] }) =>
    axis.ticks.map((each) => each.label).filter((each) => each !== "");
  assert.deepEqual(labels(logAxis(logRange(100_000, 1.3e9), 300, 0, "auto")), [
    "0.1 ms",
    "1 ms",
    "10 ms",
    "100 ms",
    "1,000 ms",
  ]);
  assert.deepEqual(labels(logAxis(logRange(1e6, 9e6), 300, 0, "µs")), [
    "1,000 µs",
    "2,000 µs",
    "5,000 µs",
    "10,000 µs",
  ]);
  assert.deepEqual(labels(logAxis(logRange(0, 1.3e9), 300, 0, "auto"))[0], "≤ 0.1 ms");
  assert.deepEqual(labels(linearAxis(1.3e9, 180, 0, "auto")), ["0", "0.5 s", "1 s", "1.5 s"]);
  assert.deepEqual(labels(rateAxis(2500, 60, 0)), ["0", "2,000/s", "4,000/s"]);
});

test("empty axes have finite ticks", () => {
  const axes = [
    linearAxis(NaN, 100, 0, "auto"),
    logAxis(logRange(NaN, NaN), 100, 0, "auto"),
    percentileAxis(NaN, 0, 100),
    percentileAxis(1, 0, 100),
    rateAxis(-1, 100, 0),
    timeAxis({ from: NaN, to: NaN }, 0, 100, ELAPSED),
    timeAxis({ from: 5, to: 5 }, 0, 100, ELAPSED),
  ];
  for (const axis of axes) {
    assert.ok(axis.ticks.length > 0);
    for (const tick of axis.ticks) {
      assert.ok(Number.isFinite(axis.scale.toPixel(tick.at)), axis.title);
      assert.doesNotMatch(tick.label, /NaN|Infinity/);
    }
  }
});
