import assert from "node:assert/strict";
import { test } from "node:test";
import { SvgSurface } from "../src/draw/surface.ts";
import { runsOf } from "../src/draw/cells.ts";
import { dark, light } from "../src/draw/theme.ts";
import { fitted } from "../src/draw/text.ts";
import { assertSound, svgOf } from "./svgCheck.ts";

const HOSTILE = `<script>alert(1)</script>&"'`;
const ESCAPED = "&lt;script&gt;alert(1)&lt;/script&gt;&amp;&quot;&#39;";

test("names are escaped everywhere", () => {
  const surface = new SvgSurface(100, 50, light, HOSTILE);
  surface.group(HOSTILE, () =>
    surface.text(1, 2, HOSTILE, { size: 12, colour: HOSTILE, bold: true, rotation: -90, halo: true }),
  );
  const svg = surface.toString();
  assertSound(svg);
  assert.doesNotMatch(svg, /<script/);
  assert.equal(svg.split(`>${ESCAPED}<`).length - 1, 3, "title of the picture, of the group, and the text");
});

test("characters that cannot be shown are replaced", () => {
  const svg = svgOf((surface) => surface.text(0, 0, "a\u0000b\nc\u202ed\ud800e", { size: 12, colour: "#000000" }));
  assert.match(svg, />a\ufffdb\ufffdc\ufffdd\ufffde</);
});

test("points that are not finite are omitted, and the rest of the line is drawn", () => {
  const svg = svgOf((surface) => {
    surface.line(0, NaN, 1, 1, { colour: "#000000", width: 1 });
    surface.rect({ x: 0, y: 0, width: Infinity, height: 1 }, { colour: "#111111" });
    surface.rect({ x: 0, y: 0, width: -1, height: 1 }, { colour: "#111111" });
    surface.circle(NaN, 1, 2, null);
    surface.text(NaN, 1, "nowhere", { size: 12, colour: "#000000" });
    surface.area([0, 0, 1, NaN, 2, 2], { colour: "#111111" });
    surface.polyline([0, 0, NaN, 5, 2, 2], { colour: "#222222", width: 1, dash: [1, 2], opacity: 0.5 });
  });
  assert.doesNotMatch(svg, /nowhere|#111111|circle/);
  assert.match(svg, /d="M0 0L2 2" stroke="#222222" stroke-width="1" stroke-opacity="0.5" stroke-dasharray="1 2"/);
});

test("the picture has the theme's background and its own size", () => {
  const svg = new SvgSurface(320, 200, dark).toString();
  assert.match(svg, /width="320" height="200" viewBox="0 0 320 200"/);
  assert.match(svg, /<rect x="0" y="0" width="320" height="200" fill="#0d1117"\/>/);
});

test("adjacent cells of one colour are merged, in either direction of heights", () => {
  const cells = {
    lefts: [0, 10],
    rights: [10, 20],
    edges: [30, 20, 10, 0],
    shades: Uint8Array.from([1, 1, 2, 0, 2, 0]),
    palette: ["#aa0000", "#00bb00"],
  };
  assert.deepEqual(runsOf(cells), [
    [0, 10, 10, 30],
    [0, 0, 10, 10, 10, 10, 20, 20],
  ]);
  assert.match(
    svgOf((surface) => surface.cells(cells)),
    /<path d="M0 10H10V30H0Z" fill="#aa0000"\/>/,
  );
});

test("a long text is shortened in the middle", () => {
  assert.equal(
    fitted("abcdefghij", 5, (text) => text.length),
    "ab…ij",
  );
  assert.equal(
    fitted("abcde", 5, (text) => text.length),
    "abcde",
  );
  assert.equal(
    fitted("abcde", 0, (text) => text.length),
    "…",
  );
});
