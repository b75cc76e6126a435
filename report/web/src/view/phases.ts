// The parts of a run or log that are excluded from the figures.

import type { SourceDocument } from "../data/model.ts";
import type { Phases } from "../draw/charts.ts";
import { seconds } from "./spans.ts";

/** The excluded parts. Hiccups are measured before the schedule starts at time 0, so an axis can begin earlier. */
export function phasesOf(document: SourceDocument): Phases {
  const { measured, span, run, reading } = document;
  if (run === undefined) {
    const unread = reading === undefined ? {} : { unread: { from: reading.to, to: span.to } };
    return { start: null, warmup: null, ...unread };
  }
  return {
    start: span.from < 0 ? 0 : null,
    warmup: measured !== undefined && measured.from > Math.max(0, span.from) ? { from: 0, to: measured.from } : null,
  };
}

/** The excluded parts in words, for screen readers too. */
export function phasesInWords(document: SourceDocument): string {
  const { start, warmup, unread } = phasesOf(document);
  const shaded = warmup === null ? "" : `Hatched: the warm-up until ${seconds(warmup.to)} s. It is in no figure, and nothing in it is drawn. `;
  const zero = start === null ? "" : warmup === null ? "Hatched: before the schedule started at 0." : "The schedule started at 0.";
  const rest = unread === undefined ? "" : `Hatched: not read yet, from ${seconds(unread.from)} s on.`;
  return (shaded + zero + rest).trimEnd();
}
