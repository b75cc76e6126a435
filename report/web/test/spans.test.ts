import assert from "node:assert/strict";
import { test } from "node:test";
import { fromSeconds, inWords, moved, scaled, seconds, spanFromSeconds, typedSpan, within } from "../src/view/spans.ts";

const WHOLE = { from: 0, to: 100 };

test("a span is moved within the whole", () => {
  assert.deepEqual(moved({ from: 10, to: 30 }, 5, WHOLE), { from: 15, to: 35 });
  assert.deepEqual(moved({ from: 10, to: 30 }, 500, WHOLE), { from: 80, to: 100 });
  assert.deepEqual(moved({ from: 10, to: 30 }, -500, WHOLE), { from: 0, to: 20 });
});

test("zooming keeps the moment under the pointer in place, within the whole", () => {
  assert.deepEqual(scaled({ from: 20, to: 60 }, 0.5, 30, WHOLE, 1), { from: 25, to: 45 });
  assert.deepEqual(scaled({ from: 20, to: 60 }, 10, 30, WHOLE, 1), WHOLE);
  assert.deepEqual(scaled({ from: 20, to: 60 }, 1e-9, 40, WHOLE, 2), { from: 39, to: 41 });
});

test("a span outside of the whole is null", () => {
  assert.equal(within({ from: 100, to: 120 }, WHOLE), null);
  assert.deepEqual(within({ from: -5, to: 20 }, WHOLE), { from: 0, to: 20 });
});

test("seconds are parsed with a point or a comma", () => {
  assert.equal(fromSeconds(" 12.5 s"), 12_500);
  assert.equal(fromSeconds("12,5"), 12_500);
  assert.equal(fromSeconds(""), null);
  assert.equal(fromSeconds("soon"), null);
  assert.equal(seconds(12_500), "12.5");
  assert.equal(inWords({ from: 0, to: 1000 }), "0 s to 1 s");
});

test("a span is parsed from one field with any dash, or from both", () => {
  const ten = { from: 10_000, to: 20_500 };
  for (const text of ["10-20.5", "10–20.5", "10 — 20,5 s", "10 s to 20.5 s", "10−20.5", "10..20.5", "10_20.5"]) {
    assert.deepEqual(spanFromSeconds(text), ten, text);
  }
  assert.deepEqual(spanFromSeconds("-2 – -1"), { from: -2000, to: -1000 });
  for (const text of ["10", "-10", "abc", "a-b", "10-", "-", ""]) {
    assert.equal(spanFromSeconds(text), null, text);
  }
});

test("invalid input yields a message", () => {
  const whole = { from: 0, to: 60_000 };
  assert.deepEqual(typedSpan("10", "20", whole), { from: 10_000, to: 20_000 });
  assert.deepEqual(typedSpan("10–20", "60", whole), { from: 10_000, to: 20_000 });
  assert.deepEqual(typedSpan("", "20", whole), { from: 0, to: 20_000 });
  assert.deepEqual(typedSpan("10", " ", whole), { from: 10_000, to: 60_000 });
  assert.equal(typedSpan("abc", "20", whole), "“abc” is not a number of seconds");
  assert.equal(typedSpan("10", "1e3", whole), "“1e3” is not a number of seconds");
  assert.equal(typedSpan("20", "20", whole), "the end must be after the begin");
  assert.equal(typedSpan("70", "80", whole), "nothing was recorded there; the recorded span is 0 s to 60 s");
});
