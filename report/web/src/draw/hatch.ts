import type { Box } from "./charts.ts";
import type { Stroke, Surface } from "./paint.ts";

const APART = 5;
const MAX_LINES = 2000;

/** Fills a box with slanted lines, to distinguish it without colour. */
export function hatch(surface: Surface, box: Box, stroke: Stroke): void {
  const count = Math.min(MAX_LINES, Math.ceil((box.width + box.height) / APART));
  surface.clip(box, () => {
    for (let i = 0; i < count; i++) {
      const x = box.x + i * APART;
      surface.line(x, box.y, x - box.height, box.y + box.height, stroke);
    }
  });
}
