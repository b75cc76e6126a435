// Where charts are drawn: every chart knows a Surface alone, so what is on the screen can be had as a file too.

export type { Cells, Fill, Points, Stroke, Surface, TextStyle } from "./paint.ts";
export { CanvasSurface, sizeCanvas } from "./canvas.ts";
export { SvgSurface } from "./svg.ts";
