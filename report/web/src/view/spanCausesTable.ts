// The ranking of causes in a span as a table, independent of the DOM.

import type { CauseSum, CauseSums } from "../data/causeSums.ts";
import type { Explanation } from "../data/model.ts";
import { causeTitle, CERTAINTIES, HINTS, ranked, rowsOf, shareCell, UNKNOWN, type RankedCause } from "./causesTable.ts";
import type { Child } from "./dom.ts";
import { count, countCell, NO_CELL, plural, time, timeCell } from "./figures.ts";
import type { UnitChoice } from "./state.ts";
import type { TableCell, TableModel, TableRow } from "./table.ts";

const THERE = "in the span";
const WHOLE_RUN = "without it, whole run";

/** A cause with its figures in the span. */
interface Within extends RankedCause {
  readonly sum: CauseSum;
}

/**
 * Causes by the time lost in a span. The percentiles without a cause are available only for the whole run, as the heading
 * says.
 *
 * @param kept indices of causes that have a row even without figures in the span
 * @param most the maximum number of causes; the others are summed in one row
 * @param before the content before a cause's name
 */
export function spanCausesTable(
  explanation: Explanation,
  sums: CauseSums,
  unit: UnitChoice,
  kept: readonly number[] = [],
  most = Infinity,
  before: (cause: RankedCause) => Child = () => null,
): TableModel {
  const all = rankedWithin(explanation, sums, kept);
  const row = (cause: Within): TableRow => causeRow(cause, sums, unit, before);
  const others = (rest: readonly Within[]): readonly TableCell[] => othersCells(rest, sums, unit);
  return {
    caption: "Causes by their share of the slow time in the span",
    columns: [
      { title: "cause" },
      { title: "side", text: true },
      { title: "share", over: THERE, csv: "share of the slow time in the span", hint: HINTS.share },
      { title: "time lost", over: THERE, csv: "time lost in the span (ns)", hint: HINTS.lost },
      { title: "stalls", over: THERE, csv: "stalls in the span", hint: HINTS.begun },
      { title: "touched", over: THERE, csv: "operations touched in the span", hint: HINTS.touched },
      { title: "longest", over: THERE, csv: "longest in the span (ns)" },
      { title: "p99", over: WHOLE_RUN, csv: "p99 of the whole run without it (ns)", hint: HINTS.without },
      { title: "p99.9", over: WHOLE_RUN, csv: "p99.9 of the whole run without it (ns)", hint: HINTS.without },
      { title: "certainty", text: true },
    ],
    rows: [...rowsOf(all, most, row, others), unexplained(sums, unit)],
  };
}

/** The number of causes with a row: those with time lost, or with a stall that began in the span. */
export function countWithin(explanation: Explanation, sums: CauseSums, kept: readonly number[]): number {
  return rankedWithin(explanation, sums, kept).length;
}

/** The causes by their time lost in the span, the largest first. */
function rankedWithin(explanation: Explanation, sums: CauseSums, kept: readonly number[]): readonly Within[] {
  return ranked(explanation)
    .flatMap((cause): readonly Within[] => {
      const sum = sums.causes[cause.place];
      const isThere = sum !== undefined && (sum.nanos > 0 || sum.stalls > 0 || kept.includes(cause.place));
      return isThere ? [{ ...cause, sum }] : [];
    })
    .sort((a, b) => b.sum.nanos - a.sum.nanos);
}

function causeRow(cause: Within, sums: CauseSums, unit: UnitChoice, before: (cause: RankedCause) => Child): TableRow {
  const { row, sum } = cause;
  const [word, why] = CERTAINTIES[row.certainty];
  return {
    head: { text: causeTitle(row), node: before(cause) },
    cells: [
      { text: row.side },
      shareCell(sum.nanos, sums.excess),
      timeCell(sum.nanos, unit),
      row.stalls === 0 ? NO_CELL : countCell(sum.stalls),
      countCell(sum.touched),
      sum.longest === 0 ? NO_CELL : timeCell(sum.longest, unit),
      row.without === null ? NO_CELL : timeCell(row.without.p99, unit),
      row.without === null ? NO_CELL : timeCell(row.without.p999, unit),
      { text: word, title: why },
    ],
    faint: sum.nanos === 0,
  };
}

function othersCells(rest: readonly Within[], { excess }: CauseSums, unit: UnitChoice): readonly TableCell[] {
  const nanos = rest.reduce((sum, each) => sum + each.sum.nanos, 0);
  return [NO_CELL, shareCell(nanos, excess), timeCell(nanos, unit), NO_CELL, NO_CELL, NO_CELL, NO_CELL, NO_CELL, NO_CELL];
}

function unexplained({ unexplained: of, excess }: CauseSums, unit: UnitChoice): TableRow {
  const nanos = of.waiting + of.service;
  return {
    head: { text: "unexplained" },
    cells: [NO_CELL, shareCell(nanos, excess), timeCell(nanos, unit), NO_CELL, countCell(of.touched), NO_CELL, NO_CELL, NO_CELL, UNKNOWN],
  };
}

/** The sentence above the table: the number of operations and their excess. */
export function spanSentence(sums: CauseSums, span: string, unit: UnitChoice): string {
  const { operations, slow, excess } = sums;
  if (operations === 0) {
    return `No operation of the measured part ended in ${span}.`;
  }
  const ended = `${plural(operations, "operation")} that ended in ${span}`;
  return slow === 0
    ? `None of the ${ended} was slow.`
    : `${count(slow)} of the ${ended} ${slow === 1 ? "was" : "were"} slow (${time(excess, unit)} of excess).`;
}
