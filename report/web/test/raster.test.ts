import assert from "node:assert/strict";
import { test } from "node:test";
import { rasterOf } from "../src/draw/raster.ts";

const CELLS = {
  lefts: [1, 2.6],
  rights: [2.6, 4],
  edges: [5, 3.4, 2],
  shades: Uint8Array.from([1, 0, 2, 2]),
  palette: ["#aa0102", "#00bb03"],
};
const SCREEN = { width: 100, height: 100 };

/** A letter for each pixel: its colour's place in the palette. */
function picture(pixelRatio: number, most = SCREEN, cells = CELLS): readonly string[] {
  const raster = rasterOf(cells, pixelRatio, most);
  assert.ok(raster !== null);
  const { width, height, bytes } = raster;
  const letter = (at: number) => {
    const [red, green, , opacity] = bytes.subarray(4 * at, 4 * at + 4);
    return opacity === 0 ? "." : red === 0xaa ? "a" : green === 0xbb ? "b" : "?";
  };
  return Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (_, x) => letter(y * width + x)).join(""),
  );
}

test("cells become whole pixels, without seams or shared pixels", () => {
  assert.deepEqual(picture(1), ["..b", "aab", "aab"]);
  assert.deepEqual(rasterOf(CELLS, 1, SCREEN)?.left, 1);
  assert.deepEqual(rasterOf(CELLS, 1, SCREEN)?.top, 2);
});

test("cells are sharper at a higher pixel ratio", () => {
  assert.deepEqual(picture(2), ["...bbb", "...bbb", "...bbb", "aaabbb", "aaabbb", "aaabbb"]);
});

test("a column narrower than a pixel is visible", () => {
  const cells = { ...CELLS, lefts: [1, 2.1], rights: [2, 2.2] };
  assert.deepEqual(picture(1, SCREEN, cells), [".b", "ab", "ab"]);
  assert.deepEqual(picture(1, SCREEN, { ...cells, rights: [1.1, 4] }), [".bb", "abb", "abb"]);
});

test("cells beyond the canvas are clipped, and an empty picture is null", () => {
  assert.deepEqual(picture(1, { width: 3, height: 4 }), ["..", "aa"]);
  assert.equal(rasterOf({ ...CELLS, lefts: [], rights: [], shades: new Uint8Array(0) }, 1, SCREEN), null);
  assert.equal(rasterOf({ ...CELLS, edges: [NaN, NaN, NaN] }, 1, SCREEN), null);
});
