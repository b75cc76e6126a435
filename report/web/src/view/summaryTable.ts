// The table of the summary, computed from histograms, independent of the DOM.

import type { Histogram } from "../data/histogram.ts";
import type { SourceDocument, TagInfo } from "../data/model.ts";
import { mergeHistograms } from "../data/mergeHistograms.ts";
import { countCell, NO_CELL, timeCell } from "./figures.ts";
import type { UnitChoice } from "./state.ts";
import type { TableCell, TableModel, TableRow } from "./table.ts";
import { headline, inOrder, isJourney, isMain, nameOf, visible } from "./tags.ts";

const MEASURES = ["response", "service", "wait"] as const;

export const PERCENTILES = [50, 90, 99, 99.9, 99.99] as const;

export type Histograms = ReadonlyMap<string, Histogram>;

/** The tags with a row: those of completed operations, or all others. Machines of a fleet have a table of their own. */
export function rowsOf(document: SourceDocument, which: "main" | "others"): readonly TagInfo[] {
  const main = document.tags.filter(isMain);
  if (which === "others") {
    return document.tags.filter((info) => !main.includes(info) && info.machine === undefined);
  }
  const names = [...new Set(main.map((info) => info.operation))];
  return names.flatMap((name) =>
    inOrder(main.filter((info) => info.operation === name), headline(document)));
}

/** The tags of an operation's failures and timeouts, which are counted beside its row. */
export function errorTags(document: SourceDocument, operation: string | undefined): readonly TagInfo[] {
  return document.tags.filter((info) =>
    info.operation === operation && info.operation !== undefined && info.warmup !== true &&
    info.measure === headline(document) && (info.outcome === "failed" || info.outcome === "timed_out"));
}

/**
 * The table of a side.
 *
 * @param histograms those of `infos`, and of their error tags; only with error tags there is a column of errors
 */
export function summaryTable(
  caption: string,
  document: SourceDocument,
  infos: readonly TagInfo[],
  histograms: Histograms,
  unit: UnitChoice,
): TableModel {
  const scale = document.unit ?? 1;
  const errors = errorsOf(document, infos, histograms);
  const columns = ["mean", ...PERCENTILES.map((percentile) => `p${percentile}`), "max"];
  return {
    caption,
    groups: "operation",
    columns: [
      { title: "" , csv: "measure" },
      { title: "count" },
      ...(errors === null ? [] : [{ title: "errors", hint: "failed and timed out; their times are below, under other histograms" }]),
      ...columns.map((title) => ({ title, csv: `${title} (ns)` })),
    ],
    rows: [
      ...infos.map((info) => row(document, info, histograms.get(info.tag), errors, scale, unit)),
      ...totals(document, infos, histograms, errors, scale, unit),
    ],
  };
}

/** The number of errors of each operation; null if there are no error tags. */
type Errors = ReadonlyMap<string, number> | null;

function errorsOf(document: SourceDocument, infos: readonly TagInfo[], histograms: Histograms): Errors {
  const names = new Set(infos.filter(isMain).map((info) => info.operation ?? ""));
  const counts = [...names].map((name) => [name, errorTags(document, name)] as const);
  const sum = (tags: readonly TagInfo[]): number => tags.reduce((all, { tag }) => all + (histograms.get(tag)?.total ?? 0), 0);
  return counts.every(([, tags]) => tags.length === 0) ? null : new Map(counts.map(([name, tags]) => [name, sum(tags)]));
}

/** The total over several operations: their histograms are merged; percentiles are not averaged. */
function totals(
  document: SourceDocument,
  infos: readonly TagInfo[],
  histograms: Histograms,
  errors: Errors,
  scale: number,
  unit: UnitChoice,
): readonly TableRow[] {
  const main = infos.filter((info) => isMain(info) && info.operation !== undefined && !isJourney(document, info));
  if (new Set(main.map((info) => info.operation)).size < 2) {
    return [];
  }
  return MEASURES.flatMap((measure): readonly TableRow[] => {
    const of = main.filter((info) => info.measure === measure).map((info) => histograms.get(info.tag)).filter((each) => each !== undefined);
    const total = { group: "all operations", head: { text: measure }, strong: measure === headline(document) };
    const names = new Set(main.map((info) => info.operation));
    const all = errors === null || !total.strong ? null : [...errors].reduce((sum, [name, each]) => sum + (names.has(name) ? each : 0), 0);
    return of.length === 0 ? [] : [{ ...total, cells: cells(mergeHistograms(of), errors === null ? [] : [errorCell(all)], scale, unit) }];
  }).sort((a, b) => Number(b.strong) - Number(a.strong));
}

function row(
  document: SourceDocument,
  info: TagInfo,
  histogram: Histogram | undefined,
  errors: Errors,
  scale: number,
  unit: UnitChoice,
): TableRow {
  const grouped = isMain(info) && info.operation !== undefined;
  const strong = grouped && info.measure === headline(document);
  const own = errors === null ? [] : [errorCell(strong ? (errors.get(info.operation ?? "") ?? 0) : null)];
  const name = grouped ? (info.measure ?? info.tag) : nameOf(info);
  return {
    ...(grouped ? { group: visible(info.operation ?? "") } : {}),
    head: { text: name },
    cells: histogram === undefined ? [] : cells(histogram, own, scale, unit),
    strong,
  };
}

/** The cells of a histogram; an empty one has no values, not even 0. */
function cells(histogram: Histogram, errors: readonly TableCell[], scale: number, unit: UnitChoice): readonly TableCell[] {
  const known = histogram.total > 0;
  const values = [histogram.mean, ...PERCENTILES.map((each) => histogram.valueAt(each)), histogram.max];
  return [countCell(histogram.total), ...errors, ...values.map((value) => timeCell(known ? value * scale : null, unit))];
}

/** The number of errors; nothing in rows that do not have it. */
function errorCell(errors: number | null): TableCell {
  return errors === null ? NO_CELL : { ...countCell(errors), bad: errors > 0 };
}
