// Draws every chart with made-up data, as large as the window: to be looked at.

import { drawBreakdown } from "../../src/draw/breakdown.ts";
import { CanvasSurface, sizeCanvas } from "../../src/draw/canvas.ts";
import { differenceHeight, drawDifference } from "../../src/draw/difference.ts";
import { drawHeat } from "../../src/draw/heat.ts";
import { localClock } from "../../src/draw/moments.ts";
import type { Draw } from "../../src/draw/png.ts";
import { toSvg } from "../../src/draw/png.ts";
import { drawSpectrum } from "../../src/draw/spectrum.ts";
import { dark, light, print } from "../../src/draw/theme.ts";
import { drawTimeline, timelineHeight } from "../../src/draw/timeline.ts";
import { columnsOf, heatChart, spectrumChart, timelineChart } from "../samples.ts";

const asked = new URLSearchParams(location.search);
const theme = asked.get("theme") === "dark" ? dark : asked.get("theme") === "print" ? print : light;
const asSvg = asked.get("as") === "svg";
const width = document.documentElement.clientWidth - 32;

document.body.style.margin = "16px";
document.body.style.background = theme.paper;
document.body.style.color = theme.ink;
document.body.style.font = "13px system-ui";

function show(name: string, height: number, draw: Draw): void {
  const heading = document.createElement("h3");
  heading.textContent = name;
  document.body.append(heading);
  if (asSvg) {
    const image = document.createElement("img");
    image.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(toSvg(draw, width, height, theme, name));
    document.body.append(image);
    return;
  }
  const canvas = document.createElement("canvas");
  sizeCanvas(canvas, width, height, devicePixelRatio);
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  canvas.style.display = "block";
  document.body.append(canvas);
  draw(new CanvasSurface(canvas, devicePixelRatio, theme));
}

const box = (height: number) => ({ x: 0, y: 0, width, height });
const columns = columnsOf(600, 500);
const heat = heatChart(columns);
const spectrum = spectrumChart();
const timeline = timelineChart();
const clock = localClock(Date.UTC(2025, 4, 17, 10, 59, 20));

show("Spectrum", 420, (s) => drawSpectrum(s, box(420), spectrum));
show("Spectrum, pointed at", 420, (s) => drawSpectrum(s, box(420), { ...spectrum, sla: [], pointed: 0.9992 }));
show("Heat map", 340, (s) => drawHeat(s, box(340), heat));
const high = timelineHeight(timeline, width);
show("Timeline", high, (s) => drawTimeline(s, box(high), timeline));
const brush = { from: 48_000, to: 75_000 };
show("Heat map with a brush, on the wall clock", 300, (s) =>
  drawHeat(s, box(300), { ...heat, brush, pointed: 60_321.5 }, { clock, unit: "µs" }),
);
show("Timeline with a brush", high, (s) =>
  drawTimeline(s, box(high), { ...timeline, brush, pointed: 60_321.5 }, { clock }),
);
const near = {
  ...heat,
  span: { from: 52_000, to: 58_000 },
  columns: columnsOf(600, 500).filter((each) => each.from >= 52_000 && each.from < 58_000),
};
show("Heat map, near", 300, (s) => drawHeat(s, box(300), near));
show("Spectrum, linear", 340, (s) => drawSpectrum(s, box(340), { ...spectrum, logValues: false, sla: [] }));
const bars = [
  {
    total: 1300e6,
    parts: [
      { nanos: 1100e6, colour: 1, hatched: false },
      { nanos: 80e6, colour: 1, hatched: true },
      { nanos: 50e6, colour: 3, hatched: false },
    ],
  },
  {
    total: 700e6,
    parts: [
      { nanos: 300e6, colour: 4, hatched: false },
      { nanos: 300e6, colour: 2, hatched: true },
    ],
  },
  { total: 90e6, parts: [] },
];
show("Breakdown", 80, (s) =>
  bars.forEach((bar, i) =>
    drawBreakdown(s, { x: 0, y: 4 + i * 26, width: Math.min(width, 500), height: 18 }, bar, { most: 1300e6 }),
  ),
);
const difference = {
  rows: [
    { percentile: 50, ratio: 1.02, low: 0.99, high: 1.05 },
    { percentile: 90, ratio: 1.08, low: 1.03, high: 1.12 },
    { percentile: 99, ratio: 1.42, low: 1.2, high: 1.7 },
    { percentile: 99.9, ratio: 0.8, low: 0.7, high: 0.93 },
    { percentile: 100, ratio: 1.9, low: 0.6, high: 3.4 },
  ],
};
const differs = differenceHeight(difference);
show("Difference", differs, (s) => drawDifference(s, box(differs), difference));
show("Nothing: spectrum", 200, (s) =>
  drawSpectrum(s, box(200), { series: [], sla: [], pointed: null, logValues: true }),
);
show("Nothing: heat map", 200, (s) => drawHeat(s, box(200), { ...heat, columns: [], marks: [] }));
show("Nothing: timeline", 200, (s) =>
  drawTimeline(s, box(200), { ...timeline, lanes: [], rate: [], intendedRate: null }),
);
show("Nothing: difference", 140, (s) => drawDifference(s, box(140), { rows: [] }));

const canvas = document.createElement("canvas");
sizeCanvas(canvas, 1248, 340, 1);
const millis = (draw: () => void) => {
  const begin = performance.now();
  draw();
  canvas.getContext("2d")?.getImageData(0, 0, 1, 1);
  return performance.now() - begin;
};
const draw = (chart: typeof heat) =>
  drawHeat(new CanvasSurface(canvas, 1, theme), { x: 0, y: 0, width: 1248, height: 340 }, chart);
const first = Array.from({ length: 5 }, () => millis(() => draw({ ...heat, columns: [...columns] })));
const again = Array.from({ length: 20 }, (_, i) => millis(() => draw({ ...heat, pointed: i * 1000 })));
const bare = Array.from({ length: 20 }, (_, i) => millis(() => draw({ ...heat, lines: [], pointed: i * 1000 })));
const median = (times: number[]) => [...times].sort((a, b) => a - b)[times.length >> 1]?.toFixed(1);
const times = document.createElement("p");
times.id = "times";
times.textContent = `A heat map of ${columns.length} columns: ${median(first)} ms counted, ${median(again)} ms drawn again, ${median(bare)} ms without lines`;
document.body.append(times);
