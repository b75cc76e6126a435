// The parts of a run or log that figures are not of.

import type { SourceDocument } from "../data/model.ts";
import type { Phases } from "../draw/charts.ts";
import { seconds } from "./spans.ts";

/** Hiccups are measured before the schedule starts, so an axis can begin earlier: moment 0 is that start. */
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

/** The same in a sentence, for who does not see it. */
export function phasesInWords(document: SourceDocument): string {
  const { start, warmup, unread } = phasesOf(document);
  const shaded = warmup === null ? "" : `Hatched: the warm-up, until ${seconds(warmup.to)} s, which is in no figure. `;
  const zero = start === null ? "" : "The schedule started at 0; what is before it are hiccups alone.";
  const rest = unread === undefined ? "" : `Hatched: what is not read yet, from ${seconds(unread.from)} s on.`;
  return (shaded + zero + rest).trimEnd();
}
