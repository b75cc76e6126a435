import assert from "node:assert/strict";
import { test } from "node:test";
import type { SourceDocument, Span } from "../src/data/model.ts";
import type { Source } from "../src/data/source.ts";
import { Brushing } from "../src/view/brushing.ts";
import { following } from "../src/view/following.ts";
import { NOTHING_CHOSEN, NOWHERE, type Shown } from "../src/view/state.ts";
import { Store } from "../src/view/store.ts";

const SECOND = 1000;

/** A source with an interval each second, up to an end that a test may move. */
class Seconds implements Source {
  end: number;

  constructor(seconds: number) {
    this.end = seconds * SECOND;
  }

  get document(): SourceDocument {
    return { entry: { id: "x" }, unit: 1, tags: [], span: { from: 0, to: this.end } } as unknown as SourceDocument;
  }

  snap(span: Span): Span {
    const from = Math.max(0, Math.ceil(span.from / SECOND) * SECOND);
    const to = Math.min(this.end, Math.ceil(span.to / SECOND) * SECOND);
    return from < to ? { from, to } : { from: span.from, to: span.from };
  }

  sum = (): never => assert.fail("nothing is summed here");
  columns = (): never => assert.fail("nothing is summed here");
  onGrowth = () => () => undefined;
}

function storeWith(source: Source, shown: Partial<Shown> = {}): Store {
  const entries = [{ id: "x", name: "x", kind: "log", state: "complete" }] as const;
  return new Store({
    shown: { ...NOTHING_CHOSEN, ...shown },
    pointed: NOWHERE,
    entries,
    first: "x",
    loaded: new Map([["x", { is: "ready", source }]]),
    growth: 0,
    open: null,
    messages: [],
  });
}

function brushOf(act: (brushing: Brushing) => void, shown: Partial<Shown> = {}): Span | null {
  const store = storeWith(new Seconds(60), shown);
  act(new Brushing(store));
  return store.state.shown.brush;
}

test("a brush selects the intervals that it overlaps by at least a half", () => {
  assert.deepEqual(brushOf((b) => b.select({ from: 10_200, to: 19_800 })), { from: 10_000, to: 20_000 });
  assert.deepEqual(brushOf((b) => b.select({ from: 10_000, to: 20_000 })), { from: 10_000, to: 20_000 });
  assert.deepEqual(brushOf((b) => b.select({ from: 10_600, to: 20_400 })), { from: 11_000, to: 20_000 });
});

test("the smallest brush is one interval", () => {
  assert.deepEqual(brushOf((b) => b.select({ from: 10_300, to: 10_310 })), { from: 10_000, to: 11_000 });
});

test("a span outside of the source is not selected", () => {
  assert.equal(brushOf((b) => b.select({ from: 70_000, to: 80_000 })), null);
  assert.deepEqual(brushOf((b) => b.select({ from: -5000, to: 90_000 })), { from: 0, to: 60_000 });
});

test("keys move and widen by an interval, and stop at the ends", () => {
  const brush = { from: 10_000, to: 20_000 };
  assert.deepEqual(brushOf((b) => b.move(1), { brush }), { from: 11_000, to: 21_000 });
  assert.deepEqual(brushOf((b) => b.move(-30), { brush }), { from: 0, to: 10_000 });
  assert.deepEqual(brushOf((b) => b.widen("from", 1), { brush }), { from: 9000, to: 20_000 });
  assert.deepEqual(brushOf((b) => b.widen("both", -1), { brush }), { from: 11_000, to: 19_000 });
  assert.deepEqual(brushOf((b) => b.widen("both", -8), { brush }), brush);
});

test("the first key creates a brush in the middle of the visible time", () => {
  assert.deepEqual(brushOf((b) => b.move(1)), { from: 27_000, to: 33_000 });
});

test("zooming out to the whole time clears the zoom", () => {
  const store = storeWith(new Seconds(60), { zoom: { from: 10_000, to: 30_000 } });
  const brushing = new Brushing(store);
  brushing.zoom(0.5, 10_000);
  assert.deepEqual(store.state.shown.zoom, { from: 10_000, to: 20_000 });
  brushing.pan(1);
  assert.deepEqual(store.state.shown.zoom, { from: 20_000, to: 30_000 });
  brushing.zoom(100);
  assert.equal(store.state.shown.zoom, null);
});

test("a brush is stored as one of two spans, and a new one can be created", () => {
  const brush = { from: 0, to: 5000 };
  const store = storeWith(new Seconds(60), { brush });
  new Brushing(store).keepAs("setB");
  assert.deepEqual([store.state.shown.setB, store.state.shown.brush], [brush, null]);
});

test("reset clears the brush first, then zoom and sets", () => {
  const span = { from: 0, to: 5000 };
  const store = storeWith(new Seconds(60), { brush: span, zoom: span, setA: span });
  const brushing = new Brushing(store);
  brushing.reset();
  assert.deepEqual([store.state.shown.brush, store.state.shown.zoom], [null, span]);
  brushing.reset();
  assert.deepEqual([store.state.shown.zoom, store.state.shown.setA], [null, null]);
});

test("the visible span follows the end of a run, unless there is a brush or the end is not visible", () => {
  const follow = (shown: Partial<Shown>): Span | null => {
    const source = new Seconds(60);
    const store = storeWith(source, shown);
    const go = following(store);
    go();
    source.end += 5 * SECOND;
    go();
    return store.state.shown.zoom;
  };
  assert.deepEqual(follow({ zoom: { from: 50_000, to: 60_000 } }), { from: 55_000, to: 65_000 });
  assert.deepEqual(follow({ zoom: { from: 40_000, to: 50_000 } }), { from: 40_000, to: 50_000 });
  assert.deepEqual(follow({ zoom: { from: 50_000, to: 60_000 }, brush: { from: 51_000, to: 52_000 } }), { from: 50_000, to: 60_000 });
  assert.equal(follow({}), null);
});

test("zooming keeps the moment under the pointer where it is, else the middle of the brush", () => {
  const zoomOf = (moment: number | null, brush: Span | null): Span | null => {
    const store = storeWith(new Seconds(60), { brush });
    store.point({ moment });
    new Brushing(store).zoom(1 / 2);
    return store.state.shown.zoom;
  };
  assert.deepEqual(zoomOf(20_000, null), { from: 10_000, to: 40_000 });
  assert.deepEqual(zoomOf(20_000, { from: 40_000, to: 41_000 }), { from: 10_000, to: 40_000 });
  assert.deepEqual(zoomOf(null, { from: 40_000, to: 42_000 }), { from: 20_500, to: 50_500 });
  assert.deepEqual(zoomOf(null, null), { from: 15_000, to: 45_000 });
});
