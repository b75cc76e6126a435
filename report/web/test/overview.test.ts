import assert from "node:assert/strict";
import { test } from "node:test";
import { plotMargins } from "../src/draw/frame.ts";
import { drawOverview } from "../src/draw/overview.ts";
import { SvgSurface } from "../src/draw/surface.ts";
import { light } from "../src/draw/theme.ts";
import { slotsOf } from "./samples.ts";
import { assertSound } from "./svgCheck.ts";

const WIDTH = 800;

test("the strip has a bar for each column, and the visible part between two lines", () => {
  const columns = [0, 1000, 2000].map((from) => ({ from, to: from + 1000, histogram: slotsOf(from === 1000 ? [] : [from + 10]) }));
  const surface = new SvgSurface(WIDTH, 32, light);
  const x = drawOverview(surface, { x: 0, y: 0, width: WIDTH, height: 32 }, columns, 1000, { from: 0, to: 4000 }, { from: 1000, to: 3000 });
  const svg = surface.toString();
  assertSound(svg);
  const { left, right } = plotMargins(WIDTH);
  assert.deepEqual([0, 4000].map((moment) => x.toPixel(moment)), [left, WIDTH - right], "as in the pictures below");
  const bars = [...svg.matchAll(/<rect x="([\d.]+)"[^>]*fill="#8c959f"\/>/g)].map((match) => Number(match[1]));
  assert.deepEqual(bars, [x.toPixel(0), x.toPixel(2000)]);
  const edges = [...svg.matchAll(/<[^>]*stroke="#0969da"[^>]*>/g)].map(([edge]) => edge);
  assert.deepEqual(edges.map((edge) => /298|598/.exec(edge)?.[0]), ["298", "598"], "the visible part");
});

test("a strip without data is empty", () => {
  const surface = new SvgSurface(WIDTH, 32, light);
  drawOverview(surface, { x: 0, y: 0, width: WIDTH, height: 32 }, [], 1, { from: 0, to: 0 }, { from: 0, to: 0 });
  assertSound(surface.toString());
});
