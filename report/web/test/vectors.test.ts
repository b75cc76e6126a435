// The page against HdrHistogram and Takt's own reader: see PageVectorsTest, which writes the vectors.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { decodeHistogram } from "../src/data/encoding.ts";
import type { Histogram } from "../src/data/histogram.ts";
import { LocalSource } from "../src/data/local.ts";
import { readLog } from "../src/data/log.ts";
import { readPack, sumOf, writePack } from "../src/data/pack.ts";

interface Figures {
  readonly total: number;
  readonly min: number;
  readonly max: number;
  readonly mean: number;
  readonly percentiles: readonly number[];
  readonly values: readonly number[];
}

interface EncodingVector extends Figures {
  readonly name: string;
  readonly base64: string;
  readonly slots: readonly (readonly [value: number, count: number])[];
}

interface LogVector {
  readonly file: string;
  readonly intervals: number;
  readonly origin: number;
  readonly lost: readonly number[];
  readonly tags: readonly (Figures & { readonly tag: string; readonly intervals: number })[];
  readonly windows: readonly {
    readonly from: number;
    readonly to: number;
    readonly totals: Readonly<Record<string, number>>;
  }[];
}

const LOGS = "../../record/src/test/resources/logs/";
const encodings = JSON.parse(readFileSync("test/vectors/encodings.json", "utf8")) as readonly EncodingVector[];
const logs = JSON.parse(readFileSync("test/vectors/logs.json", "utf8")) as readonly LogVector[];

/** Exact below 2^53; beyond, doubles have been rounded on the way. */
function assertCount(actual: number, expected: number, what: string): void {
  const rounded = expected < 2 ** 53 ? 0 : expected / 2 ** 51;
  assert.ok(Math.abs(actual - expected) <= rounded, what);
}

function verify(histogram: Histogram, expected: Figures): void {
  assertCount(histogram.total, expected.total, `total ${histogram.total}, expected ${expected.total}`);
  assert.equal(histogram.min, expected.min, "min");
  assert.equal(histogram.max, expected.max, "max");
  if (expected.total < 2 ** 53) {
    assert.equal(histogram.mean, expected.mean, "mean");
  } else {
    assert.ok(Math.abs(histogram.mean / expected.mean - 1) < 1e-14, "mean");
  }
  // Of more than 2^53 values, Java's rank of the last one is off by rounding; here, 100 % is the greatest.
  const values = expected.total < 2 ** 53 ? expected.values : [...expected.values.slice(0, -1), expected.max];
  assert.deepEqual(
    expected.percentiles.map((percentile) => histogram.valueAt(percentile)),
    values,
  );
}

test("there are vectors of all encodings", () => {
  assert.ok(encodings.length >= 22);
  assert.ok(logs.length >= 60);
});

for (const vector of encodings) {
  test(`decodes: ${vector.name}`, () => {
    const histogram = decodeHistogram(vector.base64);
    verify(histogram, vector);
    const slots = histogram.parts.flatMap(({ layout, slots, counts }) =>
      Array.from(slots, (slot, i) => [layout.highest(slot), counts[i]]),
    );
    assert.deepEqual(slots, vector.slots);
  });
}

for (const vector of logs) {
  test(`reads: ${vector.file}`, async () => {
    const { document, pack } = await readLog(vector.file, readFileSync(LOGS + vector.file));
    assert.equal(pack.size, vector.intervals);
    if (vector.intervals > 0) {
      assert.ok(Math.abs(document.originEpoch - vector.origin) < 0.001, `${document.originEpoch}`);
    }
    const lines = document.problems.map((problem) => Number(/^[^:]*:(\d+): /.exec(problem)?.[1] ?? 0));
    for (const lost of vector.lost) {
      assert.ok(lines.includes(lost), `line ${lost} is reported in ${document.problems.join("\n")}`);
    }
    assert.equal(document.entry.state, vector.intervals === 0 ? "broken" : "complete");
    assert.deepEqual(document.tags.map(({ tag }) => tag).sort(), vector.tags.map(({ tag }) => tag).sort());
    const source = new LocalSource(document, pack);
    const packed = await readPack(await writePack(pack));
    for (const expected of vector.tags) {
      const { from, to } = document.span;
      verify(source.sumNow(expected.tag, { from, to: to + 1 }), expected);
      verify(sumOf(packed, expected.tag), expected);
    }
    for (const { from, to, totals } of vector.windows) {
      for (const { tag } of vector.tags) {
        assertCount(source.sumNow(tag, { from, to }).total, totals[tag] ?? 0, `${tag} from ${from} to ${to}`);
      }
    }
  });
}
