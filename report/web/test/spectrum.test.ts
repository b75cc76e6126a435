import assert from "node:assert/strict";
import { test } from "node:test";
import type { SpectrumChart, SpectrumSeries } from "../src/draw/charts.ts";
import { drawSpectrum } from "../src/draw/spectrum.ts";
import { crossings, oneInOf, valueAtQuantile } from "../src/draw/stairs.ts";
import { spectrumChart } from "./samples.ts";
import { svgOf, textsOf } from "./svgCheck.ts";

const BOX = { x: 0, y: 0, width: 800, height: 400 };
const POINTS = [
  { quantile: 0.5, value: 1e6 },
  { quantile: 0.95, value: 4e6 },
  { quantile: 0.99, value: 30e6 },
  { quantile: 0.999, value: 50e6 },
  { quantile: 1, value: 80e6 },
];

function seriesOf(values: Partial<SpectrumSeries> = {}): SpectrumSeries {
  return { name: "response", colour: 0, dashed: false, faint: false, points: POINTS, ...values };
}

function chartOf(values: Partial<SpectrumChart> = {}): SpectrumChart {
  return { series: [seriesOf()], sla: [], pointed: null, logValues: true, ...values };
}

test("the value at a quantile is that of the first point at or above it", () => {
  const at = (quantile: number) => valueAtQuantile(POINTS, quantile);
  assert.deepEqual([0, 0.5, 0.50001, 0.99, 0.9901, 1].map(at), [1e6, 1e6, 4e6, 30e6, 50e6, 80e6]);
  assert.equal(valueAtQuantile([], 0.5), null);
});

test("a service level is violated where the curve exceeds it", () => {
  const step = { percentile: 99, limit: 20e6 };
  const kept = { percentile: 50, limit: 2e6 };
  const last = { percentile: 99.9, limit: 50e6 };
  assert.deepEqual(crossings(POINTS, [last, step, kept]), [{ step, value: 30e6, quantile: 0.95 }]);
});

test("a curve above the limit from its begin violates it there", () => {
  const steps = [
    { percentile: 99, limit: 40e6 },
    { percentile: 99.9, limit: 3e6 },
  ];
  assert.deepEqual(
    crossings(POINTS, steps).map((each) => each.quantile),
    [0.99],
  );
});

test("a value equal to the limit is allowed", () => {
  assert.deepEqual(crossings(POINTS, [{ percentile: 99, limit: 30e6 }]), []);
  assert.equal(crossings(POINTS, [{ percentile: 100, limit: 79e6 }])[0]?.quantile, 0.999);
});

test("a violation is marked at its place with the measured value", () => {
  const chart = chartOf({ sla: [{ percentile: 99, limit: 20e6 }] });
  let at = { x: NaN, y: NaN };
  const svg = svgOf((surface) => {
    const drawn = drawSpectrum(surface, BOX, chart);
    at = { x: drawn.x.toPixel(0.95), y: drawn.y.toPixel(20e6) };
  });
  assert.match(svg, /<title>p99 is 30.0 ms, limit 20.0 ms<\/title>/);
  const rounded = (value: number) => String(Math.round(value * 100) / 100);
  assert.ok(svg.includes(`<circle cx="${rounded(at.x)}" cy="${rounded(at.y)}" r="6"`));
  assert.ok(textsOf(svg).includes("p99 ≤ 20.0 ms"));
});

test("a hypothetical curve violates no limit", () => {
  const chart = chartOf({ series: [seriesOf({ dashed: true })], sla: [{ percentile: 99, limit: 20e6 }] });
  assert.doesNotMatch(
    svgOf((surface) => drawSpectrum(surface, BOX, chart)),
    /limit/,
  );
});

test("a curve ends at the highest percentile that its values support", () => {
  assert.equal(Math.round(oneInOf(POINTS)), 1000);
  assert.equal(oneInOf(POINTS, 4321), 4321);
  assert.equal(oneInOf([{ quantile: 1, value: 5 }]), 1);
  svgOf((surface) => {
    const { x, plot } = drawSpectrum(surface, BOX, chartOf({ series: [seriesOf({ total: 100_000 })] }));
    assert.ok(Math.abs(x.toPixel(0.99999) - (plot.x + plot.width)) < 0.01);
  });
});

test("the curve is the step function of its points", () => {
  let expected = "";
  const svg = svgOf((surface) => {
    const { x, y } = drawSpectrum(surface, BOX, chartOf());
    const figure = (value: number) => String(Math.round(value * 100) / 100);
    expected = `L${figure(x.toPixel(0.5))} ${figure(y.toPixel(1e6))}L${figure(x.toPixel(0.5))} ${figure(y.toPixel(4e6))}L${figure(x.toPixel(0.95))} ${figure(y.toPixel(4e6))}`;
  });
  assert.ok(svg.includes(expected), expected);
});

test("the quantile under the pointer is labelled, with each curve's value", () => {
  const other = seriesOf({
    name: "service",
    dashed: true,
    points: POINTS.map((each) => ({ ...each, value: each.value / 2 })),
  });
  const texts = textsOf(
    svgOf((surface) => drawSpectrum(surface, BOX, chartOf({ series: [seriesOf(), other], pointed: 0.995 }))),
  );
  assert.ok(texts.includes("99.5%"));
  assert.ok(texts.includes("50.0 ms") && texts.includes("25.0 ms"));
});

test("each curve is in the legend; those that do not fit are counted", () => {
  const texts = textsOf(svgOf((surface) => drawSpectrum(surface, BOX, spectrumChart(2000))));
  assert.ok(texts.includes("response") && texts.includes("service level"));
  assert.ok(texts.includes("GET /orders/{id}?with=&lt;script&gt;alert(1)&lt;/script&gt;"));
  const many = chartOf({
    series: Array.from({ length: 90 }, (_, i) => seriesOf({ name: `operation ${i}`, colour: i })),
  });
  assert.ok(textsOf(svgOf((surface) => drawSpectrum(surface, BOX, many))).some((text) => /^and \d+ more$/.test(text)));
});

test("an empty chart says so", () => {
  for (const series of [[], [seriesOf({ points: [] })]]) {
    const texts = textsOf(
      svgOf((surface) => drawSpectrum(surface, BOX, chartOf({ series, sla: [{ percentile: 99, limit: 1e6 }] }))),
    );
    assert.ok(texts.includes("nothing recorded"));
  }
});

test("invalid values draw no invalid shapes", () => {
  const odd = [NaN, Infinity, -Infinity, -1, 0, 1e300, 5e-324];
  for (const value of odd) {
    for (const logValues of [true, false]) {
      const points = [
        { quantile: 0.5, value: 1e6 },
        { quantile: value, value },
        { quantile: 1, value: 2e6 },
      ];
      for (const some of [points, [{ quantile: 1, value }]]) {
        const chart = chartOf({
          series: [seriesOf({ points: some, total: value, colour: value })],
          logValues,
          pointed: value,
          sla: [{ percentile: value, limit: value }],
        });
        svgOf((surface) => drawSpectrum(surface, BOX, chart));
        svgOf((surface) => drawSpectrum(surface, { x: 0, y: 0, width: 1, height: 1 }, chart));
      }
    }
  }
});

test("many curves with long names all fit into the legend", () => {
  const names = Array.from({ length: 12 }, (_, i) => `${"ABCDEFGHIJKL"[i]}: response, a run that a user gave a long name to, number ${i}`);
  const series = names.map((name, colour) => seriesOf({ name, colour }));
  const texts = textsOf(svgOf((surface) => void drawSpectrum(surface, { x: 0, y: 0, width: 580, height: 480 }, chartOf({ series })), 580, 480));
  for (const letter of "ABCDEFGHIJKL") {
    assert.equal(texts.filter((text) => text.startsWith(`${letter}: `)).length, 1, letter);
  }
});

/** Where texts are, as wide as they are in the picture. */
function boxesOf(draw: Parameters<typeof svgOf>[0]): readonly { text: string; left: number; right: number; top: number; bottom: number }[] {
  const found: { text: string; left: number; right: number; top: number; bottom: number }[] = [];
  svgOf((surface) => {
    const spying = new Proxy(surface, {
      get(target, key) {
        const member: unknown = Reflect.get(target, key, target);
        if (key === "text") {
          return (x: number, y: number, text: string, style: Parameters<typeof surface.text>[3]): void => {
            const width = surface.textWidth(text, style);
            const left = style.anchor === "end" ? x - width : style.anchor === "middle" ? x - width / 2 : x;
            found.push({ text, left, right: left + width, top: y - style.size * 0.75, bottom: y });
            surface.text(x, y, text, style);
          };
        }
        return typeof member === "function" ? (member as (...values: unknown[]) => unknown).bind(target) : member;
      },
    });
    draw(spying);
  });
  return found;
}

test("labels do not overlap", () => {
  const steps = [50, 90, 95, 99, 99.5, 99.9, 99.95].map((percentile, i) => ({ percentile, limit: (20 + i) * 1e6 }));
  const near = Array.from({ length: 6 }, (_, i) => seriesOf({ colour: i, name: `curve ${i}`, points: POINTS.map((point) => ({ ...point, value: point.value * (1 + i / 100) })) }));
  for (const sla of [[], steps, [{ percentile: 99.9, limit: 80e6 }, { percentile: 99, limit: 78e6 }]]) {
    for (const pointed of [null, 0.9, 0.9999]) {
      const boxes = boxesOf((surface) => void drawSpectrum(surface, BOX, chartOf({ series: near, sla, pointed })));
      for (const [i, one] of boxes.entries()) {
        const over = boxes.slice(i + 1).find((other) =>
          one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom);
        const isPointedAt = pointed !== null && over !== undefined && (over.text.endsWith("ms") || one.text.endsWith("ms"));
        assert.ok(over === undefined || isPointedAt, `${one.text} and ${over?.text}`);
      }
    }
  }
});
