// Operations on brush and zoom, by pointer or keyboard.

import type { Span } from "../data/model.ts";
import type { Source } from "../data/source.ts";
import { lengthOf, middle, moved, same, scaled, within } from "./spans.ts";
import { idOfB, visibleSpan, sourceA } from "./state.ts";
import type { Store } from "./store.ts";

/** A key moves by this fraction of the visible time, but at least by an interval. */
const KEY_STEP = 1 / 100;
const INSTANT = 1e-3;
const DEFAULT_INTERVAL_MILLIS = 1000;
const FIRST_BRUSH = 1 / 10;
/** Stalls and operations of a run are known to the microsecond, so it can be zoomed to. */
const MIN_ZOOM_MILLIS = 2;

export type Edge = "from" | "to" | "both";

export class Brushing {
  private readonly store: Store;

  constructor(store: Store) {
    this.store = store;
  }

  /** Selects the intervals that a span touches; null selects all again. */
  select(span: Span | null): void {
    const source = sourceA(this.store.state);
    if (source === null || span === null) {
      this.store.show({ brush: null });
      return;
    }
    const brush = snapped(source, span);
    if (!same(brush, this.store.state.shown.brush)) {
      this.store.show({ brush });
    }
  }

  /**
   * Selects the intervals that begin in a span, as `takt log summarize --start --end` does.
   *
   * @return whether there are any
   */
  selectBegun(span: Span): boolean {
    const source = sourceA(this.store.state);
    const brush = source === null ? null : nonEmpty(source.snap(span));
    if (brush !== null && !same(brush, this.store.state.shown.brush)) {
      this.store.show({ brush });
    }
    return brush !== null;
  }

  /** Moves the brush to the right by steps; creates it if there is none. */
  move(steps: number): void {
    this.withBrush((brush, source) => moved(brush, steps * this.step(source), source.document.span));
  }

  /** Moves one or both edges outward; inward for a negative number. */
  widen(edge: Edge, steps: number): void {
    this.withBrush((brush, source) => {
      const by = steps * this.step(source);
      const span = {
        from: edge === "to" ? brush.from : brush.from - by,
        to: edge === "from" ? brush.to : brush.to + by,
      };
      return lengthOf(span) < intervalOf(source) / 2 ? brush : (within(span, source.document.span) ?? brush);
    });
  }

  /** Zooms the visible time around a moment: by default that under the pointer, else the middle of the brush. */
  zoom(factor: number, around?: number): void {
    const source = sourceA(this.store.state);
    if (source === null) {
      return;
    }
    const whole = source.document.span;
    const screen = visibleSpan(this.store.state, source);
    const { shown, pointed } = this.store.state;
    const at = around ?? pointed.moment ?? middle(shown.brush ?? screen);
    this.zoomTo(scaled(screen, factor, at, whole, shortestZoom(source)));
  }

  zoomTo(span: Span | null): void {
    const source = sourceA(this.store.state);
    const zoom = source === null || span === null ? null : within(span, source.document.span);
    const all = source !== null && zoom !== null && lengthOf(zoom) >= lengthOf(source.document.span);
    if (!same(all ? null : zoom, this.store.state.shown.zoom)) {
      this.store.show({ zoom: all ? null : zoom });
    }
  }

  /** Shows a stall or an operation, with as much time before and after it. */
  zoomAround({ from, to }: Span): void {
    const margin = Math.max(to - from, MIN_ZOOM_MILLIS);
    this.zoomTo({ from: from - margin, to: to + margin });
  }

  zoomToBrush(): void {
    const { brush } = this.store.state.shown;
    if (brush !== null) {
      const margin = lengthOf(brush) / 20;
      this.zoomTo({ from: brush.from - margin, to: brush.to + margin });
    }
  }

  /** Scrolls by a fraction of the visible time. */
  pan(part: number): void {
    const source = sourceA(this.store.state);
    const zoom = this.store.state.shown.zoom;
    if (source !== null && zoom !== null) {
      this.zoomTo(moved(zoom, part * lengthOf(zoom), source.document.span));
    }
  }

  /** Clears the brush; if there is none, zoom and sets. */
  reset(): void {
    const { brush } = this.store.state.shown;
    if (brush !== null) {
      this.select(null);
    } else {
      this.store.show({ zoom: null, setA: null, setB: null });
    }
  }

  /** Stores the brush as one of two spans to compare, unless two sources are being compared. */
  keepAs(set: "setA" | "setB"): void {
    const { brush } = this.store.state.shown;
    if (brush !== null && idOfB(this.store.state) === null) {
      this.store.show({ [set]: brush, brush: null });
    }
  }

  private withBrush(change: (brush: Span, source: Source) => Span): void {
    const source = sourceA(this.store.state);
    if (source === null || lengthOf(source.document.span) <= 0) {
      return;
    }
    const brush = this.store.state.shown.brush;
    if (brush === null) {
      const screen = visibleSpan(this.store.state, source);
      this.select(scaled(screen, FIRST_BRUSH, middle(screen), source.document.span, intervalOf(source)));
      return;
    }
    // Edges of intervals are not snapped again: rounding could lose an interval.
    this.select(change(brush, source));
  }

  private step(source: Source): number {
    const interval = intervalOf(source);
    const part = lengthOf(visibleSpan(this.store.state, source)) * KEY_STEP;
    return interval * Math.max(1, Math.round(part / interval));
  }
}

/** The length of the first interval; a default if the source does not know it. */
export function intervalOf(source: Source): number {
  const { from, to } = source.document.span;
  const length = lengthOf(source.snap({ from, to: Math.min(to, from + INSTANT) }));
  return length > INSTANT ? length : DEFAULT_INTERVAL_MILLIS;
}

/** The shortest visible span: that of two intervals in a log without a run. */
function shortestZoom(source: Source): number {
  return source.document.run === undefined ? 2 * intervalOf(source) : MIN_ZOOM_MILLIS;
}

/** The intervals that a span overlaps. */
function snapped(source: Source, span: Span): Span | null {
  const inside = within(span, source.document.span);
  if (inside === null) {
    return null;
  }
  const interval = intervalOf(source);
  // An interval belongs to the span in which it begins; the first overlapped one begins before the span.
  const nearest = source.snap({ from: inside.from - interval / 2, to: inside.to - interval / 2 });
  return lengthOf(nearest) > 0 ? nearest : nonEmpty(source.snap({ from: inside.from - interval, to: inside.to }));
}

function nonEmpty(span: Span): Span | null {
  return lengthOf(span) > 0 ? span : null;
}
