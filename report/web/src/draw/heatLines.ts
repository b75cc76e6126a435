import type { Histogram } from "../data/histogram.ts";
import type { Column } from "../data/source.ts";
import type { Box, HeatChart, Scale } from "./charts.ts";
import type { Surface } from "./paint.ts";
import { spread } from "./spread.ts";
import { SMALL } from "./text.ts";

type LineName = HeatChart["lines"][number];

interface Style {
  readonly width: number;
  readonly dash: readonly number[];
  /** Whether the line lies within dense cells, and so needs an outline. */
  readonly isInside: boolean;
  readonly valueOf: (histogram: Histogram) => number;
}

const STYLES: Readonly<Record<LineName, Style>> = {
  max: { width: 1, dash: [], isInside: false, valueOf: (histogram) => histogram.max },
  "p99.9": { width: 1.5, dash: [2, 3], isInside: false, valueOf: (histogram) => histogram.valueAt(99.9) },
  p99: { width: 1.5, dash: [7, 3], isInside: true, valueOf: (histogram) => histogram.valueAt(99) },
  p50: { width: 2.25, dash: [], isInside: true, valueOf: (histogram) => histogram.valueAt(50) },
};
const HALO = 2.5;
const WIDE_COLUMN = 6;
const LABEL_ROW = 13;
const HALF_DIGIT = 4.3;
const GAP = 1.2;

/** Draws percentiles over time, distinguished by dashes and by the names at their right ends. */
export function drawLines(surface: Surface, plot: Box, chart: HeatChart, x: Scale, y: Scale): void {
  const lines = chart.lines.map((name) => ({
    name,
    parts: partsOf(chart.columns, STYLES[name].valueOf, chart.unit, x, y),
  }));
  const { theme } = surface;
  surface.clip(plot, () => {
    for (const { name, parts } of lines) {
      const { width, dash, isInside } = STYLES[name];
      surface.group(name, () => {
        const halos = isInside ? parts : [];
        halos.forEach((part) => surface.polyline(part, { colour: theme.paper, width: width + HALO, opacity: 0.75 }));
        parts.forEach((part) => surface.polyline(part, { colour: theme.ink, width, dash }));
      });
    }
  });
  const ends = lines.flatMap(({ name, parts }) => {
    const height = parts.at(-1)?.at(-1);
    return height === undefined ? [] : [{ name, height }];
  });
  const heights = spread(
    ends.map((each) => each.height),
    LABEL_ROW,
    plot.y + 4,
    plot.y + plot.height - 4,
  );
  ends.forEach(({ name, height }, index) => {
    const at = heights[index] ?? height;
    const right = plot.x + plot.width;
    surface.line(right + 1, height, right + 7, at, { colour: theme.softInk, width: 1 });
    surface.text(right + 9, at + HALF_DIGIT, name, { size: SMALL, colour: theme.ink });
  });
}

/** Splits a line where nothing was recorded. */
function partsOf(
  columns: readonly Column[],
  valueOf: (histogram: Histogram) => number,
  unit: number,
  x: Scale,
  y: Scale,
): readonly (readonly number[])[] {
  const parts: number[][] = [];
  let before: Column | null = null;
  for (const column of columns) {
    if (column.histogram.total === 0) {
      continue;
    }
    const isJoined = before !== null && column.from - before.to < (GAP - 1) * (column.to - column.from);
    const part: number[] = isJoined ? (parts.at(-1) ?? []) : [];
    if (!isJoined) {
      parts.push(part);
    }
    const [left, right] = [x.toPixel(column.from), x.toPixel(column.to)];
    const height = y.toPixel(valueOf(column.histogram) * unit);
    if (right - left >= WIDE_COLUMN || !isJoined) {
      part.push(left, height, right, height);
    } else {
      part.push((left + right) / 2, height);
    }
    before = column;
  }
  return parts;
}
