// Export of pictures as files.

import { CanvasSurface, sizeCanvas } from "./canvas.ts";
import type { Surface } from "./paint.ts";
import { SvgSurface } from "./svg.ts";
import type { Theme } from "./theme.ts";

const PIXEL_RATIO = 2;

export type Draw = (surface: Surface) => void;

/** Renders a picture as a PNG file with doubled resolution. */
export function toPng(draw: Draw, width: number, height: number, theme: Theme): Promise<Blob> {
  const canvas = document.createElement("canvas");
  sizeCanvas(canvas, width, height, PIXEL_RATIO);
  draw(new CanvasSurface(canvas, PIXEL_RATIO, theme));
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error("this browser cannot export the picture as PNG")) : resolve(blob)),
      "image/png",
    );
  });
}

/** Renders a picture as an SVG file. */
export function toSvg(draw: Draw, width: number, height: number, theme: Theme, title = ""): string {
  const surface = new SvgSurface(width, height, theme, title);
  draw(surface);
  return surface.toString();
}
