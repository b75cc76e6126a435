// Logs without a unit of their values: the reader chooses it.

import type { Histogram } from "../data/histogram.ts";
import type { SourceDocument, Span } from "../data/model.ts";
import type { Column, Source } from "../data/source.ts";

/** Wraps a source with a unit chosen by the reader. */
class SourceWithUnit implements Source {
  private readonly inner: Source;
  private readonly unit: number;
  private derived: { readonly of: SourceDocument; readonly document: SourceDocument } | null = null;

  constructor(inner: Source, unit: number) {
    this.inner = inner;
    this.unit = unit;
  }

  get document(): SourceDocument {
    const of = this.inner.document;
    if (this.derived?.of !== of) {
      this.derived = { of, document: { ...of, unit: this.unit } };
    }
    return this.derived.document;
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

const wrappers = new WeakMap<Source, Map<number, Source>>();

/** The source with its own unit, or wrapped with the reader's unit. */
export function withUnit(source: Source, nanos: number): Source {
  if (source.document.unit !== undefined) {
    return source;
  }
  const made = wrappers.get(source) ?? new Map<number, Source>();
  wrappers.set(source, made);
  const known = made.get(nanos) ?? new SourceWithUnit(source, nanos);
  made.set(nanos, known);
  return known;
}

/** Whether the unit of a source was chosen by the reader. */
export function isUnitAssumed(source: Source): boolean {
  return source instanceof SourceWithUnit;
}

const NAMES: readonly (readonly [nanos: number, name: string])[] = [[1, "ns"], [1e3, "µs"], [1e6, "ms"], [1e9, "s"]];

/** The name of a unit given in nanoseconds. */
export function unitName(nanos: number): string {
  return NAMES.find(([each]) => each === nanos)?.[1] ?? `${nanos} ns`;
}
