// What a brush and a zoom can do, by hand or by keyboard.

import type { Span } from "../data/model.ts";
import type { Source } from "../data/source.ts";
import { lengthOf, middle, moved, same, scaled, within } from "./spans.ts";
import { idOfB, onScreen, sourceA } from "./state.ts";
import type { Store } from "./store.ts";

/** A key moves by this part of what is on the screen, if that is more than an interval. */
const KEY_STEP = 1 / 100;
const INSTANT = 1e-3;
const USUAL_INTERVAL = 1000;
const FIRST_BRUSH = 1 / 10;

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

  /** By so many steps to the right; the first one makes a brush. */
  move(steps: number): void {
    this.withBrush((brush, source) => moved(brush, steps * this.step(source), source.document.span));
  }

  /** Moves one edge outward, or both; a negative number inward. */
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

  /** Shows more or less of the time, around the brush or a moment. */
  zoom(factor: number, around?: number): void {
    const source = sourceA(this.store.state);
    if (source === null) {
      return;
    }
    const whole = source.document.span;
    const screen = onScreen(this.store.state, source);
    const brush = this.store.state.shown.brush;
    const at = around ?? (brush === null ? middle(screen) : middle(brush));
    this.zoomTo(scaled(screen, factor, at, whole, 2 * intervalOf(source)));
  }

  zoomTo(span: Span | null): void {
    const source = sourceA(this.store.state);
    const zoom = source === null || span === null ? null : within(span, source.document.span);
    const all = source !== null && zoom !== null && lengthOf(zoom) >= lengthOf(source.document.span);
    if (!same(all ? null : zoom, this.store.state.shown.zoom)) {
      this.store.show({ zoom: all ? null : zoom });
    }
  }

  zoomToBrush(): void {
    const { brush } = this.store.state.shown;
    if (brush !== null) {
      const margin = lengthOf(brush) / 20;
      this.zoomTo({ from: brush.from - margin, to: brush.to + margin });
    }
  }

  /** By a part of what is on the screen. */
  pan(part: number): void {
    const source = sourceA(this.store.state);
    const zoom = this.store.state.shown.zoom;
    if (source !== null && zoom !== null) {
      this.zoomTo(moved(zoom, part * lengthOf(zoom), source.document.span));
    }
  }

  /** First the brush goes, then the zoom. */
  reset(): void {
    const { brush } = this.store.state.shown;
    if (brush !== null) {
      this.select(null);
    } else {
      this.store.show({ zoom: null, setA: null, setB: null });
    }
  }

  /** Keeps the brush as one of two spans that are compared, unless two sources are. */
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
      const screen = onScreen(this.store.state, source);
      this.select(scaled(screen, FIRST_BRUSH, middle(screen), source.document.span, intervalOf(source)));
      return;
    }
    // Edges of intervals are not snapped again: an interval that begins a hair later would be lost.
    this.select(change(brush, source));
  }

  private step(source: Source): number {
    const interval = intervalOf(source);
    const part = lengthOf(onScreen(this.store.state, source)) * KEY_STEP;
    return interval * Math.max(1, Math.round(part / interval));
  }
}

/** How long an interval is: that of the first one. A source that does not know it is taken to have the usual ones. */
export function intervalOf(source: Source): number {
  const { from, to } = source.document.span;
  const length = lengthOf(source.snap({ from, to: Math.min(to, from + INSTANT) }));
  return length > INSTANT ? length : USUAL_INTERVAL;
}

/** The intervals that a span touches, be it with half of one. */
function snapped(source: Source, span: Span): Span | null {
  const inside = within(span, source.document.span);
  if (inside === null) {
    return null;
  }
  const interval = intervalOf(source);
  // An interval belongs to the span in which it begins: the one that is touched first has begun before.
  const nearest = source.snap({ from: inside.from - interval / 2, to: inside.to - interval / 2 });
  return lengthOf(nearest) > 0 ? nearest : nonEmpty(source.snap({ from: inside.from - interval, to: inside.to }));
}

function nonEmpty(span: Span): Span | null {
  return lengthOf(span) > 0 ? span : null;
}
