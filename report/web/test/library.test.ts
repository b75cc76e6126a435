import assert from "node:assert/strict";
import { test } from "node:test";
import { LocalSource } from "../src/data/local.ts";
import type { SourceEntry } from "../src/data/model.ts";
import { Library } from "../src/view/library.ts";
import { loadedOf, NOTHING_CHOSEN, NOWHERE } from "../src/view/state.ts";
import { Store } from "../src/view/store.ts";
import { documentOf, packOf } from "./given.ts";

const IDS = ["a", "b", "c", "d", "e", "f", "g"];

function entryOf(id: string): SourceEntry {
  return { id, name: id, kind: "run", state: "running" };
}

test("all chosen sources are fetched, but the number of event streams is limited", async () => {
  const store = new Store({
    shown: { ...NOTHING_CHOSEN, a: "a", b: "b", more: IDS.slice(2) },
    pointed: NOWHERE,
    entries: IDS.map(entryOf),
    first: "a",
    loaded: new Map(),
    growth: 0,
    open: null,
    messages: [],
  });
  const closed: string[] = [];
  const pack = packOf([{ tag: "x", begin: 0, length: 1000, values: [1] }]);
  const library = new Library(store, (entry) => Promise.resolve({
    source: new LocalSource({ ...documentOf(pack), entry }, pack),
    close: () => closed.push(entry.id),
  }));
  library.fetchChosen();
  await new Promise((resume) => setTimeout(resume, 0));
  assert.deepEqual(IDS.map((id) => loadedOf(store.state, id)?.is), IDS.map(() => "ready"));
  assert.deepEqual(closed, ["e", "f", "g"]);

  store.show({ more: [] });
  library.fetchChosen();
  assert.deepEqual(closed, ["e", "f", "g", "c", "d"]);
  assert.deepEqual(["a", "b", "c"].map((id) => loadedOf(store.state, id)?.is), ["ready", "ready", undefined]);
});
