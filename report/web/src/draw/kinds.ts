// The colours of kinds of stalls: one for each, the same in all pictures, tables and runs.

import { hexOf } from "./colour.ts";

/** Hue in degrees, and a step of lightness from dark (0) to light (3). Related kinds have similar hues. */
const KINDS: Readonly<Record<string, readonly [hue: number, step: number]>> = {
  gc_pause: [40, 1],
  safepoint: [70, 2],
  time_to_safepoint: [95, 3],
  handshake: [100, 1],
  allocation_stall: [22, 0],
  monitor_wait: [345, 2],
  lock_wait: [335, 0],
  pinned: [5, 3],
  compilation: [155, 1],
  class_load: [165, 3],
  deoptimization: [140, 0],
  thread_start: [125, 2],
  socket_io: [225, 3],
  file_io: [235, 2],
  io_pressure: [215, 0],
  major_faults: [195, 2],
  swap: [190, 1],
  run_queue: [264, 1],
  throttled: [270, 0],
  steal: [238, 1],
  cpu_pressure: [262, 3],
  stopped: [300, 1],
  memory_pressure: [320, 3],
  sent_late: [60, 0],
};

const NAMES = Object.keys(KINDS);
const CHROMA = 0.15;
/** Indices below this one are colours of kinds; this one is the grey of unexplained time. */
const FIRST = -2;

/** The grey of unexplained time. */
export const UNEXPLAINED_COLOUR = -1;

/** The index of a kind's colour. Hiccups, and kinds of a newer Takt, have no hue. */
export function kindColour(kind: string): number {
  const place = NAMES.indexOf(kind);
  return FIRST - (place < 0 ? NAMES.length : place);
}

/**
 * The colours of all kinds, in the order of their indices.
 *
 * @param steps the lightness of each step
 * @param plain the colour without a hue
 */
export function kindColours(steps: readonly number[], plain: string): readonly string[] {
  const colours = Object.values(KINDS).map(([hue, step]) => hexOf({ lightness: steps[step] ?? 0.5, hue, chroma: CHROMA }));
  return [...colours, plain];
}

/** The place of an index in `kindColours`; null if it is not a kind's. */
export function kindPlace(colour: number): number | null {
  return colour <= FIRST ? FIRST - colour : null;
}
