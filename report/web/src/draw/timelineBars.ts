import type { Box, Lane, LaneItem, Scale } from "./charts.ts";
import { contrast } from "./colour.ts";
import { hatch } from "./hatch.ts";
import type { Surface } from "./paint.ts";
import { seriesColour } from "./series.ts";
import { fitted, plainText } from "./text.ts";
import type { LaneRow } from "./timelineLayout.ts";

const MIN_WIDTH = 1.5;
const REACH = 4;
const TEXT = 11;
const HALF_DIGIT = 3.9;
const GAP = 4;
const MIN_TEXT = 44;

interface Bar {
  readonly left: number;
  readonly right: number;
}

/** Draws the items of a lane. Items that touch in the picture become one bar; highlighted ones are in front. */
export function drawBars(surface: Surface, row: LaneRow, x: Scale, measured: Box): void {
  const { theme } = surface;
  const colour = seriesColour(theme, row.lane.colour);
  const place = { y: row.barTop, height: row.barHeight };
  for (const bar of joined(row.lane.items.map((item) => barOf(item, x)))) {
    surface.rect({ ...place, x: bar.left, width: bar.right - bar.left }, { colour });
  }
  for (const item of row.lane.items.filter((each) => each.lit)) {
    const { left, right } = barOf(item, x);
    const box = { x: left - 1, y: row.barTop - 1, width: right - left + 2, height: row.barHeight + 2 };
    surface.rect(box, { colour });
    hatch(surface, box, { colour: theme.paper, width: 1.5 });
    surface.rect(box, null, { colour: theme.ink, width: 2 });
  }
  drawTexts(surface, row, x, measured);
}

/** Writes the texts of items into their bars where there is room, and no other item overlaps. */
function drawTexts(surface: Surface, row: LaneRow, x: Scale, measured: Box): void {
  const { theme } = surface;
  const colour = seriesColour(theme, row.lane.colour);
  const style = { size: TEXT, colour: contrast(theme.ink, colour) > contrast(theme.paper, colour) ? theme.ink : theme.paper } as const;
  const items = row.lane.items.map((item) => ({ ...barOf(item, x), text: item.text ?? "" })).sort((a, b) => a.left - b.left);
  let end = -Infinity;
  items.forEach(({ left, right, text }, i) => {
    const from = Math.max(left, measured.x) + GAP;
    const room = Math.min(right, measured.x + measured.width) - GAP - from;
    if (text !== "" && room > MIN_TEXT && row.barHeight > TEXT && left >= end && right <= (items[i + 1]?.left ?? Infinity)) {
      const shown = fitted(plainText(text), room, (each) => surface.textWidth(each, style));
      surface.text(from, row.barTop + row.barHeight / 2 + HALF_DIGIT, shown, style);
    }
    end = Math.max(end, right);
  });
}

/** The bar of an item, with a minimum visible width around its middle. */
function barOf(item: LaneItem, x: Scale): Bar {
  const [left, right] = [x.toPixel(item.begin), x.toPixel(item.end)];
  const middle = (left + right) / 2;
  return right - left >= MIN_WIDTH ? { left, right } : { left: middle - MIN_WIDTH / 2, right: middle + MIN_WIDTH / 2 };
}

function joined(bars: readonly Bar[]): readonly Bar[] {
  const all: { left: number; right: number }[] = [];
  for (const bar of [...bars].sort((a, b) => a.left - b.left)) {
    const last = all.at(-1);
    if (last !== undefined && bar.left <= last.right) {
      last.right = Math.max(last.right, bar.right);
    } else {
      all.push({ ...bar });
    }
  }
  return all;
}

/** The item at a pixel, or the nearest within reach; of several the shortest, which would be unreachable otherwise. */
export function itemUnder(lane: Lane | null, x: Scale, pixel: number): LaneItem | null {
  let best: LaneItem | null = null;
  let nearest = REACH;
  for (const item of lane?.items ?? []) {
    const { left, right } = barOf(item, x);
    const distance = Math.max(0, left - pixel, pixel - right);
    const isBetter = distance < nearest || (distance === nearest && best !== null && lengthOf(item) < lengthOf(best));
    if (distance <= REACH && (best === null || isBetter)) {
      best = item;
      nearest = distance;
    }
  }
  return best;
}

function lengthOf(item: LaneItem): number {
  return item.end - item.begin;
}
