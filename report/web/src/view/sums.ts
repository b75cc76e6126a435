import type { Histogram } from "../data/histogram.ts";
import type { SourceDocument, Span } from "../data/model.ts";
import type { Column, Source } from "../data/source.ts";

const MAX_CACHED = 400;

interface Kept {
  readonly growth: number;
  readonly document: SourceDocument;
  readonly sums: Map<string, Promise<Histogram>>;
  readonly columns: Map<string, Promise<readonly Column[]>>;
}

/** Cache of sums that several views request. */
export class Sums {
  private readonly kept = new WeakMap<Source, Kept>();

  /** @param growth a changed number means that the source has grown, and cached sums are stale */
  of(source: Source, tag: string, span: Span, growth: number): Promise<Histogram> {
    const { sums } = this.keptOf(source, growth);
    return kept(sums, `${span.from} ${span.to} ${tag}`, () => source.sum(tag, span));
  }

  /** The cached columns of a grid. */
  columns(source: Source, tag: string, span: Span, most: number, growth: number): Promise<readonly Column[]> {
    const { columns } = this.keptOf(source, growth);
    return kept(columns, `${span.from} ${span.to} ${most} ${tag}`, () => source.columns(tag, span, most));
  }

  async all(
    source: Source,
    tags: readonly string[],
    span: Span,
    growth: number,
  ): Promise<ReadonlyMap<string, Histogram>> {
    const sums = await Promise.all(tags.map((tag) => this.of(source, tag, span, growth)));
    return new Map(sums.map((sum, i) => [tags[i] ?? "", sum]));
  }

  private keptOf(source: Source, growth: number): Kept {
    const kept = this.kept.get(source);
    if (kept !== undefined && kept.growth === growth && kept.document === source.document) {
      return kept;
    }
    const made: Kept = { growth, document: source.document, sums: new Map(), columns: new Map() };
    this.kept.set(source, made);
    return made;
  }
}

/** The cached value of a key, or a new one; the oldest entries are evicted. */
function kept<T>(all: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
  const known = all.get(key);
  if (known !== undefined) {
    return known;
  }
  const made = make();
  all.set(key, made);
  made.catch(() => all.delete(key));
  const oldest = all.size > MAX_CACHED ? all.keys().next() : null;
  if (oldest !== null && oldest.done !== true) {
    all.delete(oldest.value);
  }
  return made;
}
