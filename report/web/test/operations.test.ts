import assert from "node:assert/strict";
import { test } from "node:test";
import type { Explanation, Part, SlowOperation, Stall, StallList } from "../src/data/model.ts";
import { kindColour, UNEXPLAINED_COLOUR } from "../src/draw/kinds.ts";
import { barOf, inOneLine, normalPart, taken, touches, traceAddress } from "../src/view/operations.ts";

const GC: Part = {
  side: "target", kind: "gc_pause", detail: "System.gc()", text: "GC pause System.gc()", stall: 4,
  directWait: 100e6, directService: 20e6, inheritedWait: 50e6, inheritedService: 0,
};
const SLOW: SlowOperation = {
  id: 7, name: "read", state: "completed", due: 1000, start: 1180, end: 1212, normal: 2e6,
  parts: [GC], unexplainedWait: 20e6, unexplainedService: 10e6,
};

function stall(id: number, begin: number, end: number, kind = "gc_pause"): Stall {
  return { id, side: "target", kind, begin, end, error: 0, source: "", thread: null, cause: null, culprit: null };
}

const STALLS: StallList = {
  list: [stall(3, 0, 900), stall(4, 1050, 1150), stall(5, 1190, 1200), stall(6, 1190, 1200, "lock_wait")],
  omitted: 0, sources: [], notObservable: [],
};

test("the time of an operation starts when it was due, or at its start without a schedule", () => {
  assert.equal(taken(SLOW, "response"), 212e6);
  assert.equal(taken(SLOW, "service"), 32e6);
});

test("the bar's parts and the normal time add up to the whole time", () => {
  const bar = barOf(SLOW, "response");
  assert.deepEqual(bar, {
    total: 212e6,
    parts: [
      { nanos: 120e6, colour: kindColour("gc_pause"), hatched: false },
      { nanos: 50e6, colour: kindColour("gc_pause"), hatched: true },
      { nanos: 30e6, colour: UNEXPLAINED_COLOUR, hatched: false },
    ],
  });
  assert.equal(normalPart(SLOW, "response"), 12e6);
});

test("the line lists the causes as takt explain does", () => {
  assert.equal(
    inOneLine(SLOW, STALLS, "auto"),
    "wait 180 ms (GC pause System.gc() at 1.05 s 100 ms; backlog of GC pause System.gc() at 1.05 s 50.0 ms; unexplained 20.0 ms)" +
      " + service 32.0 ms (GC pause System.gc() at 1.05 s 20.0 ms; unexplained 10.0 ms)",
  );
});

test("stalls and operations are linked in both directions", () => {
  const { stallsOf, operationsOf } = touches({ slowest: [SLOW] } as unknown as Explanation, STALLS);
  assert.deepEqual([...stallsOf(7)].sort(), [4, 5]);
  assert.deepEqual([3, 4, 5, 6].map((id) => operationsOf(id).size), [0, 1, 1, 0]);
});

test("only web pages are linked to", () => {
  const id = "0123456789abcdef0123456789abcdef";
  assert.equal(traceAddress("http://localhost:16686/trace/{id}", id), `http://localhost:16686/trace/${id}`);
  assert.equal(traceAddress("https://traces/{id}?a={id}", id), `https://traces/${id}?a=${id}`);
  assert.equal(traceAddress("javascript:alert('{id}')", id), null);
  assert.equal(traceAddress("//elsewhere/{id}", id), null);
  assert.equal(traceAddress("javascript:alert(1)//http://{id}", id), null);
  assert.equal(traceAddress("http://localhost/{id}", "\"><script>"), null);
  assert.equal(traceAddress(undefined, id), null);
});
