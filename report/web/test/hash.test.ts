import assert from "node:assert/strict";
import { test } from "node:test";
import { decode, encode } from "../src/view/hash.ts";
import { NOTHING_CHOSEN, type Shown } from "../src/view/state.ts";

const ALL: Shown = {
  a: "run-1",
  b: "log_2",
  more: ["run-3", "run_4"],
  tags: ["read-rt", "", "ä & b=c#d,e"],
  heat: "write-st",
  brush: { from: -1.5, to: 20_000.000001 },
  setA: { from: 0, to: 10 },
  setB: { from: 10, to: 1e12 },
  zoom: { from: 5000, to: 60_000 },
  unit: "µs",
  recorded: 1e6,
  theme: "dark",
  linear: true,
  sla: "99: 20ms, 99.9: 50ms",
  without: [0, 12],
};

test("a view survives a round trip through the address", () => {
  assert.deepEqual(decode(encode(ALL)), ALL);
  assert.deepEqual(decode(`#${encode(ALL)}`), ALL);
});

test("each field survives a round trip", () => {
  for (const key of Object.keys(ALL) as (keyof Shown)[]) {
    const shown = { ...NOTHING_CHOSEN, [key]: ALL[key] };
    assert.deepEqual(decode(encode(shown)), shown, key);
  }
});

test("the default view has an empty address", () => {
  assert.equal(encode(NOTHING_CHOSEN), "");
  assert.deepEqual(decode(""), NOTHING_CHOSEN);
});

test("no curves differ from the default curves", () => {
  assert.deepEqual(decode(encode({ ...NOTHING_CHOSEN, tags: [] })).tags, []);
});

test("an invalid address yields the default view", () => {
  const nonsense = [
    "#summary",
    "#%%%&=&&==",
    "#brush=9_1&zoom=1_&set-a=NaN_2&set-b=1_2_3",
    "#brush=1e999_2&zoom=-Infinity_5",
    "#a=../../etc/passwd&b=%3Cscript%3E",
    "#more=,../x,%3Cb%3E",
    "#unit=parsec&theme=__proto__&recorded=constructor&unit=toString",
    "#without=-1,x,99999,&values=log",
    `#sla=${"9".repeat(501)}&heat=${"x".repeat(501)}`,
    "#" + "x=".repeat(100_000),
  ];
  for (const hash of nonsense) {
    assert.deepEqual(decode(hash), NOTHING_CHOSEN, hash.slice(0, 60));
  }
});

test("valid fields of a partly invalid address are kept", () => {
  assert.deepEqual(decode("#brush=5_1&unit=ms&without=1,x,2,1"), { ...NOTHING_CHOSEN, unit: "ms", without: [1, 2] });
});
