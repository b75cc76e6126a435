// Comparison of B with A at each percentile, independent of the DOM.

import { difference, type DifferenceRow } from "../data/bootstrap.ts";
import type { TagInfo } from "../data/model.ts";
import type { DifferenceChart } from "../draw/charts.ts";
import { formatRatio } from "../draw/units.ts";
import { percentileName, timeCell } from "./figures.ts";
import type { Side } from "./sides.ts";
import type { Shown, UnitChoice } from "./state.ts";
import type { TableCell, TableModel } from "./table.ts";
import { chosenTags, nameOf } from "./tags.ts";

const PERCENTILES = [50, 90, 99, 99.9] as const;
const MAX_PAIRS = 4;

/** A common tag of both sides, and their differences. Times are in nanoseconds. */
export interface Compared {
  readonly info: TagInfo;
  readonly rows: readonly DifferenceRow[];
}

/** The common tags of both sides. */
export function pairs(a: Side, b: Side, shown: Shown): readonly TagInfo[] {
  const of = new Set(chosenTags(b.source.document, shown).map((info) => info.tag));
  return chosenTags(a.source.document, shown).filter((info) => of.has(info.tag)).slice(0, MAX_PAIRS);
}

export async function compared(a: Side, b: Side, info: TagInfo): Promise<Compared> {
  const rows = await difference({ ...a, tag: info.tag }, { ...b, tag: info.tag }, PERCENTILES);
  return { info, rows: rows.map((row) => inNanos(row, a.source.document.unit ?? 1, b.source.document.unit ?? 1)) };
}

/** Converts values to nanoseconds, as the two logs can have different units. */
function inNanos(row: DifferenceRow, unitA: number, unitB: number): DifferenceRow {
  const factor = unitB / unitA;
  const [ratio, low, high] = [row.ratio * factor, row.low * factor, row.high * factor];
  const differs = factor === 1 ? row.differs : low > 1 || high < 1;
  return { ...row, a: row.a * unitA, b: row.b * unitB, ratio, low, high, differs };
}

export function differenceChart({ rows }: Compared): DifferenceChart {
  return { rows: rows.map(({ percentile, ratio, low, high }) => ({ percentile, ratio, low, high })) };
}

export function differenceTable({ info, rows }: Compared, unit: UnitChoice): TableModel {
  return {
    caption: `${nameOf(info)}: B against A`,
    columns: [
      { title: "percentile" },
      { title: "A", csv: "A (ns)" },
      { title: "B", csv: "B (ns)" },
      { title: "B / A", csv: "ratio" },
      { title: "from", over: "95 % confidence", csv: "ratio, low" },
      { title: "to", over: "95 % confidence", csv: "ratio, high" },
      { title: "verdict", text: true },
    ],
    rows: rows.map((row) => ({
      head: { text: percentileName(row.percentile) },
      cells: [
        timeCell(Number.isFinite(row.a) ? row.a : null, unit),
        timeCell(Number.isFinite(row.b) ? row.b : null, unit),
        ratioCell(row.ratio),
        ratioCell(row.low),
        ratioCell(row.high),
        { text: verdict(row) },
      ],
      strong: row.differs,
    })),
  };
}

function ratioCell(ratio: number): TableCell {
  return Number.isFinite(ratio) ? { text: formatRatio(ratio), value: ratio } : { text: "–", value: null };
}

function verdict(row: DifferenceRow): string {
  if (row.insufficient !== null) {
    return row.insufficient;
  }
  return row.differs ? (row.ratio > 1 ? "B is slower" : "B is faster") : "no significant difference";
}
