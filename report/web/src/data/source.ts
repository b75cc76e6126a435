import type { Histogram } from "./histogram.ts";
import type { Millis, SourceDocument, Span } from "./model.ts";

/** The sum of neighbouring intervals of one tag. */
export interface Column extends Span {
  readonly histogram: Histogram;
}

/**
 * Provides histograms to the views: from a pack in memory, a log dropped on the page, or a server.
 *
 * An interval belongs to a span if it begins in it: at the span's begin or later, and before its end. So adjacent spans
 * share no interval and lose none, and sums equal those of `takt log summarize --start --end`.
 */
export interface Source {
  readonly document: SourceDocument;

  /** All intervals of a tag that belong to a span, as one histogram; an empty one if there are none. */
  sum(tag: string, span: Span): Promise<Histogram>;

  /**
   * The intervals of a tag that belong to a span, merged onto a grid.
   *
   * @param most the maximum number of columns; the grid's step is a multiple of the log's usual interval. Columns
   *     without intervals are omitted
   */
  columns(tag: string, span: Span, most: number): Promise<readonly Column[]>;

  /** The span covered by the intervals that belong to a span; brushes snap to it. */
  snap(span: Span): Span;

  /** Registers a listener for new data; the returned function removes it. */
  onGrowth(listener: () => void): () => void;
}

/** The wall-clock time of a moment, in milliseconds since 1970. */
export function wallClock(document: SourceDocument, moment: Millis): number {
  return document.originEpoch + moment;
}

/**
 * The end of the shortest span that contains an interval. The end of a span is exclusive, so an interval without a
 * length needs a millisecond.
 */
export function endWith(begin: Millis, length: Millis): Millis {
  return begin + Math.max(1, length);
}
