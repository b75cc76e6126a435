// The ranking of causes as a table, independent of the DOM.

import type { CauseSums } from "../data/causeSums.ts";
import type { CauseRow, Explanation } from "../data/model.ts";
import { count, countCell, NO_CELL, share, time, timeCell } from "./figures.ts";
import type { UnitChoice } from "./state.ts";
import type { Child } from "./dom.ts";
import type { TableCell, TableModel, TableRow } from "./table.ts";
import { visible } from "./tags.ts";

export const CERTAINTIES: Readonly<Record<CauseRow["certainty"], readonly [word: string, why: string]>> = {
  exact: ["exact", "the affected operations are known"],
  matched: ["~ by time", "operations are matched by time only"],
  vague: ["? vague", "sampled, or inferred from the effect"],
  model: ["~ model", "computed from the schedule and the connections"],
};

/** Tooltips that explain the columns. */
export const HINTS = {
  stalls: "the number of its stalls",
  begun: "the number of its stalls that began in the span",
  touched: "the number of operations that were delayed by it, during a stall or by the backlog after it",
  lost: "the time that it added to these operations beyond their normal time",
  share: "its share of the slow time: the time that slow operations took beyond normal",
  shareAt: "its share of the excess time of the slowest operations, from this percentile on",
  without: "the percentile without this cause, by replaying the run without its time",
} as const;

export interface RankedCause {
  /** Its index in the explanation. */
  readonly place: number;
  readonly row: CauseRow;
}

/** "GC pause System.gc()", or "stopped: sh on machine-2" if it concerned one machine of a fleet. */
export function causeTitle({ text, machine }: CauseRow): string {
  return machine === undefined ? visible(text) : `${visible(text)} on ${visible(machine)}`;
}

/** The causes of all sides by their time lost, the largest first. */
export function ranked(explanation: Explanation): readonly RankedCause[] {
  return explanation.causes.map((row, place) => ({ place, row })).sort((a, b) => lost(b.row) - lost(a.row));
}

function lost(row: CauseRow): number {
  return row.direct + row.inherited;
}

/** The causes that are shown first; there can be hundreds if many threads waited for a CPU. */
export const MAX_CAUSES = 5;

/**
 * @param most the maximum number of causes; the others are summed in one row
 * @param before the content before a cause's name: its checkbox and colour
 */
export function causesTable(
  explanation: Explanation,
  unit: UnitChoice,
  most = Infinity,
  before: (cause: RankedCause) => Child = () => null,
): TableModel {
  const causes = ranked(explanation);
  const row = (cause: RankedCause): TableRow => causeRow(explanation, cause, unit, before);
  const sums = (rest: readonly RankedCause[]): readonly TableCell[] => othersCells(explanation, rest, unit);
  return {
    caption: "Causes by their share of the slow time",
    columns: [
      { title: "cause" },
      { title: "side", text: true },
      { title: "share", csv: "share of the slow time", hint: HINTS.share },
      { title: "time lost", csv: "time lost (ns)", hint: HINTS.lost },
      { title: "stalls", hint: HINTS.stalls },
      { title: "touched", csv: "operations touched", hint: HINTS.touched },
      { title: "p99", over: "share from", csv: "share of p99 excess", hint: HINTS.shareAt },
      { title: "p99.9", over: "share from", csv: "share of p99.9 excess", hint: HINTS.shareAt },
      { title: "longest", csv: "longest (ns)" },
      { title: "p99", over: "without it", csv: "p99 without it (ns)", hint: HINTS.without },
      { title: "p99.9", over: "without it", csv: "p99.9 without it (ns)", hint: HINTS.without },
      { title: "certainty", text: true },
    ],
    rows: [...rowsOf(causes, most, row, sums), unexplained(explanation, unit)],
  };
}

/**
 * The rows of the first causes, and one row for all others.
 *
 * @param row creates the row of a cause
 * @param sums creates the cells of the row for all others
 */
export function rowsOf<T extends RankedCause>(
  causes: readonly T[],
  most: number,
  row: (cause: T) => TableRow,
  sums: (rest: readonly T[]) => readonly TableCell[],
): readonly TableRow[] {
  const shown = causes.length > most + 1 ? causes.slice(0, most) : causes;
  const rest = causes.slice(shown.length);
  const others = { head: { text: `and ${rest.length} smaller ones` }, cells: sums(rest), faint: true };
  return [...shown.map(row), ...(rest.length === 0 ? [] : [others])];
}

function othersCells({ excess, excessAtP99, excessAtP999 }: Explanation, rest: readonly RankedCause[], unit: UnitChoice): readonly TableCell[] {
  const sum = (of: (row: CauseRow) => number): number => rest.reduce((total, each) => total + of(each.row), 0);
  return [
    NO_CELL,
    shareCell(sum(lost), excess),
    timeCell(sum(lost), unit),
    NO_CELL,
    NO_CELL,
    shareCell(sum((row) => row.atP99), excessAtP99),
    shareCell(sum((row) => row.atP999), excessAtP999),
    NO_CELL,
    NO_CELL,
    NO_CELL,
    NO_CELL,
  ];
}

function causeRow(
  explanation: Explanation,
  cause: RankedCause,
  unit: UnitChoice,
  before: (cause: RankedCause) => Child,
): TableRow {
  const row = cause.row;
  const [word, why] = CERTAINTIES[row.certainty];
  return {
    head: { text: causeTitle(row), node: before(cause) },
    cells: [
      { text: row.side },
      shareCell(lost(row), explanation.excess),
      timeCell(lost(row), unit),
      row.stalls === 0 ? NO_CELL : countCell(row.stalls),
      countCell(row.touched),
      shareCell(row.atP99, explanation.excessAtP99),
      shareCell(row.atP999, explanation.excessAtP999),
      row.longest === 0 ? NO_CELL : timeCell(row.longest, unit),
      row.without === null ? NO_CELL : timeCell(row.without.p99, unit),
      row.without === null ? NO_CELL : timeCell(row.without.p999, unit),
      { text: word, title: why },
    ],
  };
}

function unexplained({ unexplained: of, excess, excessAtP99, excessAtP999 }: Explanation, unit: UnitChoice): TableRow {
  const nanos = of.waiting + of.service;
  return {
    head: { text: "unexplained" },
    cells: [
      NO_CELL,
      shareCell(nanos, excess),
      timeCell(nanos, unit),
      NO_CELL,
      countCell(of.touched),
      shareCell(of.atP99, excessAtP99),
      shareCell(of.atP999, excessAtP999),
      NO_CELL,
      NO_CELL,
      NO_CELL,
      UNKNOWN,
    ],
  };
}

export const UNKNOWN: TableCell = { text: "unknown" };

export function shareCell(part: number, whole: number): TableCell {
  return { text: share(part, whole), value: whole === 0 ? null : part / whole };
}

/** The sentence above the table. */
export function causesSentence(explanation: Explanation, unit: UnitChoice): string {
  const { slow, operations, excess, measure, p99, p999 } = explanation;
  return slow === 0
    ? `None of ${count(operations)} operations was slow.`
    : `${count(slow)} of ${count(operations)} operations were slow (${time(excess, unit)} of excess); ` +
        `${measure} p99 ${time(p99, unit)}, p99.9 ${time(p999, unit)}.`;
}

/**
 * Conclusions from all causes: the generator's own share, and whether the target is simply too slow.
 *
 * @param part the figures of a span; those of the whole run if absent
 */
export function verdictSentences(
  explanation: Explanation,
  unit: UnitChoice,
  part: Pick<CauseSums, "slow" | "excess" | "unexplained"> | null = null,
): readonly string[] {
  const { withoutGenerator: own, servers = 0 } = explanation;
  const { slow, excess, unexplained: of } = part ?? explanation;
  const sentences: string[] = [];
  if (own !== undefined && own !== null) {
    sentences.push(`${part === null ? "Without" : "In the whole run, without"} the generator's own delays: p99 ${time(own.p99, unit)}, p99.9 ${time(own.p999, unit)}.`);
  }
  if (slow > 0 && of.waiting > excess / 2) {
    const all = servers === 0 ? "all" : `all ${servers}`;
    sentences.push(`Most of the time, ${all} connections were busy without a stall: the target is slower than the schedule requires.`);
  }
  return sentences;
}
