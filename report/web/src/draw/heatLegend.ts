import type { Box } from "./charts.ts";
import type { Surface } from "./paint.ts";
import { SMALL } from "./text.ts";
import { formatShort } from "./units.ts";

const RAMP = 110;
const HIGH = 10;
const GAP = 6;

/** Draws the colour scale at the right end of a box, from one to the highest count. */
export function drawHeatLegend(surface: Surface, box: Box, highest: number): void {
  const { theme } = surface;
  const style = { size: SMALL, colour: theme.softInk } as const;
  const most = formatShort(highest);
  const what = box.width > 320 ? " values in a cell" : "";
  const end = box.x + box.width - surface.textWidth(most + what, style);
  const base = box.y + SMALL + 2;
  surface.text(box.x + box.width, base, most + what, { ...style, anchor: "end" });
  if (highest <= 1) {
    const colour = theme.heat[0] ?? theme.ink;
    surface.rect({ x: end - GAP - HIGH, y: base - HIGH, width: HIGH, height: HIGH }, { colour });
    return;
  }
  const left = end - GAP - RAMP;
  surface.cells({
    lefts: theme.heat.map((_, i) => left + (i / theme.heat.length) * RAMP),
    rights: theme.heat.map((_, i) => left + ((i + 1) / theme.heat.length) * RAMP),
    edges: [base - HIGH, base],
    shades: Uint8Array.from(theme.heat, (_, i) => i + 1),
    palette: theme.heat,
  });
  surface.text(left - GAP, base, "1", { ...style, anchor: "end" });
}
