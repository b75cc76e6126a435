import { decodeBase64 } from "./base64.ts";
import { HistogramSum } from "./counts.ts";
import type { FineIntervals, Span } from "./model.ts";
import { readPack } from "./pack.ts";
import { Pyramid } from "./pyramid.ts";
import type { Column } from "./source.ts";

/** From this number of intervals per column on, columns are as wide as a multiple of the tree's lowest sums. */
const MANY = 32;
const SUMMED = 16;

/** The operations of a run's trace in columns that are finer than the intervals of its log. */
export class FineColumns {
  private readonly each: number;
  private readonly pyramids = new Map<string, Pyramid>();
  private readonly scratch = new HistogramSum();

  private constructor(each: number) {
    this.each = each;
  }

  static async read({ each, pack }: FineIntervals): Promise<FineColumns> {
    const made = new FineColumns(each);
    const intervals = await readPack(decodeBase64(pack));
    const places: number[][] = intervals.tags.map(() => []);
    for (let i = 0; i < intervals.size; i++) {
      places[intervals.tagIndex(i)]?.push(i);
    }
    intervals.tags.forEach((tag, i) => {
      const pyramid = new Pyramid();
      pyramid.append(intervals, places[i] ?? []);
      made.pyramids.set(tag, pyramid);
    });
    return made;
  }

  /**
   * The columns of a tag that overlap a span, on a grid from the origin; those without an operation are omitted.
   *
   * @param most the maximum number of columns, plus one for a column that begins before the span
   */
  columns(tag: string, span: Span, most: number): readonly Column[] {
    const pyramid = this.pyramids.get(tag);
    const step = this.stepOf(span, most);
    const columns: Column[] = [];
    if (pyramid === undefined || !(span.to > span.from)) {
      return columns;
    }
    const last = Math.ceil(span.to / step);
    for (let cell = Math.floor(span.from / step); cell < last; cell++) {
      const from = pyramid.placeOf(cell * step);
      const to = pyramid.placeOf((cell + 1) * step);
      if (from < to) {
        this.scratch.clear();
        pyramid.addRange(from, to, this.scratch);
        columns.push({ from: cell * step, to: (cell + 1) * step, histogram: this.scratch.toHistogram() });
      }
    }
    return columns;
  }

  private stepOf({ from, to }: Span, most: number): number {
    const times = Math.max(1, Math.ceil((to - from) / this.each / most));
    return this.each * (times > MANY ? Math.ceil(times / SUMMED) * SUMMED : times);
  }
}
