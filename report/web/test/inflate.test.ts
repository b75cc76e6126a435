import assert from "node:assert/strict";
import { test } from "node:test";
import { constants, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { decodeBase64 } from "../src/data/base64.ts";
import { gunzip } from "../src/data/gzip.ts";
import { Inflate } from "../src/data/inflate.ts";
import { Malformed } from "../src/data/malformed.ts";
import { chance } from "./given.ts";

const MAX_BYTES = 1 << 22;

function assertSame(actual: Uint8Array, expected: Uint8Array): void {
  assert.ok(Buffer.compare(actual, expected) === 0, `${actual.length} bytes, not ${expected.length}, or other ones`);
}

/** Texts of all sorts: noise, runs, repetition from far away, skewed bytes whose codes are long. */
function texts(): Uint8Array[] {
  const { below } = chance(7);
  const made = [new Uint8Array(0), Uint8Array.of(42), new Uint8Array(100_000)];
  for (const letters of [2, 5, 60, 256]) {
    for (const length of [10, 1000, 70_000]) {
      made.push(Uint8Array.from({ length }, () => Math.floor((below(1000) / 1000) ** 6 * letters)));
    }
  }
  const far = Uint8Array.from({ length: 40_000 }, () => below(256));
  far.copyWithin(32_700, 0, 5000);
  return [...made, far];
}

test("inflates what zlib deflates, at every level and strategy", () => {
  const inflate = new Inflate();
  for (const text of texts()) {
    for (const level of [0, 1, 6, 9]) {
      for (const strategy of [constants.Z_DEFAULT_STRATEGY, constants.Z_FIXED, constants.Z_HUFFMAN_ONLY]) {
        const packed = deflateSync(text, { level, strategy });
        assertSame(inflate.zlib(packed, 0, packed.length, () => MAX_BYTES), text);
      }
    }
  }
});

test("a truncated or changed stream is an error, without a hang or wrong bytes", () => {
  const { below } = chance(8);
  const inflate = new Inflate();
  const text = texts()[7] ?? new Uint8Array(0);
  const packed = deflateSync(text);
  let survived = 0;
  for (let i = 0; i < 3000; i++) {
    const damaged = packed.slice(0, i % 2 === 0 ? below(packed.length) : packed.length);
    if (i % 2 === 1) {
      const at = below(packed.length);
      damaged[at] = (damaged[at] ?? 0) ^ (1 << below(8));
    }
    try {
      assertSame(inflate.zlib(damaged, 0, damaged.length, () => MAX_BYTES), text);
      survived++;
    } catch (e) {
      assert.ok(e instanceof Malformed, String(e));
    }
  }
  assert.ok(survived < 100, `${survived} damaged streams were read`);
});

test("output is bounded for any stream", () => {
  const packed = deflateSync(new Uint8Array(1 << 20));
  assert.throws(() => new Inflate().zlib(packed, 0, packed.length, () => 50_000), /longer than the maximum of 50000 bytes/);
});

test("a gzip file is read up to its damage", () => {
  const text = texts()[12] ?? new Uint8Array(0);
  const packed = gzipSync(text);
  assert.equal(gunzip(packed, MAX_BYTES).damage, null);
  assertSame(gunzip(packed, MAX_BYTES).bytes, text);
  const two = Uint8Array.from([...packed, ...packed]);
  assert.deepEqual(gunzip(two, MAX_BYTES).bytes.length, 2 * text.length);
  const cut = gunzip(packed.subarray(0, packed.length >> 1), MAX_BYTES);
  assert.match(cut.damage ?? "", /cut off/);
  assert.ok(cut.bytes.length > text.length / 4);
  assertSame(cut.bytes, text.subarray(0, cut.bytes.length));
  packed[packed.length - 5] = (packed[packed.length - 5] ?? 0) ^ 1;
  assert.match(gunzip(packed, MAX_BYTES).damage ?? "", /checksum/);
});

test("a raw stream returns its end", () => {
  const text = texts()[5] ?? new Uint8Array(0);
  const packed = deflateRawSync(text);
  const inflate = new Inflate();
  assert.equal(inflate.raw(Uint8Array.from([...packed, 1, 2, 3]), 0, packed.length + 3, () => MAX_BYTES), packed.length);
  assertSame(inflate.output, text);
});

test("Base64 of every length, and invalid Base64", () => {
  const { below } = chance(9);
  for (let length = 0; length < 50; length++) {
    const bytes = Uint8Array.from({ length }, () => below(256));
    const text = Buffer.from(bytes).toString("base64");
    assert.deepEqual(decodeBase64(text), bytes);
    assert.deepEqual(decodeBase64(text.replace(/=+$/, "")), bytes);
  }
  for (const wrong of ["!!!!", "a", "abcde", "a===", "ab=c", "ab=", "äbcd"]) {
    assert.throws(() => decodeBase64(wrong), Malformed, wrong);
  }
});

test("a match before the start of the stream is an error", () => {
  // One block of fixed codes: three bytes from one byte back, and nothing before them.
  assert.throws(() => new Inflate().raw(Uint8Array.of(0x03, 0x02, 0x00), 0, 3, () => MAX_BYTES), /before its start/);
});
