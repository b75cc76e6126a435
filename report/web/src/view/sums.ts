import type { Histogram } from "../data/histogram.ts";
import { FineColumns } from "../data/fine.ts";
import type { Explanation, SourceDocument, Span } from "../data/model.ts";
import type { Column, Source } from "../data/source.ts";
import { intervalOf } from "./brushing.ts";
import { isTraced } from "./tags.ts";

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

  /** The columns that overlap a span, cached: from the trace of operations if it is known, else from the log. */
  columns(source: Source, tag: string, span: Span, most: number, growth: number): Promise<readonly Column[]> {
    const { columns } = this.keptOf(source, growth);
    return kept(columns, `${span.from} ${span.to} ${most} ${tag}`, async () => {
      const { document } = source;
      const { explanation } = document;
      const isFine = document.tags.some((info) => info.tag === tag && isTraced(document, info));
      const fine = isFine && explanation !== undefined ? await fineColumns(explanation) : null;
      if (fine !== null) {
        return fine.columns(tag, span, most);
      }
      // An interval that begins before the span may reach into it.
      const from = Math.max(document.span.from, span.from - intervalOf(source));
      const found = await source.columns(tag, { from: Math.min(from, span.from), to: span.to }, most);
      return found.filter((column) => column.to > span.from);
    });
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

const fineOnes = new WeakMap<Explanation, Promise<FineColumns>>();

function fineColumns(explanation: Explanation): Promise<FineColumns | null> {
  const { fine } = explanation;
  if (fine === undefined) {
    return Promise.resolve(null);
  }
  const known = fineOnes.get(explanation) ?? FineColumns.read(fine);
  fineOnes.set(explanation, known);
  return known;
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
