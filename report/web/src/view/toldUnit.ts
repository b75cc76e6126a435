// Logs that do not say what a value of 1 stands for: the reader says it.

import type { Histogram } from "../data/histogram.ts";
import type { SourceDocument, Span } from "../data/model.ts";
import type { Column, Source } from "../data/source.ts";

/** A source whose unit was told by the reader. All else is that of the source. */
class Told implements Source {
  private readonly inner: Source;
  private readonly unit: number;
  private told: { readonly of: SourceDocument; readonly document: SourceDocument } | null = null;

  constructor(inner: Source, unit: number) {
    this.inner = inner;
    this.unit = unit;
  }

  get document(): SourceDocument {
    const of = this.inner.document;
    if (this.told?.of !== of) {
      this.told = { of, document: { ...of, unit: this.unit } };
    }
    return this.told.document;
  }

  sum(tag: string, span: Span): Promise<Histogram> {
    return this.inner.sum(tag, span);
  }

  columns(tag: string, span: Span, most: number): Promise<readonly Column[]> {
    return this.inner.columns(tag, span, most);
  }

  snap(span: Span): Span {
    return this.inner.snap(span);
  }

  onGrowth(listener: () => void): () => void {
    return this.inner.onGrowth(listener);
  }
}

const told = new WeakMap<Source, Map<number, Source>>();

/** The source with a unit: its own if it has one, else what the reader says. */
export function withUnit(source: Source, nanos: number): Source {
  if (source.document.unit !== undefined) {
    return source;
  }
  const made = told.get(source) ?? new Map<number, Source>();
  told.set(source, made);
  const known = made.get(nanos) ?? new Told(source, nanos);
  made.set(nanos, known);
  return known;
}

/** Whether only the reader knows what the numbers of a source stand for. */
export function isTold(source: Source): boolean {
  return source instanceof Told;
}

const NAMES: readonly (readonly [nanos: number, name: string])[] = [[1, "ns"], [1e3, "µs"], [1e6, "ms"], [1e9, "s"]];

/** What a length of time is called that a value of 1 stands for. */
export function unitName(nanos: number): string {
  return NAMES.find(([each]) => each === nanos)?.[1] ?? `${nanos} ns`;
}
