// The excluded parts of a time axis, drawn over a plot.

import type { Box, Phases, Scale } from "./charts.ts";
import { crisp } from "./frame.ts";
import { hatch } from "./hatch.ts";
import type { Surface } from "./paint.ts";
import { SMALL } from "./text.ts";

const SHADE = 0.1;
const GAP = 5;
const DROP = 14;
const MIN_WIDTH = 2;
/** Of a shade with a longer label. */
const WIDE_ENOUGH = 130;

/** The part of a plot after the warm-up and the start of the schedule; before it, nothing is drawn. */
export function measuredPart(plot: Box, phases: Phases | undefined, x: Scale): Box {
  const from = phases === undefined ? null : measuredFrom(phases);
  const left = from === null ? plot.x : Math.min(Math.max(plot.x, x.toPixel(from)), plot.x + plot.width);
  return { ...plot, x: left, width: plot.x + plot.width - left };
}

/** The begin of the measured part, if something is before it. */
export function measuredFrom({ start, warmup }: Phases): number | null {
  return warmup?.to ?? start;
}

/** Shades the warm-up and the unread part, and marks the start of the schedule, with labels if there is room. */
export function drawPhases(surface: Surface, plot: Box, phases: Phases | undefined, x: Scale, named: boolean): void {
  if (phases === undefined) {
    return;
  }
  const { theme } = surface;
  surface.clip(plot, () => {
    const from = measuredFrom(phases);
    const before = from === null ? null : shadedBox(plot, { from: -Infinity, to: from }, x);
    if (before !== null) {
      shade(surface, before, "warm-up");
      edge(surface, plot, before.x + before.width);
    }
    const unread = phases.unread === undefined ? null : shadedBox(plot, phases.unread, x);
    if (unread !== null) {
      shade(surface, unread, "not read yet");
      edge(surface, plot, unread.x);
    }
    if (phases.start !== null) {
      const at = crisp(x.toPixel(phases.start));
      surface.line(at, plot.y, at, plot.y + plot.height, { colour: theme.softInk, width: 1, dash: [2, 3] });
    }
    if (named) {
      drawNames(surface, plot, phases, x);
    }
  });
}

function shade(surface: Surface, box: Box, name: string): void {
  const { theme } = surface;
  surface.group(name, () => {
    surface.rect(box, { colour: theme.softInk, opacity: SHADE });
    hatch(surface, box, { colour: theme.frame, width: 1, opacity: 0.35 });
  });
}

function edge(surface: Surface, plot: Box, x: number): void {
  const at = crisp(x);
  surface.line(at, plot.y, at, plot.y + plot.height, { colour: surface.theme.frame, width: 1, dash: [4, 3] });
}

function shadedBox(plot: Box, { from, to }: { from: number; to: number }, x: Scale): Box | null {
  const left = from === -Infinity ? plot.x : Math.max(plot.x, x.toPixel(from));
  const right = Math.min(plot.x + plot.width, x.toPixel(to));
  return right - left >= MIN_WIDTH ? { ...plot, x: left, width: right - left } : null;
}

function drawNames(surface: Surface, plot: Box, { start, warmup, unread }: Phases, x: Scale): void {
  const style = { size: SMALL, colour: surface.theme.softInk, halo: true } as const;
  const right = plot.x + plot.width;
  const box = warmup === null ? null : shadedBox(plot, warmup, x);
  const rest = unread === undefined ? null : shadedBox(plot, unread, x);
  const place = (left: number, texts: readonly string[], base: number): void => {
    const fits = (text: string): boolean => left + GAP + surface.textWidth(text, style) <= right;
    const text = left >= plot.x - 1 ? texts.find(fits) : undefined;
    if (text !== undefined) {
      surface.text(left + GAP, base, text, style);
    }
  };
  if (box !== null) {
    place(box.x, box.width > WIDE_ENOUGH ? ["warm-up, not measured", "warm-up"] : ["warm-up"], plot.y + DROP);
  }
  if (rest !== null) {
    place(rest.x, ["not read yet"], plot.y + DROP);
  }
  if (start !== null) {
    place(x.toPixel(start), ["start"], plot.y + (box === null ? DROP : 2 * DROP));
  }
}
