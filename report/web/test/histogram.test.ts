import assert from "node:assert/strict";
import { test } from "node:test";
import { HistogramSum } from "../src/data/counts.ts";
import { exponentOf, nextDown, powerOfTwo } from "../src/data/floats.ts";
import { Layout } from "../src/data/layout.ts";
import { chance, THREE_DIGITS } from "./given.ts";

function histogramOf(values: readonly number[], layout = THREE_DIGITS): ReturnType<HistogramSum["toHistogram"]> {
  const sum = new HistogramSum();
  values.forEach((value) => sum.addSlot(layout, layout.slotOf(value), 1));
  return sum.toHistogram();
}

test("each value is in the slot whose ends are around it, whatever the layout", () => {
  const { uniform, below } = chance(1);
  for (let i = 0; i < 20_000; i++) {
    const layout = Layout.of(below(6), below(20));
    const value = Math.floor(2 ** (uniform() * 53));
    const slot = layout.slotOf(value);
    assert.ok(layout.lowest(slot) <= value && value <= layout.highest(slot), `${value} in ${layout.key}`);
    assert.equal(layout.slotOf(layout.highest(slot)), slot);
    assert.equal(layout.lowest(slot + 1), layout.highest(slot) + 1);
    const width = layout.highest(slot) - layout.lowest(slot) + 1;
    assert.ok(width <= Math.max(2 ** layout.unitMagnitude, value / 10 ** layout.digits));
  }
  assert.equal(THREE_DIGITS.highest(THREE_DIGITS.slots - 1), 2 ** 63);
});

test("a rank is not rounded up by a percentile that cannot be written in binary", () => {
  const histogram = histogramOf(Array.from({ length: 1000 }, (_, i) => i + 1));
  assert.equal(histogram.valueAt(99.9), 999);
  assert.equal(histogram.valueAt(100), 1000);
  // Of eleven values, the first one is 9.09… %, which as a double is a little more.
  assert.equal(histogramOf([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]).valueAt(100 / 11), 1);
  assert.equal(histogram.valueAt(0), 1);
  assert.equal(histogram.countUpTo(10), 10);
  assert.equal(histogram.countUpTo(-1), 0);
  assert.equal(histogram.countUpTo(1e12), 1000);
});

test("values are binned between edges, each in one bin", () => {
  const histogram = histogramOf([1, 2, 2, 3, 10, 99, 100]);
  assert.deepEqual([...histogram.binned([2, 3, 10, 100])], [2, 1, 2]);
  assert.deepEqual([...histogram.binned([0, 1000])], [7]);
  assert.deepEqual([...histogram.binned([])], []);
});

test("an empty histogram answers all queries", () => {
  const empty = new HistogramSum().toHistogram();
  const { total, min, max, mean } = empty;
  assert.deepEqual([total, min, max, mean, empty.valueAt(99), empty.countUpTo(5)], [0, 0, 0, 0, 0, 0]);
  assert.deepEqual(empty.spectrum(100), []);
});

test("values of several layouts keep their own slots", () => {
  const sum = new HistogramSum();
  const coarse = Layout.of(1, 0);
  sum.addSlot(coarse, coarse.slotOf(1000), 1);
  sum.addSlot(THREE_DIGITS, THREE_DIGITS.slotOf(1000), 2);
  const histogram = sum.toHistogram();
  assert.equal(histogram.total, 3);
  assert.equal(histogram.valueAt(50), 1000);
  assert.equal(histogram.max, coarse.highest(coarse.slotOf(1000)));
  assert.equal(histogram.min, coarse.lowest(coarse.slotOf(1000)));
});

test("a reduced spectrum keeps its ends and all steps", () => {
  const { normal } = chance(2);
  const histogram = histogramOf(Array.from({ length: 50_000 }, () => Math.round(1e6 * Math.exp(normal()))));
  const all = histogram.spectrum(Infinity);
  const some = histogram.spectrum(300);
  assert.ok(all.length > 1000 && some.length <= 300 && some.length > 100, `${some.length} of ${all.length}`);
  assert.deepEqual(some[0], all[0]);
  assert.deepEqual(some[some.length - 1], all[all.length - 1]);
  assert.equal(some[some.length - 1]?.quantile, 1);
  let next = 0;
  for (const { quantile, value } of all) {
    while ((some[next]?.quantile ?? 1) < quantile) {
      next++;
    }
    const drawn = some[next]?.value ?? 0;
    assert.ok(drawn >= value && drawn < value * 1.2, `${drawn} for ${value}`);
  }
});

test("doubles by their bits", () => {
  assert.equal(nextDown(1), 1 - 2 ** -53);
  assert.equal(nextDown(0), -Number.MIN_VALUE);
  assert.equal(powerOfTwo(-960), 2 ** -960);
  assert.equal(exponentOf(0.125), -3);
  assert.equal(exponentOf(0.3), null);
  assert.equal(exponentOf(-2), null);
  assert.equal(exponentOf(NaN), null);
});
