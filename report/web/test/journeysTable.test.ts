import assert from "node:assert/strict";
import { test } from "node:test";
import type { Histogram } from "../src/data/histogram.ts";
import type { JourneyExplanation, JourneyFacts, SourceDocument } from "../src/data/model.ts";
import { tagInfo } from "../src/data/tags.ts";
import { journeysTable, journeyTags, slowUsers } from "../src/view/journeysTable.ts";
import { rowsOf, summaryTable } from "../src/view/summaryTable.ts";
import { tableCsv } from "../src/view/table.ts";
import { isJourney, isTraced } from "../src/view/tags.ts";
import { exact } from "./exact.ts";

const SHOP: JourneyFacts = {
  name: "shop",
  users: 20,
  completed: 15,
  failed: 3,
  aborted: 1,
  unfinished: 1,
  steps: [
    { operation: "shop.login", reached: 20, failed: 3, aborted: 0 },
    { operation: "shop.order", reached: 5, failed: 0, aborted: 1 },
  ],
};

function document(journeys: readonly JourneyFacts[]): SourceDocument {
  return {
    format: "takt-source-1",
    entry: { id: "x", name: "x", kind: "run", state: "complete" },
    originEpoch: 0,
    unit: 1,
    tags: ["shop-rt", "shop.login-rt", "shop.order-rt", "shop.order-st", "shop:failed-rt", "shop.login:failed-rt"].map((tag) => tagInfo(tag)),
    delivery: "pack",
    span: { from: 0, to: 1000 },
    notes: [],
    problems: [],
    run: { headline: "response", journeys } as unknown as NonNullable<SourceDocument["run"]>,
  };
}

const HISTOGRAMS = new Map<string, Histogram>([
  ["shop-rt", exact([900])],
  ["shop.login-rt", exact([5, 5, 5, 5])],
  ["shop.order-rt", exact([7, 7])],
  ["shop:failed-rt", exact([1, 1, 1])],
  ["shop.login:failed-rt", exact([1, 1, 1])],
]);

test("journeys and their groups are wholes, and count in no sum", () => {
  const isWhole = (tag: string): boolean => isJourney(document([SHOP]), tagInfo(tag));
  assert.deepEqual(["shop-rt", "shop.cart-rt"].map(isWhole), [true, true]);
  assert.deepEqual(["shop.login-rt", "shopping-rt", "all-rt"].map(isWhole), [false, false, false]);
  const other: JourneyFacts = { name: "shop.x", steps: [{ operation: "shop.x.a" }] };
  assert.equal(isJourney(document([SHOP, other]), tagInfo("shop.x.a-rt")), false);
});

test("a funnel has the users of each step, and their share of all", () => {
  const shares: (readonly [number, number])[] = [];
  const model = journeysTable(document([SHOP]), [SHOP], HISTOGRAMS, "auto", (part, whole) => {
    shares.push([part, whole]);
    return null;
  });
  assert.equal(
    tableCsv(model),
    "journey,step,users,share,failed,aborted,count,p50 (ns),p99 (ns),max (ns)\r\n" +
      "shop,the journey,20,,3,1,1,900,900,900\r\n" +
      "shop,login,20, 100.0 %,3,0,4,5,5,5\r\n" +
      "shop,order,5, 25.0 %,0,1,2,7,7,7\r\n",
  );
  assert.deepEqual(shares, [[20, 20], [5, 20]]);
  assert.deepEqual(model.rows.map((row) => row.cells[2]?.bad), [true, true, false]);
});

test("a group has a row before its first step", () => {
  const cart = { operation: "shop.cart", first: "shop.order", reached: 5, failed: 2 };
  const grouped: JourneyFacts = { ...SHOP, groups: [cart] };
  const of = { ...document([grouped]), tags: [...document([]).tags, tagInfo("shop.cart-rt")] };
  const csv = tableCsv(journeysTable(of, [grouped], new Map([...HISTOGRAMS, ["shop.cart-rt", exact([8])]]), "auto"));
  assert.match(csv, /login,.*\r\nshop,\[cart\],5, 25.0 %,2,,1,8,8,8\r\nshop,order,5,/);
});

test("while a run goes on, bars show how often each step was answered", () => {
  const live: JourneyFacts = { name: "shop", steps: [{ operation: "shop.login" }, { operation: "shop.order" }] };
  const shares: (readonly [number, number])[] = [];
  const model = journeysTable(document([live]), [live], HISTOGRAMS, "auto", (part, whole) => {
    shares.push([part, whole]);
    return null;
  });
  assert.deepEqual(shares, [[4, 4], [2, 4]]);
  assert.deepEqual(model.rows.map((row) => row.cells[0]?.text), ["–", "–", "–"]);
});

test("the times of journeys are of the headline measure", () => {
  assert.deepEqual(journeyTags(document([SHOP])).map(({ tag }) => tag), ["shop-rt", "shop.login-rt", "shop.order-rt"]);
});

test("the trace has the steps of a journey, and not the journey", () => {
  const of = document([SHOP]);
  assert.deepEqual(of.tags.filter((info) => isTraced(of, info)).map(({ tag }) => tag), ["shop.login-rt", "shop.order-rt"]);
});

test("a journey is in no sum of operations: its steps are", () => {
  const of = document([SHOP]);
  const csv = tableCsv(summaryTable("x", of, rowsOf(of, "main"), HISTOGRAMS, "auto"));
  assert.match(csv, /all operations,response,6,3,/);
});

const ORDER = {
  operation: "shop.order",
  wait: 0,
  service: 400e6,
  causes: [{ side: "target", kind: "stopped", detail: null, text: "stopped", nanos: 360e6 }] as const,
  unexplained: 10e6,
};
const TAIL = { users: 2, response: 10_410e6, thinking: 10_000e6, steps: [ORDER, { operation: "shop.login", wait: 2e6, service: 8e6, causes: [], unexplained: 9e6 }] };
const SLOW: JourneyExplanation = { name: "shop", users: 200, tail: TAIL, withoutThinking: TAIL };

test("slow users have their parts and causes, a mean for each", () => {
  assert.deepEqual(slowUsers([SLOW], "auto"), [
    "The slowest 2 of 200 users of shop took 5.21 s on average: think 5.00 s, order 200 ms (target stopped 180 ms).",
    "Without think times the slowest 2 took 205 ms: order 200 ms (target stopped 180 ms), login 5.00 ms (unexplained 4.50 ms).",
  ]);
  const { withoutThinking: _, ...once } = SLOW;
  assert.equal(slowUsers([once], "auto").length, 1);
});
