import assert from "node:assert/strict";
import { test } from "node:test";
import { ELAPSED, formatMoment, momentTitle, timeTicks } from "../src/draw/moments.ts";
import type { Clock } from "../src/draw/moments.ts";
import {
  formatCount,
  formatDuration,
  formatPercentile,
  formatQuantile,
  formatRate,
  formatRatio,
  formatShort,
  formatTick,
  unitForTicks,
} from "../src/draw/units.ts";

const BERLIN: Clock = { kind: "wall", originEpoch: Date.UTC(2025, 4, 17, 10, 59, 20, 250), offsetMinutes: 120 };

test("a duration has three digits and the greatest fitting unit", () => {
  const texts = [0, 7, 999, 1000, 1234, 45_600, 999_900, 999_500_000, 45_678_901, 1.3e9, 4711e9].map((each) =>
    formatDuration(each),
  );
  assert.deepEqual(texts, [
    "0 ns",
    "7 ns",
    "999 ns",
    "1.00 µs",
    "1.23 µs",
    "45.6 µs",
    "1.00 ms",
    "1.00 s",
    "45.7 ms",
    "1.30 s",
    "4710 s",
  ]);
  assert.equal(formatDuration(-2.5e6), "−2.50 ms");
});

test("durations and rates are formatted as by the command line", () => {
  // As in UnitsTest of module load.
  const times: readonly (readonly [number, string])[] = [
    [0, "0 ns"], [0.4, "0 ns"], [7, "7 ns"], [999, "999 ns"], [999.6, "1.00 µs"], [1000, "1.00 µs"], [45_649, "45.6 µs"],
    [999_499, "999 µs"], [999_500, "1.00 ms"], [1_234_567, "1.23 ms"], [12_345_678_901, "12.3 s"], [100e9, "100 s"],
    [4567e9, "4570 s"],
  ];
  assert.deepEqual(times.map(([nanos]) => formatDuration(nanos)), times.map(([, text]) => text));
  const rates: readonly (readonly [number, string])[] = [
    [1000, "1,000/s"], [999.4, "999.4/s"], [39_996.6, "39,997/s"], [250, "250/s"], [12.345, "12.35/s"], [0.5, "0.5/s"],
    [99.998, "100.0/s"], [0, "0/s"],
  ];
  assert.deepEqual(rates.map(([rate]) => formatRate(rate)), rates.map(([, text]) => text));
});

test("a duration can be formatted in a given unit", () => {
  assert.equal(formatDuration(1.3e9, "ms"), "1,300 ms");
  assert.equal(formatDuration(1230, "s"), "0.00000123 s");
  assert.equal(formatDuration(0, "ms"), "0 ms");
});

test("invalid numbers are written as a dash", () => {
  for (const format of [
    formatDuration,
    formatCount,
    formatShort,
    formatRate,
    formatQuantile,
    formatPercentile,
    formatRatio,
  ]) {
    assert.equal(format(NaN), "–");
    assert.doesNotMatch(format(Infinity), /NaN|Infinity/);
  }
  assert.equal(formatMoment(NaN, ELAPSED), "–");
  assert.equal(formatMoment(9e15, BERLIN), "–");
});

test("ticks are written without rounding errors", () => {
  assert.equal(formatTick(0.1 + 0.2, "ns"), "0.3 ns");
  assert.equal(formatTick(250_000, "µs"), "250 µs");
  assert.equal(formatTick(0, "s"), "0");
  assert.equal(unitForTicks([1e5, 1e6, 1e7, 1e8, 1e9]), "ms");
  assert.equal(unitForTicks([1e9, 2e9]), "s");
  assert.equal(unitForTicks([1e9, 2e9], "µs"), "µs");
});

test("counts and rates", () => {
  assert.equal(formatCount(1234567), "1,234,567");
  assert.deepEqual([0, 7, 999, 999.9, 12_345, 1_234_567, 2e9].map(formatShort), [
    "0",
    "7",
    "999",
    "1k",
    "12.3k",
    "1.23M",
    "2G",
  ]);
  assert.deepEqual([0, 0.5, 12.5, 2500, 12_345.6].map(formatRate), ["0/s", "0.5/s", "12.5/s", "2,500/s", "12,346/s"]);
});

test("a quantile has enough digits to differ from its neighbours", () => {
  assert.deepEqual([0, 0.5, 0.9, 0.9923, 0.999, 0.99955, 1].map(formatQuantile), [
    "0%",
    "50%",
    "90%",
    "99.23%",
    "99.9%",
    "99.955%",
    "100%",
  ]);
  assert.deepEqual([50, 99.9, 99.99, 100].map(formatPercentile), ["p50", "p99.9", "p99.99", "max"]);
});

test("a ratio is written as a difference in percent, or as a factor", () => {
  assert.deepEqual([1, 1.0234, 1.234, 0.8, 2, 12.5].map(formatRatio), [
    "0%",
    "+2.3%",
    "+23.4%",
    "−20%",
    "+100%",
    "×12.5",
  ]);
});

test("moments are formatted as elapsed time", () => {
  assert.equal(formatMoment(61_234.5, ELAPSED), "61.235");
  assert.equal(formatMoment(161_234, ELAPSED), "2:41.234");
  assert.equal(formatMoment(3_661_000, ELAPSED, 1000), "1:01:01");
  assert.equal(formatMoment(-1500, ELAPSED, 100), "−1.5");
});

test("moments are formatted as wall-clock time", () => {
  assert.equal(formatMoment(0, BERLIN), "12:59:20.250");
  assert.equal(formatMoment(40_000, BERLIN, 1000), "13:00:00");
  assert.equal(momentTitle({ from: 0, to: 1000 }, BERLIN), "time of day (2025-05-17, UTC+2:00)");
  assert.equal(
    momentTitle({ from: 0, to: 1000 }, { ...BERLIN, offsetMinutes: -210 }),
    "time of day (2025-05-17, UTC−3:30)",
  );
});

test("ticks are at round times of the clock", () => {
  const ticks = timeTicks({ from: 0, to: 60_000 }, BERLIN, 6);
  assert.deepEqual(
    ticks.map((each) => each.label),
    ["12:59:30", "12:59:40", "12:59:50", "13:00:00", "13:00:10", "13:00:20"],
  );
  assert.equal(ticks[0]?.at, 9750);
  assert.deepEqual(
    timeTicks({ from: 0, to: 150_000 }, ELAPSED, 6).map((each) => each.label),
    ["0:00", "0:30", "1:00", "1:30", "2:00", "2:30"],
  );
});

test("a span of any length has a reasonable number of ticks", () => {
  for (const length of [1e-6, 0.003, 1, 999, 61_000, 3.6e6, 8.64e7, 3e9, 1e12]) {
    for (const clock of [ELAPSED, BERLIN]) {
      const ticks = timeTicks({ from: 1000, to: 1000 + length }, clock, 10);
      assert.ok(ticks.length >= 1 && ticks.length <= 12, `${length}: ${ticks.length}`);
      ticks.forEach((each) => assert.doesNotMatch(each.label, /NaN|Infinity|undefined/));
      if (length > 1e-3) {
        assert.equal(
          new Set(ticks.map((each) => each.label)).size,
          ticks.length,
          `${length}: ${ticks.map((each) => each.label).join()}`,
        );
      }
    }
  }
});
