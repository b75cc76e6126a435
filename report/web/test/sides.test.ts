import assert from "node:assert/strict";
import { test } from "node:test";
import { LocalSource } from "../src/data/local.ts";
import type { SourceEntry } from "../src/data/model.ts";
import { drawnSides, placeOf, sidesOf } from "../src/view/sides.ts";
import { curveOf, seriesOf } from "../src/view/spectrumSeries.ts";
import { idsShown, MAX_DRAWN_SOURCES, NOTHING_CHOSEN, NOWHERE, type Loaded, type Shown, type State } from "../src/view/state.ts";
import { exact } from "./exact.ts";
import { documentOf, packOf } from "./given.ts";

const IDS = ["a", "b", "c", "d", "e", "f", "g", "h", "i"];

function entryOf(id: string): SourceEntry {
  return { id, name: `run ${id}`, kind: "run", state: "complete" };
}

function stateOf(shown: Partial<Shown>, missing: readonly string[] = []): State {
  const pack = packOf([{ tag: "read-rt", begin: 0, length: 1000, values: [1] }, { tag: "read-rt", begin: 1000, length: 1000, values: [2] }]);
  const source = (id: string): Loaded => ({ is: "ready", source: new LocalSource({ ...documentOf(pack), entry: entryOf(id), unit: 1 }, pack) });
  return {
    shown: { ...NOTHING_CHOSEN, ...shown },
    pointed: NOWHERE,
    entries: IDS.map(entryOf),
    first: "a",
    loaded: new Map(IDS.filter((id) => !missing.includes(id)).map((id) => [id, source(id)])),
    growth: 0,
    open: null,
    messages: [],
  };
}

test("further sources are drawn beside the compared ones, each with its own letter and colour", () => {
  const state = stateOf({ b: "c", more: ["e", "d"] });
  assert.deepEqual(drawnSides(state).map(({ name, place }) => [name, place]), [["A: run a", 0], ["B: run c", 1], ["C: run e", 2], ["D: run d", 3]]);
  assert.deepEqual(sidesOf(state).map(({ name }) => name), ["A: run a", "B: run c"]);
  assert.deepEqual(["a", "c", "e", "d", "f"].map((id) => placeOf(state, id)), [0, 1, 2, 3, null]);
});

test("a source keeps its colour while one before it is loading", () => {
  const state = stateOf({ more: ["e", "d"] }, ["e"]);
  assert.deepEqual(drawnSides(state).map(({ name, place }) => [name, place]), [["A: run a", 0], ["D: run d", 3]]);
});

test("a single source has no letter", () => {
  assert.deepEqual(drawnSides(stateOf({})).map(({ name }) => name), ["all"]);
  assert.equal(placeOf(stateOf({}), "a"), null);
});

test("sources are limited to the colours, without duplicates and unknown ids", () => {
  const state = stateOf({ b: "b", more: ["a", "b", "c", "c", "missing", "d", "e", "f", "g", "h", "i"] });
  assert.deepEqual(idsShown(state), ["a", "b", "c", "d", "e", "f", "g"]);
  assert.equal(idsShown(state).length, MAX_DRAWN_SOURCES);
});

test("a brush applies to all sources", () => {
  const sides = drawnSides(stateOf({ more: ["d"], brush: { from: 1000, to: 2000 } }));
  assert.deepEqual(sides.map(({ span }) => span), [{ from: 1000, to: 2000 }, { from: 1000, to: 2000 }]);
});

test("several runs have a colour each with patterns for tags; in one run, each tag has a colour", () => {
  const info = { tag: "read-rt", group: "latency", operation: "read", measure: "response" } as const;
  const of = (place: number, tag: number) => curveOf(info, exact([1]), 1, { side: { title: `run ${place}`, place }, tag });
  const alone = curveOf(info, exact([1]), 1, null);
  assert.deepEqual(seriesOf([of(0, 0), of(0, 1), of(2, 0)]).map(({ colour }) => colour), [0, 7, 2]);
  assert.deepEqual(of(2, 1).name, "C: read response, run 2");
  assert.deepEqual(seriesOf([alone, alone]).map(({ colour }) => colour), [0, 1]);
  const without = { ...alone, dashed: true };
  assert.deepEqual(seriesOf([of(0, 0), of(1, 0), without]).map(({ colour }) => colour), [0, 1, 2]);
});
