// The time lost to causes in a span: sums over intervals, with the log's rule for which intervals belong to a span.

import type { CauseIntervals, Millis, Nanos, Span } from "./model.ts";

/** The figures of one cause in a span. */
export interface CauseSum {
  /** The number of its stalls that began in the span. */
  readonly stalls: number;
  readonly longest: Nanos;
  /** The number of operations that ended in the span and were delayed by the cause. */
  readonly touched: number;
  readonly nanos: Nanos;
}

/** The time lost in a span, by cause. */
export interface CauseSums {
  /** The span of the summed intervals. */
  readonly span: Span;
  readonly operations: number;
  readonly slow: number;
  /** The sum over all causes and the unexplained time. */
  readonly excess: Nanos;
  /** In the order of the explanation. */
  readonly causes: readonly CauseSum[];
  readonly unexplained: { readonly touched: number; readonly waiting: Nanos; readonly service: Nanos };
}

const CAUSE_ROW = 5;
const UNEXPLAINED_ROW = 4;
const begins = new WeakMap<CauseIntervals, readonly Millis[]>();

/**
 * Sums the intervals that begin in a span. If several of the log's intervals are merged, those that overlap it.
 *
 * @param end of the last interval
 */
export function causeSums(intervals: CauseIntervals, span: Span, end: Millis): CauseSums {
  const edges = beginsOf(intervals);
  const after = firstFrom(edges, span.to);
  const first = firstFrom(edges, span.from);
  const isTouched = intervals.each > 1 && first > 0 && edges[first] !== span.from;
  const from = isTouched ? first - 1 : first;
  const causes = intervals.causes.map((rows) => causeSum(rows, from, after));
  const unexplained = unexplainedSum(intervals.unexplained, from, after);
  const charged = causes.reduce((sum, each) => sum + each.nanos, 0);
  return {
    span: from < after ? { from: edges[from] ?? span.from, to: edges[after] ?? Math.max(end, edges[from] ?? end) } : span,
    operations: total(intervals.operations, from, after),
    slow: total(intervals.slow, from, after),
    excess: charged + unexplained.waiting + unexplained.service,
    causes,
    unexplained,
  };
}

function beginsOf(intervals: CauseIntervals): readonly Millis[] {
  const known = begins.get(intervals);
  if (known !== undefined) {
    return known;
  }
  let at = 0;
  const made = intervals.begins.map((step) => (at += step));
  begins.set(intervals, made);
  return made;
}

/** The first that begins at a time or later. */
function firstFrom(edges: readonly Millis[], moment: Millis): number {
  let low = 0;
  let high = edges.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((edges[middle] ?? 0) < moment) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

function total(numbers: readonly number[], from: number, to: number): number {
  let sum = 0;
  for (let i = from; i < to; i++) {
    sum += numbers[i] ?? 0;
  }
  return sum;
}

/** Calls back for each row of a span, with the index of its figures. */
function visit(rows: readonly number[], width: number, from: number, to: number, each: (at: number) => void): void {
  let interval = 0;
  for (let i = 0; i < rows.length; i += width) {
    interval += rows[i] ?? 0;
    if (interval >= to) {
      return;
    }
    if (interval >= from) {
      each(i + 1);
    }
  }
}

function causeSum(rows: readonly number[], from: number, to: number): CauseSum {
  let [stalls, longest, touched, nanos] = [0, 0, 0, 0];
  visit(rows, CAUSE_ROW, from, to, (at) => {
    stalls += rows[at] ?? 0;
    longest = Math.max(longest, rows[at + 1] ?? 0);
    touched += rows[at + 2] ?? 0;
    nanos += rows[at + 3] ?? 0;
  });
  return { stalls, longest, touched, nanos };
}

function unexplainedSum(rows: readonly number[], from: number, to: number): CauseSums["unexplained"] {
  let [touched, waiting, service] = [0, 0, 0];
  visit(rows, UNEXPLAINED_ROW, from, to, (at) => {
    touched += rows[at] ?? 0;
    waiting += rows[at + 1] ?? 0;
    service += rows[at + 2] ?? 0;
  });
  return { touched, waiting, service };
}
