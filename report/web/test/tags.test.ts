import assert from "node:assert/strict";
import { test } from "node:test";
import type { SourceDocument } from "../src/data/model.ts";
import { tagInfo } from "../src/data/tags.ts";
import { NOTHING_CHOSEN } from "../src/view/state.ts";
import { allHeadlineTags, chosenMachine, chosenTags, heatTag, machineTags, nameOf, tracedTags, visible } from "../src/view/tags.ts";

function documentWith(...tags: readonly string[]): SourceDocument {
  return { tags: tags.map(tagInfo) } as unknown as SourceDocument;
}

function headlines(...tags: readonly string[]): readonly string[] {
  return allHeadlineTags(documentWith(...tags)).map((info) => info.tag);
}

test("the headline of an operation is its response time, or its service time if there was no schedule", () => {
  assert.deepEqual(headlines("a-st", "a-rt", "a-wt", "b-rt", "a:failed-rt", "warmup:a-rt", "host:hiccup-raw"), ["a-rt", "b-rt"]);
  assert.deepEqual(headlines("a-st", "b-st", "a:failed-st"), ["a-st", "b-st"]);
});

test("all foreign tags are headlines, except parts of a total that has its own tag", () => {
  assert.deepEqual(headlines("", "A", "B"), ["", "A", "B"]);
  assert.deepEqual(headlines("READ.response", "READ.service", "READ.wait", "await", "X.wait"), ["READ.response", "await", "X.wait"]);
});

test("a log with only hiccups shows them", () => {
  assert.deepEqual(headlines("host:hiccup-raw"), ["host:hiccup-raw"]);
});

test("the recorded rate counts all operations, also those that have no curve, and no journey beside its steps", () => {
  const tags = ["shop-rt", ...["a", "b", "c", "d", "e", "f", "g"].map((step) => `shop.${step}-rt`), "shop.a-st"];
  const steps = ["a", "b", "c", "d", "e", "f", "g"].map((step) => ({ operation: `shop.${step}` }));
  const run = { headline: "response", journeys: [{ name: "shop", steps }] };
  const document = { ...documentWith(...tags), run } as unknown as SourceDocument;
  assert.deepEqual(tracedTags(document).map((info) => info.tag), tags.slice(1, 8));
});

test("chosen tags are shown if the source has them", () => {
  const document = documentWith("a-rt", "a-st", "b-rt");
  const chosen = (tags: readonly string[] | null): readonly string[] =>
    chosenTags(document, { ...NOTHING_CHOSEN, tags }).map((info) => info.tag);
  assert.deepEqual(chosen(null), ["a-rt", "b-rt"]);
  assert.deepEqual(chosen(["a-st", "gone"]), ["a-st"]);
  assert.deepEqual(chosen(["gone"]), ["a-rt", "b-rt"]);
  assert.deepEqual(chosen([]), []);
  assert.equal(heatTag(document, { ...NOTHING_CHOSEN, heat: "a-st" })?.tag, "a-st");
  assert.equal(heatTag(document, { ...NOTHING_CHOSEN, heat: "gone" })?.tag, "a-rt");
  assert.equal(heatTag(documentWith(), NOTHING_CHOSEN), null);
});

test("tags of machines are chosen like others, and are no headlines by themselves", () => {
  const ofMachine = (machine: string) => ({ ...tagInfo("a-rt"), tag: `${machine}::a-rt`, machine });
  const document = { tags: [tagInfo("a-rt"), ofMachine("m1"), ofMachine("m2")] } as unknown as SourceDocument;
  const chosen = (...tags: readonly string[]): string | null => chosenMachine(document, { ...NOTHING_CHOSEN, tags });
  assert.deepEqual(allHeadlineTags(document).map((info) => info.tag), ["a-rt"]);
  assert.deepEqual(machineTags(document).map((info) => info.tag), ["m1::a-rt", "m2::a-rt"]);
  assert.deepEqual(machineTags(document, "m2").map(nameOf), ["m2: a response"]);
  assert.equal(chosen("m2::a-rt"), "m2");
  assert.equal(chosen("m1::a-rt", "m2::a-rt"), null);
  assert.equal(chosen("a-rt", "m2::a-rt"), null);
  assert.equal(chosenMachine(document, NOTHING_CHOSEN), null);
});

test("display names of tags have no misleading characters", () => {
  const names = ["read-rt", "read:timeout-st", "warmup:read-wt", "generator:lateness-lt", "", "foreign"].map((tag) => nameOf(tagInfo(tag)));
  assert.deepEqual(names, ["read response", "read service, timed out", "read wait, warm-up", "generator lateness", "no tag", "foreign"]);
  assert.equal(visible("a\u202eb\u0000c"), "a\ufffdb\ufffdc");
});
