// The surface of charts: every chart depends only on Surface, so each picture can be exported as a file.

export type { Cells, Fill, Points, Stroke, Surface, TextStyle } from "./paint.ts";
export { CanvasSurface, sizeCanvas } from "./canvas.ts";
export { SvgSurface } from "./svg.ts";
