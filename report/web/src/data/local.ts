import { HistogramSum } from "./counts.ts";
import type { Histogram } from "./histogram.ts";
import type { Millis, SourceDocument, Span, TagInfo } from "./model.ts";
import type { Pack } from "./pack.ts";
import { Pyramid } from "./pyramid.ts";
import { endWith, type Column, type Source } from "./source.ts";
import { tagInfo } from "./tags.ts";

const LENGTHS = 1000;
const A_SECOND = 1000;
const SUMMED = 16;

/** A source whose intervals are all in memory; more can be appended while it is shown. */
export class LocalSource implements Source {
  private current: SourceDocument;
  private readonly pyramids = new Map<string, Pyramid>();
  private readonly listeners = new Set<() => void>();
  private readonly scratch = new HistogramSum();
  private count = 0;

  /** The pack may be newer than the document, if the source grew between the two requests. */
  constructor(document: SourceDocument, pack: Pack) {
    this.current = document;
    this.append(pack);
  }

  get document(): SourceDocument {
    return this.current;
  }

  /** The number of intervals of all tags, as counted by `pack?after=`. */
  get intervals(): number {
    return this.count;
  }

  /** Appends new intervals. */
  append(pack: Pack): void {
    if (pack.size > 0) {
      this.add(pack);
      this.current = { ...this.current, tags: this.allTags(pack), span: grown(this.current, pack) };
      this.notifyListeners();
    }
  }

  /** Replaces everything, since the files were replaced. */
  replace(document: SourceDocument, pack: Pack): void {
    this.pyramids.clear();
    this.count = 0;
    this.current = document;
    if (pack.size === 0) {
      this.notifyListeners();
    }
    this.append(pack);
  }

  /** Replaces the document, for example when the run has ended. */
  update(document: SourceDocument): void {
    this.current = document;
    this.notifyListeners();
  }

  private notifyListeners(): void {
    [...this.listeners].forEach((listener) => listener());
  }

  private add(pack: Pack): void {
    const intervals: number[][] = pack.tags.map(() => []);
    for (let i = 0; i < pack.size; i++) {
      intervals[pack.tagIndex(i)]?.push(i);
    }
    pack.tags.forEach((tag, i) => {
      const pyramid = this.pyramids.get(tag) ?? new Pyramid();
      this.pyramids.set(tag, pyramid);
      pyramid.append(pack, intervals[i] ?? []);
    });
    this.count += pack.size;
  }

  private allTags(pack: Pack): readonly TagInfo[] {
    const known = new Set(this.current.tags.map(({ tag }) => tag));
    return [...this.current.tags, ...pack.tags.filter((tag) => !known.has(tag)).map(tagInfo)];
  }

  sum(tag: string, span: Span): Promise<Histogram> {
    return Promise.resolve(this.sumNow(tag, span));
  }

  /** As `sum`, synchronously. */
  sumNow(tag: string, span: Span): Histogram {
    this.scratch.clear();
    this.pyramids.get(tag)?.addSpan(span, this.scratch);
    return this.scratch.toHistogram();
  }

  columns(tag: string, span: Span, most: number): Promise<readonly Column[]> {
    const pyramid = this.pyramids.get(tag);
    return Promise.resolve(pyramid === undefined ? [] : this.columnsOf(pyramid, span, most));
  }

  private columnsOf(pyramid: Pyramid, span: Span, most: number): Column[] {
    const edges = edgesOf(pyramid, pyramid.placeOf(span.from), pyramid.placeOf(span.to), most);
    const columns: Column[] = [];
    for (let i = 0; i + 1 < edges.length; i++) {
      const from = edges[i] ?? 0;
      const to = edges[i + 1] ?? 0;
      this.scratch.clear();
      pyramid.addRange(from, to, this.scratch);
      const next = i + 2 < edges.length ? pyramid.begin(to) : Infinity;
      const end = Math.min(latestEnd(pyramid, from, to), next);
      columns.push({ from: pyramid.begin(from), to: end, histogram: this.scratch.toHistogram() });
    }
    return columns;
  }

  /** The pyramids to snap to: hiccups have their own intervals, which begin between those of the operations. */
  private snapped(): Iterable<Pyramid> {
    const groups = new Map(this.document.tags.map((info) => [info.tag, info.group]));
    const latencies = [...this.pyramids].filter(([tag]) => groups.get(tag) !== "hiccups").map(([, pyramid]) => pyramid);
    return latencies.length > 0 ? latencies : this.pyramids.values();
  }

  snap(span: Span): Span {
    let from = Infinity;
    let to = -Infinity;
    let next = Infinity;
    for (const pyramid of this.snapped()) {
      const first = pyramid.placeOf(span.from);
      const after = pyramid.placeOf(span.to);
      if (first < after) {
        from = Math.min(from, pyramid.begin(first));
        to = Math.max(to, latestEnd(pyramid, first, after));
      }
      if (after < pyramid.size) {
        next = Math.min(next, pyramid.begin(after));
      }
    }
    // Intervals of some tools overlap the next one, which must not be in the span too.
    return from <= to ? { from, to: Math.min(to, next) } : { from: span.from, to: span.from };
  }

  onGrowth(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}

/** The span with new intervals. That of a run begins with its schedule: what was recorded before is in no figure. */
function grown({ span, run }: SourceDocument, pack: Pack): Span {
  const earliest = run === undefined ? -Infinity : 0;
  let { from, to } = span;
  if (from === to) {
    from = Infinity;
    to = -Infinity;
  }
  for (let i = 0; i < pack.size; i++) {
    from = Math.min(from, Math.max(earliest, pack.begin(i)));
    to = Math.max(to, endWith(pack.begin(i), pack.length(i)));
  }
  return { from, to };
}

function latestEnd(pyramid: Pyramid, from: number, to: number): Millis {
  let latest = -Infinity;
  for (let i = from; i < to; i++) {
    latest = Math.max(latest, endWith(pyramid.begin(i), pyramid.end(i) - pyramid.begin(i)));
  }
  return latest;
}

/** The first intervals of the columns, as indices, and the end of the last column. */
function edgesOf(pyramid: Pyramid, from: number, to: number, most: number): readonly number[] {
  if (from >= to) {
    return [];
  }
  const single = edges(from, to, (place) => pyramid.begin(place));
  if (single.length - 1 <= most) {
    return single;
  }
  if (most < 3) {
    return [from, to];
  }
  const step = stepOf(pyramid, from, to, most);
  return edges(from, to, (place) => Math.floor(pyramid.begin(place) / step));
}

/** The step of a grid from the origin with at most `most` columns: a multiple of the usual interval. */
function stepOf(pyramid: Pyramid, from: number, to: number, most: number): number {
  const lengths: number[] = [];
  for (let i = from; i < Math.min(to, from + LENGTHS); i++) {
    lengths.push(pyramid.end(i) - pyramid.begin(i));
  }
  lengths.sort((a, b) => a - b);
  const usual = Math.round(lengths[lengths.length >> 1] ?? 0) || A_SECOND;
  const length = pyramid.begin(to - 1) - pyramid.begin(from);
  const times = Math.max(1, Math.ceil(length / usual / (most - 2)));
  // Sums of sixteen intervals are precomputed.
  return usual * (times > 2 * SUMMED ? Math.ceil(times / SUMMED) * SUMMED : times);
}

function edges(from: number, to: number, cellOf: (place: number) => number): readonly number[] {
  const found = [from];
  for (let place = from + 1; place < to; place++) {
    if (cellOf(place) !== cellOf(place - 1)) {
      found.push(place);
    }
  }
  found.push(to);
  return found;
}
