// Checks of every SVG.

import assert from "node:assert/strict";
import type { Surface } from "../src/draw/surface.ts";
import { SvgSurface } from "../src/draw/surface.ts";
import { light } from "../src/draw/theme.ts";

const ENTITY = /&(?!amp;|lt;|gt;|quot;|#39;)/;
const TOKEN = /<\?xml [^<>]*\?>|<(\/?)([A-Za-z]+)((?:\s+[a-zA-Z-]+="[^"<]*")*)\s*(\/?)>|([^<]+)/gy;

export function svgOf(draw: (surface: Surface) => void, width = 800, height = 400): string {
  const surface = new SvgSurface(width, height, light, "picture");
  draw(surface);
  const svg = surface.toString();
  assertSound(svg);
  return svg;
}

/** Asserts that a text is well-formed, as far as possible without a parser, and that all coordinates are finite. */
export function assertSound(svg: string): void {
  const open: string[] = [];
  let end = 0;
  for (const match of svg.matchAll(TOKEN)) {
    const [whole, closing, name, attributes, alone, text] = match;
    assert.equal(match.index, end, `something is wrong at: ${svg.slice(end, end + 80)}`);
    end = match.index + whole.length;
    assert.doesNotMatch(text ?? attributes ?? "", ENTITY);
    if (name === undefined || alone === "/") {
      continue;
    }
    if (closing === "/") {
      assert.equal(open.pop(), name);
    } else {
      open.push(name);
    }
  }
  assert.equal(end, svg.length, `something is wrong at: ${svg.slice(end, end + 80)}`);
  assert.deepEqual(open, []);
  assert.doesNotMatch(svg, /NaN|Infinity|undefined|null|="-?[\d.]+e/);
}

/** The texts that are written in a picture. */
export function textsOf(svg: string): readonly string[] {
  return [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map((match) => match[1] ?? "");
}
