import assert from "node:assert/strict";
import { test } from "node:test";
import { HistogramSum } from "../src/data/counts.ts";
import { Layout } from "../src/data/layout.ts";
import { LocalSource } from "../src/data/local.ts";
import type { Pack } from "../src/data/pack.ts";
import { chance, documentOf, packOf, type Chance, type Given } from "./given.ts";

const SEED = Number(process.env["TAKT_SEED"] ?? Date.now() % 1_000_000);
const TWO_DIGITS = Layout.of(2, 4);

/** Intervals of three tags, some out of order, some of another layout, with gaps, and of uneven length. */
function someIntervals({ below, uniform }: Chance, count: number, from = 0): Given[] {
  const intervals: Given[] = [];
  let begin = from;
  for (let i = 0; i < count; i++) {
    begin += below(20) === 0 ? 30_000 : 990 + below(20);
    const values = Array.from({ length: below(30) }, () => Math.floor(10 ** (uniform() * 9)));
    const late = below(50) === 0 ? 5000 : 0;
    const layout = below(10) === 0 ? { layout: TWO_DIGITS } : {};
    const tag = ["", "a", "b"][below(3)] ?? "";
    intervals.push({ tag, begin: Math.max(0, begin - late), length: 1000 + below(3), values, ...layout });
  }
  return intervals;
}

function naive(packs: readonly Pack[], tag: string, from: number, to: number): HistogramSum {
  const sum = new HistogramSum();
  for (const pack of packs) {
    for (let i = 0; i < pack.size; i++) {
      if (pack.tagOf(i) === tag && pack.begin(i) >= from && pack.begin(i) < to) {
        sum.addEncoded(pack.slots(i));
      }
    }
  }
  return sum;
}

test(`sums of any span are those of its intervals, one by one (TAKT_SEED=${SEED})`, () => {
  const random = chance(SEED);
  const packs = [packOf(someIntervals(random, 2000))];
  const source = new LocalSource(documentOf(packs[0] as Pack), packs[0] as Pack);
  for (let i = 0; i < 400; i++) {
    if (i === 200) {
      const more = packOf(someIntervals(random, 700, source.document.span.to / 2));
      packs.push(more);
      source.append(more);
    }
    const { to: end } = source.document.span;
    const [a, b] = [Math.floor(random.uniform() * end), Math.floor(random.uniform() * end)];
    const span = i % 10 === 0 ? { from: 0, to: end } : { from: Math.min(a, b), to: Math.max(a, b) };
    const tag = ["", "a", "b"][i % 3] ?? "";
    const expected = naive(packs, tag, span.from, span.to).toHistogram();
    assert.deepEqual(source.sumNow(tag, span).total, expected.total);
    assert.deepEqual((source.sumNow(tag, span) as typeof expected).parts, expected.parts);
  }
});

test("an interval belongs to a span if it begins in it", () => {
  const source = sourceOf([0, 1000, 2000, 3000]);
  const total = (from: number, to: number): number => source.sumNow("", { from, to }).total;
  assert.equal(total(1000, 3000), 2);
  assert.equal(total(0, 1000) + total(1000, 4000), 4);
  assert.equal(total(1001, 2000), 0);
  assert.equal(total(1000, 1000), 0);
  assert.equal(source.sumNow("unknown", { from: 0, to: 4000 }).total, 0);
});

test("an interval without a length is in its snapped span", () => {
  const source = sourceOf([0, 1000, 1000, 2000], 0);
  const snapped = source.snap({ from: -5, to: 9000 });
  assert.deepEqual(snapped, { from: 0, to: 2001 });
  assert.equal(source.sumNow("", snapped).total, 4);
  source.append(packOf([{ tag: "", begin: 5000, length: 0, values: [1] }]));
  assert.deepEqual(source.document.span.to, 5001);
});

function sourceOf(begins: readonly number[], length = 1000): LocalSource {
  const pack = packOf(begins.map((begin) => ({ tag: "", begin, length, values: [begin + 1] })));
  return new LocalSource(documentOf(pack), pack);
}

test("a brush snaps to exactly its intervals", () => {
  const source = sourceOf([0, 1000, 2000, 3000], 1001);
  assert.deepEqual(source.snap({ from: 500, to: 2500 }), { from: 1000, to: 3000 });
  assert.deepEqual(source.snap({ from: -9, to: 9999 }), { from: 0, to: 4001 });
  const snapped = source.snap({ from: 1, to: 2001 });
  assert.deepEqual(source.snap(snapped), snapped);
  assert.equal(source.sumNow("", snapped).total, source.sumNow("", { from: 1, to: 2001 }).total);
  assert.deepEqual(source.snap({ from: 1, to: 2 }), { from: 1, to: 1 });
});

test("columns are the intervals if they are few, else a lossless grid", async () => {
  const begins = Array.from({ length: 1000 }, (_, i) => i * 1000 + (i >= 500 ? 60_000 : 0));
  const source = sourceOf(begins);
  const whole = { from: 0, to: 2_000_000 };
  const single = await source.columns("", { from: 10_000, to: 20_000 }, 100);
  assert.deepEqual(
    single.map(({ from, to }) => [from, to]),
    begins.slice(10, 20).map((begin) => [begin, begin + 1000]),
  );
  for (const most of [1, 2, 3, 7, 100, 999]) {
    const columns = await source.columns("", whole, most);
    assert.ok(columns.length <= most, `${columns.length} columns, at most ${most}`);
    assert.ok(columns.length >= most / 2 - 1, `${columns.length} columns of ${most}`);
    assert.equal(
      columns.reduce((sum, { histogram }) => sum + histogram.total, 0),
      1000,
    );
    columns.slice(1).forEach(({ from }, i) => assert.ok(from >= (columns[i]?.to ?? 0)));
  }
  const columns = await source.columns("", whole, 100);
  assert.ok(columns.some(({ to }, i) => (columns[i + 1]?.from ?? to) - to >= 60_000), "the gap is seen");
});

test("appended intervals are included, and listeners are notified", async () => {
  const source = sourceOf([0, 1000]);
  let notified = 0;
  const end = source.onGrowth(() => notified++);
  source.append(packOf([{ tag: "new", begin: 2000, length: 1000, values: [7] }]));
  assert.equal(notified, 1);
  assert.equal(source.intervals, 3);
  assert.deepEqual(source.document.span, { from: 0, to: 3000 });
  assert.deepEqual(source.document.tags.map(({ tag }) => tag), ["", "new"]);
  assert.equal((await source.sum("new", source.document.span)).total, 1);
  end();
  source.append(packOf([{ tag: "new", begin: 3000, length: 1000, values: [7] }]));
  assert.equal(notified, 1);
});

test("intervals of a pack that is newer than its document are in its span", async () => {
  const older = documentOf(packOf([{ tag: "", begin: 0, length: 1000, values: [1] }]));
  const newer = packOf([0, 1000, 2000].map((begin) => ({ tag: "", begin, length: 1000, values: [1] })));
  const source = new LocalSource(older, newer);
  assert.deepEqual(source.document.span, { from: 0, to: 3000 });
  assert.equal((await source.sum("", source.document.span)).total, 3);
});
