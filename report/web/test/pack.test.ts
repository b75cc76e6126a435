import assert from "node:assert/strict";
import { test } from "node:test";
import { gunzipSync, gzipSync } from "node:zlib";
import { Layout } from "../src/data/layout.ts";
import { Malformed } from "../src/data/malformed.ts";
import { readPack, sumOf, writePack } from "../src/data/pack.ts";
import { chance, packOf } from "./given.ts";

const MAGIC = [...Buffer.from("TAKTPACK")];
const NO_TAG = [1, 0];
/** Three digits, no magnitude, integers in units of 1. */
const ONE_LAYOUT = [1, 3, 0, 0, 0x3f, 0xf0, 0, 0, 0, 0, 0, 0];

async function read(...bytes: readonly number[]): ReturnType<typeof readPack> {
  return readPack(gzipSync(Uint8Array.from([...MAGIC, ...bytes])));
}

test("a pack written by hand, byte by byte, as PAGE.md says", async () => {
  const doubles = [3, 3, 1, 0x3f, 0xd0, 0, 0, 0, 0, 0, 0];
  const pack = await read(
    ...[1, 2, 0, 2, 0x72, 0x74],
    ...[2, ...ONE_LAYOUT.slice(1), ...doubles],
    ...[1, 0, 0xd0, 0x0f, 0xe8, 0x07, 2, 5, 3, 0, 0x80, 0x01],
    ...[0, 1, 0x01, 10, 1, 4, 1],
  );
  assert.deepEqual(pack.tags, ["", "rt"]);
  assert.equal(pack.size, 2);
  assert.deepEqual([pack.tagOf(0), pack.begin(0), pack.length(0), pack.slotCount(0)], ["rt", 1000, 1000, 2]);
  assert.deepEqual([pack.tagOf(1), pack.begin(1), pack.length(1), pack.slotCount(1)], ["", 999, 10, 1]);
  const times = sumOf(pack, "rt");
  assert.deepEqual([times.total, times.min, times.max, times.valueAt(2)], [131, 5, 6, 5]);
  const halves = sumOf(pack, "");
  assert.deepEqual([halves.total, halves.max], [1, 1]);
});

test("a pack survives a round trip", async () => {
  const { below, uniform } = chance(3);
  const given = Array.from({ length: 300 }, (_, i) => ({
    tag: ["", "naïve✓", "a"][below(3)] ?? "",
    begin: i * 1000 - 5000 * below(2),
    length: below(2000),
    values: Array.from({ length: below(50) }, () => Math.floor(10 ** (uniform() * 12))),
    layout: [Layout.of(3, 0), Layout.of(2, 14), Layout.of(3, -20, true)][below(3)] ?? Layout.of(0, 0),
  }));
  const written = packOf(given);
  const pack = await readPack(await writePack(written));
  assert.equal(pack.size, 300);
  for (let i = 0; i < pack.size; i++) {
    assert.equal(pack.tagOf(i), given[i]?.tag);
    assert.equal(pack.begin(i), given[i]?.begin);
    assert.equal(pack.length(i), given[i]?.length);
    assert.equal(pack.slots(i).layout, given[i]?.layout);
  }
  for (const tag of pack.tags) {
    assert.deepEqual(sumOf(pack, tag).parts, sumOf(written, tag).parts);
  }
});

const HOSTILE: Readonly<Record<string, readonly number[]>> = {
  "another version": [2],
  "4 billion tags": [1, 0xff, 0xff, 0xff, 0xff, 0x0f],
  "a tag longer than the pack": [1, 1, 0xff, 0xff, 0xff, 0x7f, 65],
  "4 billion layouts": [1, ...NO_TAG, 0xff, 0xff, 0xff, 0xff, 0x0f],
  "nine digits": [1, ...NO_TAG, 1, 9, 0, 0, 0x3f, 0xf0, 0, 0, 0, 0, 0, 0],
  "a unit of 2^1000": [1, ...NO_TAG, 1, 3, 0xd0, 0x0f, 0, 0x3f, 0xf0, 0, 0, 0, 0, 0, 0],
  "a unit that is no number": [1, ...NO_TAG, 1, 3, 0, 0, 0x7f, 0xf8, 0, 0, 0, 0, 0, 0],
  "a tag that is not there": [1, ...NO_TAG, ...ONE_LAYOUT, 7, 0, 0, 0, 0],
  "a layout that is not there": [1, ...NO_TAG, ...ONE_LAYOUT, 0, 7, 0, 0, 0],
  "a begin beyond all time": [1, ...NO_TAG, ...ONE_LAYOUT, 0, 0, 255, 255, 255, 255, 255, 255, 255, 127, 0, 0],
  "4 billion slots": [1, ...NO_TAG, ...ONE_LAYOUT, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0x0f, 1, 1],
  "a slot beyond the last": [1, ...NO_TAG, ...ONE_LAYOUT, 0, 0, 0, 0, 1, 0xff, 0xff, 0xff, 0x7f, 1],
  "a number without an end": [1, ...NO_TAG, ...ONE_LAYOUT, 0, 0, 0, 0, 1, 1, ...new Array<number>(12).fill(255)],
  "half an interval": [1, ...NO_TAG, ...ONE_LAYOUT, 0, 0, 0],
};

for (const [what, bytes] of Object.entries(HOSTILE)) {
  test(`a pack with ${what} is rejected with a message`, async () => {
    await assert.rejects(read(...bytes), (e) => {
      assert.ok(e instanceof Malformed);
      assert.match(e.message, /^the pack of histograms cannot be read: ./);
      return true;
    });
  });
}

test("anything that is not a pack, or truncated, is rejected with a message", async () => {
  const whole = await writePack(packOf([{ tag: "a", begin: 0, length: 1000, values: [1, 5, 7000] }]));
  for (const bytes of [new Uint8Array(0), Uint8Array.of(1, 2, 3), gzipSync("PK"), gzipSync("")]) {
    await assert.rejects(readPack(bytes), Malformed);
  }
  for (let length = 0; length < whole.length; length++) {
    await assert.rejects(readPack(whole.subarray(0, length)), Malformed, `${length} bytes`);
  }
  const plain = gunzipSync(whole);
  for (let length = 0; length < plain.length - 1; length++) {
    const cut = readPack(gzipSync(plain.subarray(0, length)));
    // Where an interval would begin, a pack may also end.
    await cut.then((pack) => assert.equal(pack.size, 0), (e) => assert.ok(e instanceof Malformed));
  }
});

test("a pack that inflates to gigabytes is rejected early", { timeout: 20_000 }, async () => {
  const megabyte = gzipSync(new Uint8Array(1 << 24), { level: 9 });
  const bomb = Buffer.concat(new Array<Buffer>(80).fill(megabyte));
  await assert.rejects(readPack(bomb), /longer than the maximum of 536870912 bytes/);
});
