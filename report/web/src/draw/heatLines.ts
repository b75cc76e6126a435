import type { Histogram } from "../data/histogram.ts";
import { mergeHistograms } from "../data/mergeHistograms.ts";
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
/** Percentiles of fewer values say little, so neighbouring columns are joined until they have as many. */
const MIN_VALUES = 20;
/** In a gap as long as this number of values need on average, nothing was recorded. */
const MAX_GAP_VALUES = 5;

/**
 * Draws percentiles over time, distinguished by dashes and by the names at their right ends.
 *
 * @param measured the part of the plot in which they are drawn
 */
export function drawLines(surface: Surface, plot: Box, measured: Box, chart: HeatChart, x: Scale, y: Scale): void {
  const through = chart.fine === true ? joined(chart.columns) : { columns: chart.columns, maxGap: 0 };
  const lines = chart.lines.map((name) => ({
    name,
    parts: partsOf(through, STYLES[name].valueOf, chart.unit, x, y),
  }));
  const { theme } = surface;
  surface.clip(measured, () => {
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

/** Columns to draw lines through, and the longest gap in milliseconds that a line crosses. */
interface LineColumns {
  readonly columns: readonly Column[];
  readonly maxGap: number;
}

const known = new WeakMap<readonly Column[], LineColumns>();

/** Joins neighbouring columns with few values. */
function joined(columns: readonly Column[]): LineColumns {
  const before = known.get(columns);
  if (before !== undefined) {
    return before;
  }
  const filled = columns.filter((column) => column.histogram.total > 0);
  const total = filled.reduce((sum, column) => sum + column.histogram.total, 0);
  const maxGap = (MAX_GAP_VALUES * ((filled.at(-1)?.to ?? 0) - (filled[0]?.from ?? 0))) / Math.max(1, total);
  const groups: Column[][] = [];
  let values = MIN_VALUES;
  for (const column of filled) {
    const open = groups.at(-1);
    const end = open?.at(-1)?.to ?? -Infinity;
    if (open === undefined || values >= MIN_VALUES || column.from - end > maxGap) {
      groups.push([column]);
      values = 0;
    } else {
      open.push(column);
    }
    values += column.histogram.total;
  }
  const made = { columns: groups.map(sumOf), maxGap };
  known.set(columns, made);
  return made;
}

function sumOf(columns: readonly Column[]): Column {
  const [first, last] = [columns[0], columns.at(-1)];
  if (first === undefined || last === undefined || first === last) {
    return first ?? { from: 0, to: 0, histogram: mergeHistograms([]) };
  }
  return { from: first.from, to: last.to, histogram: mergeHistograms(columns.map((each) => each.histogram)) };
}

/** Splits a line where nothing was recorded. */
function partsOf(
  { columns, maxGap }: LineColumns,
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
    const crossed = Math.max(maxGap, (GAP - 1) * (column.to - column.from));
    const isJoined = before !== null && column.from - before.to < crossed;
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
