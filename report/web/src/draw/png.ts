// Files of pictures that are on the page.

import { CanvasSurface, sizeCanvas } from "./canvas.ts";
import type { Surface } from "./paint.ts";
import { SvgSurface } from "./svg.ts";
import type { Theme } from "./theme.ts";

const PIXEL_RATIO = 2;

export type Draw = (surface: Surface) => void;

/** What a function draws as a PNG file, with twice as many pixels a side, so that it is sharp in a document. */
export function toPng(draw: Draw, width: number, height: number, theme: Theme): Promise<Blob> {
  const canvas = document.createElement("canvas");
  sizeCanvas(canvas, width, height, PIXEL_RATIO);
  draw(new CanvasSurface(canvas, PIXEL_RATIO, theme));
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error("this browser made no PNG of the picture")) : resolve(blob)),
      "image/png",
    );
  });
}

/** The same as the text of an SVG file. */
export function toSvg(draw: Draw, width: number, height: number, theme: Theme, title = ""): string {
  const surface = new SvgSurface(width, height, theme, title);
  draw(surface);
  return surface.toString();
}
