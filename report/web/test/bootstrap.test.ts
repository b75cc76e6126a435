import assert from "node:assert/strict";
import { test } from "node:test";
import { blockLength, difference, differenceOfColumns } from "../src/data/bootstrap.ts";
import { HistogramSum } from "../src/data/counts.ts";
import { LocalSource } from "../src/data/local.ts";
import { SampleSide } from "../src/data/sampleSide.ts";
import type { Column } from "../src/data/source.ts";
import { tQuantile, twoSided } from "../src/data/studentT.ts";
import { chance, documentOf, packOf, THREE_DIGITS, type Chance } from "./given.ts";

/**
 * Synthetic latencies: log-normal, with a median that drifts by 5 % with an autocorrelation of 70 % per second. So
 * neighbouring intervals are correlated, as in docs/explanation/comparing.md.
 */
function wandering(random: Chance, seconds: number, factor: number, perSecond = 100): Column[] {
  const sum = new HistogramSum();
  let level = random.normal();
  return Array.from({ length: seconds }, (_, i) => {
    level = 0.7 * level + Math.sqrt(1 - 0.49) * random.normal();
    sum.clear();
    for (let n = 0; n < perSecond; n++) {
      const value = 1e6 * factor * Math.exp(0.05 * level + 0.5 * random.normal());
      sum.addSlot(THREE_DIGITS, THREE_DIGITS.slotOf(Math.round(value)), 1);
    }
    return { from: i * 1000, to: (i + 1) * 1000, histogram: sum.toHistogram() };
  });
}

test("of 100 equal pairs, at most about 5 are called different", () => {
  const random = chance(11);
  let claims = 0;
  let outside = 0;
  for (let i = 0; i < 100; i++) {
    const rows = differenceOfColumns(wandering(random, 120, 1), wandering(random, 120, 1), [50, 90, 99]);
    claims += rows.some(({ differs }) => differs) ? 1 : 0;
    outside += rows.filter(({ low, high }) => low > 1 || high < 1).length;
  }
  // The limit of 11 of 100 is exceeded by chance once in 200 times. Of 300 confidence intervals, 5 % may miss the true
  // ratio, and somewhat more for short samples.
  assert.ok(claims <= 11, `${claims} false claims`);
  assert.ok(outside <= 40 && outside >= 3, `${outside} of 300 intervals leave out the truth`);
  console.log(`# ${claims} false claims in 100 pairs, ${outside} of 300 intervals without the truth`);
});

test("a shift of 10 % is detected with about its size", () => {
  const random = chance(12);
  let found = 0;
  for (let i = 0; i < 20; i++) {
    const rows = differenceOfColumns(wandering(random, 300, 1), wandering(random, 300, 1.1), [50, 99]);
    found += rows.every(({ differs, low, high }) => differs && low > 1.03 && high < 1.2) ? 1 : 0;
    rows.forEach(({ ratio, a, b }) => {
      assert.ok(ratio > 1.05 && ratio < 1.16, `${ratio}`);
      assert.ok(Math.abs(b / a - ratio) < 1e-9);
    });
  }
  assert.ok(found >= 19, `${found} of 20`);
});

test("the same data give the same rows, other seeds nearly the same", () => {
  const random = chance(13);
  const [a, b] = [wandering(random, 100, 1), wandering(random, 100, 1.05)];
  assert.deepEqual(differenceOfColumns(a, b, [50, 99]), differenceOfColumns(a, b, [50, 99]));
  const [one] = differenceOfColumns(a, b, [50]);
  const [other] = differenceOfColumns(a, b, [50], { seed: 77 });
  assert.notEqual(one?.low, other?.low);
  assert.ok(Math.abs((one?.low ?? 0) - (other?.low ?? 1)) < 0.01);
});

test("insufficient data yields a reason instead of a confidence interval", () => {
  const random = chance(14);
  const lacks = (a: Column[], b: Column[], percentile: number): string => {
    const [row] = differenceOfColumns(a, b, [percentile]);
    assert.ok(row !== undefined && Number.isNaN(row.low) && !row.differs);
    return row.insufficient ?? "";
  };
  assert.match(lacks(wandering(random, 9, 1), wandering(random, 50, 1), 50), /too few intervals: 9,/);
  assert.match(lacks(wandering(random, 50, 1), wandering(random, 50, 1), 99.9), /too few values beyond it: 5,/);
  const outage = wandering(random, 50, 1);
  outage[3] = wandering(random, 1, 1000, 1000)[0] ?? (outage[3] as Column);
  assert.match(lacks(outage, wandering(random, 50, 1), 95), /in too few intervals: 1,/);
  assert.match(lacks([], [], 50), /too few intervals: 0,/);
});

test("percentiles of weighted intervals are those of their sum", () => {
  const random = chance(15);
  const columns = wandering(random, 40, 1, 30);
  const side = new SampleSide(columns);
  for (let i = 0; i < 100; i++) {
    const weights = Float64Array.from(columns, () => random.below(4));
    const sum = new HistogramSum();
    columns.forEach(({ histogram }, c) => {
      for (let n = 0; n < (weights[c] ?? 0); n++) {
        sum.add(histogram as ReturnType<HistogramSum["toHistogram"]>);
      }
    });
    for (const percentile of [1, 50, 99, 99.99]) {
      assert.equal(side.weightedValue(percentile, weights), sum.toHistogram().valueAt(percentile));
    }
  }
});

test("differences between spans of one source or of two", async () => {
  const random = chance(16);
  const values = (factor: number): number[] =>
    Array.from({ length: 50 }, () => Math.round(1e6 * factor * Math.exp(0.3 * random.normal())));
  const given = Array.from({ length: 200 }, (_, i) => ({
    tag: "rt",
    begin: i * 1000,
    length: 1000,
    values: values(i < 100 ? 1 : 1.2),
  }));
  const pack = packOf(given);
  const source = new LocalSource(documentOf(pack), pack);
  const before = { source, tag: "rt", span: { from: 0, to: 100_000 } };
  const after = { source, tag: "rt", span: { from: 100_000, to: 200_000 } };
  const [row] = await difference(before, after, [50]);
  assert.ok(row?.differs === true && row.low > 1.1 && row.high < 1.3);
  const [same] = await difference(before, before, [50]);
  assert.ok(same?.ratio === 1 && !same.differs);
});

test("block lengths equal those of takt compare", () => {
  assert.deepEqual([1, 2, 4].map((factor) => blockLength(600, factor)), [9, 18, 36]);
  assert.deepEqual([1, 2, 4].map((factor) => blockLength(30, factor)), [4, 6, 6]);
  assert.equal(blockLength(1, 4), 1);
});

test("Student's t equals published tables", () => {
  assert.ok(Math.abs(tQuantile(0.05, 10) - 2.228139) < 1e-5);
  assert.ok(Math.abs(tQuantile(0.01, 3) - 5.840909) < 1e-5);
  assert.ok(Math.abs(twoSided(1.959964, 1e6) - 0.05) < 1e-5);
});
