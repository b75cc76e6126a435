import assert from "node:assert/strict";
import { test } from "node:test";
import { drawBreakdown } from "../src/draw/breakdown.ts";
import { contrast, luminance } from "../src/draw/colour.ts";
import { differenceHeight, drawDifference } from "../src/draw/difference.ts";
import { kindColour, UNEXPLAINED_COLOUR } from "../src/draw/kinds.ts";
import { seriesColour } from "../src/draw/series.ts";
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

test("text is readable on every background", () => {
  for (const theme of THEMES) {
    for (const ground of [theme.paper, theme.empty]) {
      for (const ink of [theme.ink, theme.softInk, theme.warning]) {
        assert.ok(contrast(ink, ground) >= 4.5, `${theme.name}: ${ink} on ${ground} is ${contrast(ink, ground)}`);
      }
    }
  }
});

test("contrast equals the definition of WCAG", () => {
  assert.equal(contrast("#000000", "#ffffff"), 21);
  assert.ok(Math.abs(contrast("#767676", "#ffffff") - 4.54) < 0.01);
});

test("higher counts contrast more with the paper, in even steps, also in grey", () => {
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

/** What is left of red, green and blue: Machado, Oliveira and Fernandes (2009), without one kind of cone. */
const VISIONS = {
  all: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  protan: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  deutan: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  tritan: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
};

/** OKLab. */
function seen(hex: string, vision: readonly number[]): readonly number[] {
  const channel = (at: number) => luminance(`#${hex.slice(at, at + 2).repeat(3)}`);
  const rgb = [channel(1), channel(3), channel(5)];
  const times = (matrix: readonly number[], of: readonly number[]) =>
    [0, 3, 6].map((row) => of.reduce((sum, each, i) => sum + each * (matrix[row + i] ?? 0), 0));
  const left = times(vision, rgb).map((each) => Math.max(0, each));
  const cones = [
    0.4122214708, 0.5363325363, 0.0514459929, 0.2119034982, 0.6806995451, 0.1073969566, 0.0883024619, 0.2817188376,
    0.6299787005,
  ];
  const axes = [
    0.2104542553, 0.793617785, -0.0040720468, 1.9779984951, -2.428592205, 0.4505937099, 0.0259040371, 0.7827717662,
    -0.808675766,
  ];
  return times(axes, times(cones, left).map(Math.cbrt));
}

test("series are distinguishable with any colour vision, and from the paper", () => {
  for (const theme of THEMES) {
    for (const [name, vision] of Object.entries(VISIONS)) {
      const colours = theme.series.map((hex) => seen(hex, vision));
      colours.forEach((one, i) =>
        colours.slice(0, i).forEach((other, j) => {
          const distance = Math.hypot(...one.map((each, axis) => each - (other[axis] ?? 0)));
          assert.ok(distance > 0.07, `${theme.name}, ${name}: ${i} and ${j} are ${distance} apart`);
        }),
      );
    }
    theme.series.forEach((hex) => assert.ok(contrast(hex, theme.paper) > 2.2, hex));
  }
});

test("each kind of stall has one colour, which differs from all others", () => {
  const kinds = [
    "gc_pause", "safepoint", "time_to_safepoint", "handshake", "allocation_stall", "monitor_wait", "lock_wait", "pinned", "class_load",
    "compilation", "deoptimization", "thread_start", "socket_io", "file_io", "run_queue", "stopped", "throttled", "steal", "cpu_pressure",
    "io_pressure", "memory_pressure", "major_faults", "swap", "hiccup", "sent_late",
  ];
  for (const theme of THEMES) {
    const colours = kinds.map((kind) => seen(seriesColour(theme, kindColour(kind)), VISIONS.all));
    colours.forEach((one, i) =>
      colours.slice(0, i).forEach((other, j) => {
        const distance = Math.hypot(...one.map((each, axis) => each - (other[axis] ?? 0)));
        assert.ok(distance > 0.05, `${theme.name}: ${kinds[i]} and ${kinds[j]} are ${distance} apart`);
      }),
    );
    kinds.forEach((kind) => assert.ok(contrast(seriesColour(theme, kindColour(kind)), theme.paper) > 1.9, kind));
    assert.equal(seriesColour(theme, UNEXPLAINED_COLOUR), theme.frame);
    assert.equal(seriesColour(theme, kindColour("a kind of next year")), seriesColour(theme, kindColour("hiccup")));
  }
});

test("labels are separated within bounds, in their order", () => {
  assert.deepEqual(spread([10, 50], 10, 0, 100), [10, 50]);
  assert.deepEqual(spread([50, 48], 10, 0, 100), [58, 48]);
  assert.deepEqual(spread([99, 98, 97], 10, 0, 100), [100, 90, 80]);
  assert.deepEqual(
    spread([5, 5, 5], 10, 0, 10),
    [0, 5, 10].map((each) => each),
    "as close as it takes",
  );
  assert.deepEqual(spread([], 10, 0, 100), []);
});

test("a bar's parts are proportional to their time, followed by the rest", () => {
  svgOf((surface) => {
    const drawn = drawBreakdown(surface, { x: 10, y: 0, width: 200, height: 10 }, BAR);
    assert.deepEqual(
      [5, 11, 109, 111, 169, 171, 209, 211].map((x) => drawn.partAt(x)),
      [null, 0, 0, 1, 1, -1, -1, null],
    );
    const half = drawBreakdown(surface, { x: 0, y: 0, width: 200, height: 10 }, BAR, { most: 200 });
    assert.deepEqual(
      [49, 51, 81, 101].map((x) => half.partAt(x)),
      [0, 1, -1, null],
    );
  });
});

test("parts beyond the total are cut off", () => {
  svgOf((surface) => {
    const box = { x: 0, y: 0, width: 100, height: 10 };
    const drawn = drawBreakdown(surface, box, { ...BAR, total: 60 }, { most: 100 });
    assert.deepEqual([49, 51, 59, 61].map((x) => drawn.partAt(x)), [0, 1, 1, null]);
  });
});

test("an invalid bar is not drawn", () => {
  for (const value of [NaN, Infinity, -Infinity, 0, -5]) {
    const parts = [
      { nanos: value, colour: value, hatched: true },
      { nanos: 5, colour: 1, hatched: false },
    ];
    for (const total of [value, 10]) {
      svgOf((surface) =>
        drawBreakdown(surface, { x: 0, y: 0, width: 100, height: 10 }, { total, parts }, { most: value }),
      );
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

test("a significant difference has a filled dot, any other a hollow one", () => {
  const height = differenceHeight(DIFFERENCE);
  const svg = svgOf((surface) => {
    const { x, rowAt, plot } = drawDifference(surface, { x: 0, y: 0, width: 600, height }, DIFFERENCE);
    assert.ok(Math.abs(x.toPixel(1) - (plot.x + plot.width / 2)) < 1e-6, "1 is in the middle");
    assert.ok(Math.abs(x.toPixel(2) + x.toPixel(0.5) - 2 * x.toPixel(1)) < 1e-6, "twice is as far as half");
    assert.deepEqual([plot.y - 1, plot.y + 1, plot.y + plot.height - 1, plot.y + plot.height + 1].map(rowAt), [
      null,
      0,
      2,
      null,
    ]);
  });
  const fills = [...svg.matchAll(/<circle[^>]*fill="([^"]*)"/g)].map((match) => match[1]);
  assert.deepEqual(fills, [light.paper, light.warning, light.series[0]]);
  const texts = textsOf(svg);
  for (const text of ["p50", "p99", "max", "+2%", "+50%", "−50%", "same"]) {
    assert.ok(texts.includes(text), text);
  }
});

test("equal values and invalid rows", () => {
  const box = { x: 0, y: 0, width: 400, height: 120 };
  assert.ok(textsOf(svgOf((surface) => drawDifference(surface, box, { rows: [] }))).includes("nothing to compare"));
  for (const value of [NaN, Infinity, -Infinity, 0, -1, 1e300]) {
    const rows = [
      { percentile: value, ratio: value, low: 1, high: value },
      { percentile: 99, ratio: 1.1, low: value, high: value },
    ];
    svgOf((surface) => drawDifference(surface, box, { rows }));
    svgOf((surface) => drawDifference(surface, { x: 0, y: 0, width: 1, height: 1 }, { rows }));
  }
});
