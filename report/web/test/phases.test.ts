import assert from "node:assert/strict";
import { test } from "node:test";
import { drawPhases } from "../src/draw/phases.ts";
import type { RunFacts, SourceDocument, Span } from "../src/data/model.ts";
import { phasesInWords, phasesOf } from "../src/view/phases.ts";
import { documentOf, packOf } from "./given.ts";
import { svgOf, textsOf } from "./svgCheck.ts";

const RUN = {
  target: "", schedule: "", headline: "response", achievedRate: 1, lengthMillis: 1,
  balance: { intended: 0, completed: 0, failed: 0, timedOut: 0, unfinished: 0, neverSent: 0 },
  errors: [], verdict: { word: "ok", ok: true, findings: [] }, assertions: [], environment: [],
} as const satisfies RunFacts;

function documentWith(span: Span, measured?: Span): SourceDocument {
  return { ...documentOf(packOf([])), run: RUN, span, ...(measured === undefined ? {} : { measured }) };
}

test("the warm-up is the time before the measured part, and time 0 is mentioned if there is data before it", () => {
  const warm = documentWith({ from: -1200, to: 60_000 }, { from: 5000, to: 60_000 });
  assert.deepEqual(phasesOf(warm), { start: 0, warmup: { from: 0, to: 5000 } });
  assert.equal(phasesInWords(warm), "Hatched: the warm-up until 5 s. It is in no figure, and nothing in it is drawn. The schedule started at 0.");
  const cold = documentWith({ from: 0, to: 60_000 }, { from: 0, to: 60_000 });
  assert.deepEqual(phasesOf(cold), { start: null, warmup: null });
  assert.equal(phasesInWords(cold), "");
  const { run: _, ...log } = warm;
  assert.deepEqual(phasesOf(log), { start: null, warmup: null });
});

test("the shade ends with the warm-up, and both labels are in the plot", () => {
  const plot = { x: 100, y: 10, width: 500, height: 100 };
  const x = { toPixel: (at: number) => 110 + at, toValue: (pixel: number) => pixel - 110 };
  const svg = svgOf((surface) => drawPhases(surface, plot, { start: 0, warmup: { from: 0, to: 200 } }, x, true));
  assert.match(svg, /<rect x="100" y="10" width="210" height="100"/, "also before the start");
  assert.deepEqual([...textsOf(svg)].sort(), ["start", "warm-up, not measured"]);
  const out = svgOf((surface) => drawPhases(surface, plot, { start: -900, warmup: { from: -900, to: -50 } }, x, true));
  assert.equal(out.includes("<text"), false);
});
