import assert from "node:assert/strict";
import { test } from "node:test";
import type { Column } from "../src/data/source.ts";
import { logRange } from "../src/draw/axes.ts";
import type { HeatChart } from "../src/draw/charts.ts";
import { drawHeat } from "../src/draw/heat.ts";
import { binEdges, heatGrid, shadesOf } from "../src/draw/heatGrid.ts";
import type { Cells } from "../src/draw/surface.ts";
import { SvgSurface } from "../src/draw/surface.ts";
import { light } from "../src/draw/theme.ts";
import { figuresAt } from "../src/view/heatTable.ts";
import { columnsOf, heatChart, slotsOf } from "./samples.ts";
import { assertSound, svgOf, textsOf } from "./svgCheck.ts";

const BOX = { x: 0, y: 0, width: 800, height: 300 };

class CellsKept extends SvgSurface {
  readonly kept: Cells[] = [];

  override cells(cells: Cells): void {
    this.kept.push(cells);
    super.cells(cells);
  }
}

function columnOf(from: number, to: number, values: readonly number[]): Column {
  return { from, to, histogram: slotsOf(values) };
}

function chartOf(values: Partial<HeatChart>): HeatChart {
  return {
    span: { from: 0, to: 10_000 },
    columns: [],
    unit: 1000,
    lines: [],
    brush: null,
    pointed: null,
    marks: [],
    ...values,
  };
}

test("each value is in the one cell of its time and size", () => {
  const columns = [columnOf(0, 1000, [100, 100, 5000]), columnOf(4000, 5000, [100])];
  const range = { from: 1e5, to: 1e7, isCut: false };
  const grid = heatGrid(columns, range, 4, 1000);
  // Edges at 100 µs, 316 µs, 1 ms, 3.16 ms, 10 ms.
  assert.deepEqual([...grid.counts], [2, 0, 0, 1, 1, 0, 0, 0]);
  assert.equal(grid.highest, 2);
});

test("no value is lost, even beyond the axis", () => {
  const columns = columnsOf(20, 300);
  const total = columns.reduce((sum, each) => sum + each.histogram.total, 0);
  for (const range of [logRange(1e5, 2e9), { from: 1e6, to: 1e7, isCut: true }]) {
    const grid = heatGrid(columns, range, 50, 1000);
    assert.equal(
      grid.counts.reduce((sum, each) => sum + each),
      total,
    );
  }
});

test("the same columns are counted once per axis", () => {
  const columns = columnsOf(5, 50);
  const range = logRange(1e5, 1e9);
  assert.equal(heatGrid(columns, range, 30, 1000), heatGrid(columns, { ...range }, 30, 1000));
  assert.notEqual(heatGrid(columns, range, 31, 1000), heatGrid(columns, range, 30, 1000));
});

test("bins have equal widths on a log scale", () => {
  const edges = binEdges({ from: 1e3, to: 1e9, isCut: false }, 6);
  assert.deepEqual(
    edges.map((each) => Math.round(Math.log10(each) * 1e6) / 1e6),
    [3, 4, 5, 6, 7, 8, 9],
  );
});

test("a single value is visible, and the highest count has the last colour", () => {
  const grid = { counts: Float64Array.of(0, 1, 10, 100), rows: 4, highest: 100 };
  assert.deepEqual([...shadesOf(grid, 41)], [0, 1, 21, 41]);
  assert.deepEqual([...shadesOf({ counts: Float64Array.of(1, 0), rows: 2, highest: 1 }, 41)], [1, 0]);
});

test("a column has the width of its span, and missing ones leave a gap", () => {
  const surface = new CellsKept(800, 300, light);
  const columns = [columnOf(0, 1000, [100]), columnOf(1000, 2000, [100]), columnOf(6000, 9000, [100, 4000])];
  const { x } = drawHeat(surface, BOX, chartOf({ columns, lines: ["p50"] }));
  assertSound(surface.toString());
  assert.deepEqual(surface.kept[0]?.lefts, [0, 1000, 6000].map(x.toPixel));
  assert.deepEqual(surface.kept[0]?.rights, [1000, 2000, 9000].map(x.toPixel));
  const lines = /<title>p50<\/title>([\s\S]*?)<\/g>/.exec(surface.toString())?.[1] ?? "";
  assert.equal(lines.split('stroke-width="2.25"').length - 1, 2, "a line before the gap and one after it");
});

test("lines are labelled at their right ends, and marks and moments are at their positions", () => {
  const surface = new SvgSurface(800, 300, light);
  const chart = heatChart(columnsOf(100, 100));
  const { x, y } = drawHeat(surface, BOX, {
    ...chart,
    marks: [{ at: 70_000, value: 14e6, lit: true }],
    pointed: 60_500,
    brush: { from: 50_000, to: 70_000 },
  });
  const svg = surface.toString();
  assertSound(svg);
  const texts = textsOf(svg);
  for (const text of ["max", "p99.9", "p99", "p50", "1:00.500"]) {
    assert.ok(texts.includes(text), text);
  }
  const figure = (value: number) => String(Math.round(value * 100) / 100);
  assert.ok(svg.includes(`<circle cx="${figure(x.toPixel(70_000))}" cy="${figure(y.toPixel(14e6))}" r="6.5"`));
});

test("an empty chart says so", () => {
  for (const columns of [[], [columnOf(0, 1000, [])]]) {
    assert.ok(
      textsOf(svgOf((surface) => drawHeat(surface, BOX, chartOf({ columns, lines: ["max", "p50"] })))).includes(
        "nothing recorded",
      ),
    );
  }
});

test("columns that are not known yet are being decoded, and are not empty", () => {
  const texts = textsOf(svgOf((surface) => drawHeat(surface, BOX, chartOf({ loading: true, columns: columnsOf(5, 5) }))));
  assert.ok(texts.includes("decoding…") && !texts.includes("nothing recorded"));
});

test("nothing is drawn in the warm-up", () => {
  const clips = (chart: Partial<HeatChart>): readonly number[] => {
    const columns = [columnOf(0, 5000, [100]), columnOf(5000, 10_000, [100])];
    const svg = svgOf((surface) => drawHeat(surface, BOX, chartOf({ columns, lines: ["p50"], ...chart })), BOX.width, BOX.height);
    return [...svg.matchAll(/<clipPath[^>]*><rect x="([\d.]+)"/g)].map((match) => Number(match[1]));
  };
  const surface = new SvgSurface(BOX.width, BOX.height, light);
  const { x, plot } = drawHeat(surface, BOX, chartOf({ columns: [columnOf(0, 5000, [100])] }));
  const edge = Math.round(100 * x.toPixel(5000)) / 100;
  assert.ok(!clips({}).includes(edge));
  const within = clips({ phases: { start: null, warmup: { from: 0, to: 5000 } } });
  assert.equal(within.filter((left) => left === edge).length, 3, `cells, lines and marks: ${within.join()}, and the plot begins at ${plot.x}`);
});

test("lines join fine columns until they have enough values, but not over a pause", () => {
  const columns = Array.from({ length: 100 }, (_, i) => columnOf(10 * i, 10 * (i + 1), [100, 100, 100, 100, 200]))
    .filter(({ from }) => from < 300 || from >= 330);
  const pointsOf = (fine: boolean): readonly number[] => {
    const svg = svgOf((surface) => drawHeat(surface, BOX, chartOf({ span: { from: 0, to: 1000 }, columns, fine, lines: ["p50"] })));
    const lines = /<title>p50<\/title>([\s\S]*?)<\/g>/.exec(svg)?.[1] ?? "";
    return [...lines.matchAll(/d="([^"]*)"[^>]*stroke-width="2.25"/g)].map((match) => (match[1] ?? "").split("L").length);
  };
  assert.equal(pointsOf(false).length, 2, "a line before the pause and one after it");
  const joined = pointsOf(true);
  assert.equal(joined.length, 2, "and so with joined columns");
  assert.ok((joined[0] ?? 0) < (pointsOf(false)[0] ?? 0), "which are fewer");
});

test("invalid input draws no invalid shapes", () => {
  const odd = [NaN, Infinity, -Infinity, 0, -1, 1e300];
  const columns = [
    columnOf(0, 1000, [0]),
    columnOf(1000, 1000, [1]),
    columnOf(2000, NaN, [4e15]),
    columnOf(3000, 4000, []),
  ];
  for (const value of odd) {
    const chart = chartOf({
      columns,
      unit: value,
      lines: ["max", "p99.9", "p99", "p50"],
      brush: { from: value, to: 5 },
      pointed: value,
      marks: [
        { at: 5000, value, lit: true },
        { at: value, value: 5, lit: false },
      ],
    });
    svgOf((surface) => drawHeat(surface, BOX, chart));
    svgOf((surface) =>
      drawHeat(surface, { x: 0, y: 0, width: 1, height: 1 }, { ...chart, unit: 1, span: { from: value, to: value } }),
    );
  }
});

test("the figures at a moment are those of the column that contains it", () => {
  const columns = [columnOf(0, 1000, [100, 100, 5000]), columnOf(1000, 2000, []), columnOf(2000, 2100, [7])];
  assert.deepEqual(figuresAt(columns, 999, 1000, "auto"), ["0 s to 1 s: 3 values", "p50 100 µs, p99 5.00 ms, max 5.00 ms"]);
  assert.deepEqual(figuresAt(columns, 2000, 1000, "ms"), ["2 s to 2.1 s: 1 value", "p50 0.00700 ms, p99 0.00700 ms, max 0.00700 ms"]);
  for (const nothing of [-1, 1000, 1500, 2100]) {
    assert.equal(figuresAt(columns, nothing, 1000, "auto"), null);
  }
});
