import assert from "node:assert/strict";
import { test } from "node:test";
import { drawBreakdown } from "../src/draw/breakdown.ts";
import { contrast, luminance } from "../src/draw/colour.ts";
import { differenceHeight, drawDifference } from "../src/draw/difference.ts";
import { spread } from "../src/draw/spread.ts";
import { dark, light, print } from "../src/draw/theme.ts";
import { svgOf, textsOf } from "./svgCheck.ts";

const THEMES = [light, dark, print];
const BAR = {
  total: 100,
  parts: [
    { nanos: 50, colour: 0, hatched: false },
    { nanos: 30, colour: 1, hatched: true },
  ],
};

test("text can be read on every ground", () => {
  for (const theme of THEMES) {
    for (const ground of [theme.paper, theme.empty]) {
      for (const ink of [theme.ink, theme.softInk, theme.warning]) {
        assert.ok(contrast(ink, ground) >= 4.5, `${theme.name}: ${ink} on ${ground} is ${contrast(ink, ground)}`);
      }
    }
  }
});

test("contrast is what WCAG says it is", () => {
  assert.equal(contrast("#000000", "#ffffff"), 21);
  assert.ok(Math.abs(contrast("#767676", "#ffffff") - 4.54) < 0.01);
});

test("more is always further from the paper, in even steps, in grey too", () => {
  for (const theme of THEMES) {
    const lightness = theme.heat.map((hex) => luminance(hex) ** (1 / 3));
    const steps = lightness.slice(1).map((each, i) => each - (lightness[i] ?? 0));
    const mean = steps.reduce((sum, each) => sum + each) / steps.length;
    for (const step of steps) {
      assert.ok(step / mean > 0.2 && step / mean < 2.2, `${theme.name}: a step of ${step}, usually ${mean}`);
    }
    assert.ok(contrast(theme.heat[0] ?? "", theme.paper) >= 1.5, `${theme.name}: one value can be seen`);
    assert.ok(contrast(theme.heat.at(-1) ?? "", theme.paper) >= 10);
    assert.equal(new Set(theme.heat).size, theme.heat.length);
  }
});

test("labels are moved apart, and stay in their order and bounds", () => {
  assert.deepEqual(spread([10, 50], 10, 0, 100), [10, 50]);
  assert.deepEqual(spread([50, 48], 10, 0, 100), [58, 48]);
  assert.deepEqual(spread([99, 98, 97], 10, 0, 100), [100, 90, 80]);
  assert.deepEqual(spread([5, 5, 5], 10, 0, 10), [0, 5, 10].map((each) => each), "as close as it takes");
  assert.deepEqual(spread([], 10, 0, 100), []);
});

test("a bar's parts are as long as they took, and the rest is there too", () => {
  svgOf((surface) => {
    const drawn = drawBreakdown(surface, { x: 10, y: 0, width: 200, height: 10 }, BAR);
    assert.deepEqual([5, 11, 109, 111, 169, 171, 209, 211].map((x) => drawn.partAt(x)), [null, 0, 0, 1, 1, -1, -1, null]);
    const half = drawBreakdown(surface, { x: 0, y: 0, width: 200, height: 10 }, BAR, { most: 200 });
    assert.deepEqual([49, 51, 81, 101].map((x) => half.partAt(x)), [0, 1, -1, null]);
  });
});

test("a bar of nonsense is no bar", () => {
  for (const value of [NaN, Infinity, -Infinity, 0, -5]) {
    const parts = [{ nanos: value, colour: value, hatched: true }, { nanos: 5, colour: 1, hatched: false }];
    for (const total of [value, 10]) {
      svgOf((surface) => drawBreakdown(surface, { x: 0, y: 0, width: 100, height: 10 }, { total, parts }, { most: value }));
      svgOf((surface) => drawBreakdown(surface, { x: 0, y: 0, width: 100, height: 10 }, { total, parts }));
    }
  }
});

const DIFFERENCE = {
  rows: [
    { percentile: 50, ratio: 1.02, low: 0.98, high: 1.06 },
    { percentile: 99, ratio: 1.5, low: 1.2, high: 1.8 },
    { percentile: 100, ratio: 0.5, low: 0.4, high: 0.7 },
  ],
};

test("a difference that may be chance is hollow; one that is none is full", () => {
  const height = differenceHeight(DIFFERENCE);
  const svg = svgOf((surface) => {
    const { x, rowAt, plot } = drawDifference(surface, { x: 0, y: 0, width: 600, height }, DIFFERENCE);
    assert.ok(Math.abs(x.toPixel(1) - (plot.x + plot.width / 2)) < 1e-6, "1 is in the middle");
    assert.ok(Math.abs(x.toPixel(2) + x.toPixel(0.5) - 2 * x.toPixel(1)) < 1e-6, "twice is as far as half");
    assert.deepEqual([plot.y - 1, plot.y + 1, plot.y + plot.height - 1, plot.y + plot.height + 1].map(rowAt), [null, 0, 2, null]);
  });
  const fills = [...svg.matchAll(/<circle[^>]*fill="([^"]*)"/g)].map((match) => match[1]);
  assert.deepEqual(fills, [light.paper, light.warning, light.series[0]]);
  const texts = textsOf(svg);
  for (const text of ["p50", "p99", "max", "+2%", "+50%", "−50%", "same"]) {
    assert.ok(texts.includes(text), text);
  }
});

test("no difference, and nonsense", () => {
  const box = { x: 0, y: 0, width: 400, height: 120 };
  assert.ok(textsOf(svgOf((surface) => drawDifference(surface, box, { rows: [] }))).includes("nothing to compare"));
  for (const value of [NaN, Infinity, -Infinity, 0, -1, 1e300]) {
    const rows = [{ percentile: value, ratio: value, low: 1, high: value }, { percentile: 99, ratio: 1.1, low: value, high: value }];
    svgOf((surface) => drawDifference(surface, box, { rows }));
    svgOf((surface) => drawDifference(surface, { x: 0, y: 0, width: 1, height: 1 }, { rows }));
  }
});
