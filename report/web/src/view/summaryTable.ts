// The table of the summary, computed from histograms, independent of the DOM.

import type { Histogram } from "../data/histogram.ts";
import type { SourceDocument, TagInfo } from "../data/model.ts";
import { mergeHistograms } from "../data/mergeHistograms.ts";
import { countCell, timeCell } from "./figures.ts";
import type { UnitChoice } from "./state.ts";
import type { TableCell, TableModel, TableRow } from "./table.ts";
import { headline, inOrder, isMain, nameOf, visible } from "./tags.ts";

const MEASURES = ["response", "service", "wait"] as const;

export const PERCENTILES = [50, 90, 99, 99.9, 99.99] as const;

export type Histograms = ReadonlyMap<string, Histogram>;

/** The tags with a row: those of completed operations, or all others. */
export function rowsOf(document: SourceDocument, which: "main" | "others"): readonly TagInfo[] {
  const main = document.tags.filter(isMain);
  if (which === "others") {
    return document.tags.filter((info) => !main.includes(info));
  }
  const names = [...new Set(main.map((info) => info.operation))];
  return names.flatMap((name) =>
    inOrder(main.filter((info) => info.operation === name), headline(document)));
}

export function summaryTable(
  caption: string,
  document: SourceDocument,
  infos: readonly TagInfo[],
  histograms: Histograms,
  unit: UnitChoice,
): TableModel {
  const scale = document.unit ?? 1;
  const columns = ["mean", ...PERCENTILES.map((percentile) => `p${percentile}`), "max"];
  return {
    caption,
    groups: "operation",
    columns: [
      { title: "" , csv: "measure" },
      { title: "count" },
      ...columns.map((title) => ({ title, csv: `${title} (ns)` })),
    ],
    rows: [
      ...infos.map((info) => row(document, info, histograms.get(info.tag), scale, unit)),
      ...totals(document, infos, histograms, scale, unit),
    ],
  };
}

/** The total over several operations: their histograms are merged; percentiles are not averaged. */
function totals(
  document: SourceDocument,
  infos: readonly TagInfo[],
  histograms: Histograms,
  scale: number,
  unit: UnitChoice,
): readonly TableRow[] {
  const main = infos.filter((info) => isMain(info) && info.operation !== undefined);
  if (new Set(main.map((info) => info.operation)).size < 2) {
    return [];
  }
  return MEASURES.flatMap((measure): readonly TableRow[] => {
    const of = main.filter((info) => info.measure === measure).map((info) => histograms.get(info.tag)).filter((each) => each !== undefined);
    const total = { group: "all operations", head: { text: measure }, strong: measure === headline(document) };
    return of.length === 0 ? [] : [{ ...total, cells: cells(mergeHistograms(of), scale, unit) }];
  }).sort((a, b) => Number(b.strong) - Number(a.strong));
}

function row(
  document: SourceDocument,
  info: TagInfo,
  histogram: Histogram | undefined,
  scale: number,
  unit: UnitChoice,
): TableRow {
  const grouped = isMain(info) && info.operation !== undefined;
  const name = grouped ? (info.measure ?? info.tag) : nameOf(info);
  return {
    ...(grouped ? { group: visible(info.operation ?? "") } : {}),
    head: { text: name },
    cells: histogram === undefined ? [] : cells(histogram, scale, unit),
    strong: grouped && info.measure === headline(document),
  };
}

/** The cells of a histogram; an empty one has no values, not even 0. */
function cells(histogram: Histogram, scale: number, unit: UnitChoice): readonly TableCell[] {
  const known = histogram.total > 0;
  const values = [histogram.mean, ...PERCENTILES.map((each) => histogram.valueAt(each)), histogram.max];
  return [countCell(histogram.total), ...values.map((value) => timeCell(known ? value * scale : null, unit))];
}
