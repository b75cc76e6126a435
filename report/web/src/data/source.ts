import type { Histogram } from "./histogram.ts";
import type { Millis, SourceDocument, Span } from "./model.ts";

/** Intervals of one tag, added up. */
export interface Column extends Span {
  readonly histogram: Histogram;
}

/**
 * Where a view gets its histograms: from a pack in memory, a log that was dropped on the page, or a server.
 *
 * An interval belongs to a span if it begins in it: at its beginning or later and before its end. So spans that
 * touch share no interval and lose none, and sums are those of `takt log summarize --start --end`.
 */
export interface Source {
  readonly document: SourceDocument;

  /** All intervals of a tag that belong to a span, as one histogram; an empty one if there are none. */
  sum(tag: string, span: Span): Promise<Histogram>;

  /**
   * The same, merged onto a grid.
   *
   * @param most how many columns at most; the grid's step is a multiple of the log's usual interval. Columns in
   *     which no interval begins are left out
   */
  columns(tag: string, span: Span, most: number): Promise<readonly Column[]>;

  /** The span that intervals cover which belong to a span: what a brush snaps to. */
  snap(span: Span): Span;

  /** Calls back when more has come in; the answer ends that. */
  onGrowth(listener: () => void): () => void;
}

/** What a moment is on the wall clock, milliseconds since 1970. */
export function wallClock(document: SourceDocument, moment: Millis): number {
  return document.originEpoch + moment;
}

/**
 * Where a span ends that just takes in an interval: what begins at a span's end is not in it, so one without a length
 * needs a millisecond.
 */
export function endWith(begin: Millis, length: Millis): Millis {
  return begin + Math.max(1, length);
}
