import type { Column } from "../data/source.ts";
import { countCell, plural, rate, time, timeCell } from "./figures.ts";
import { inWords, lengthOf, seconds } from "./spans.ts";
import type { UnitChoice } from "./state.ts";
import type { TableModel } from "./table.ts";

/** The map's percentile lines as a table. */
export function heatTable(columns: readonly Column[], scale: number, unit: UnitChoice): TableModel {
  return {
    caption: "Percentiles over time",
    columns: [
      { title: "from (s)" },
      { title: "to (s)" },
      { title: "count" },
      { title: "rate", csv: "rate (1/s)" },
      ...["p50", "p99", "p99.9", "max"].map((title) => ({ title, csv: `${title} (ns)` })),
    ],
    rows: columns.map((column) => {
      const { histogram } = column;
      const perSecond = lengthOf(column) > 0 ? (1000 * histogram.total) / lengthOf(column) : 0;
      const values = [histogram.valueAt(50), histogram.valueAt(99), histogram.valueAt(99.9), histogram.max];
      return {
        head: { text: seconds(column.from), value: column.from / 1000 },
        cells: [
          { text: seconds(column.to), value: column.to / 1000 },
          countCell(histogram.total),
          { text: rate(perSecond), value: perSecond },
          ...values.map((value) => timeCell(histogram.total === 0 ? null : value * scale, unit)),
        ],
      };
    }),
  };
}

/** The figures of the column at a moment, as lines of text; null where nothing was recorded. */
export function figuresAt(columns: readonly Column[], moment: number, scale: number, unit: UnitChoice): readonly string[] | null {
  const column = columns.find(({ from, to, histogram }) => from <= moment && moment < to && histogram.total > 0);
  if (column === undefined) {
    return null;
  }
  const { histogram } = column;
  const of = (value: number): string => time(value * scale, unit);
  return [
    `${inWords(column)}: ${plural(histogram.total, "value")}`,
    `p50 ${of(histogram.valueAt(50))}, p99 ${of(histogram.valueAt(99))}, max ${of(histogram.max)}`,
  ];
}
