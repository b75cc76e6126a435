// How far a large log has been read that is shown while it is read.

import type { SourceDocument, Span } from "../data/model.ts";
import { ELAPSED, formatMoment } from "../draw/moments.ts";
import { el, say } from "./dom.ts";
import { within } from "./spans.ts";

const A_SECOND = 1000;

/** "reading the log: 35 %, up to 8:24:00"; null if there is no more to read. */
export function readingInWords({ reading, span }: SourceDocument): string | null {
  return reading === undefined
    ? null
    : `reading the log: ${Math.floor(100 * reading.share)} %, up to ${formatMoment(reading.to, ELAPSED, A_SECOND, span)}`;
}

/** The part of a span that has been read; null if none has. */
export function readOf({ reading }: SourceDocument, span: Span): Span | null {
  return reading === undefined ? span : within(span, { from: -Infinity, to: reading.to });
}

/** Says on an element of which document its figures are: a test waits for "whole". */
export function markRead(element: HTMLElement, { reading }: SourceDocument): void {
  element.dataset["read"] = reading === undefined ? "whole" : "part";
}

/** The words, and a bar. */
export function readingBar(): { readonly element: HTMLElement; update(document: SourceDocument | null): void } {
  const words = el("span");
  const bar = el("progress", { max: 1, "aria-hidden": "true" });
  const element = el("span", { class: "reading", hidden: true }, words, bar);
  const update = (document: SourceDocument | null): void => {
    const told = document === null ? null : readingInWords(document);
    element.hidden = told === null;
    say(words, told ?? "");
    bar.value = document?.reading?.share ?? 1;
  };
  return { element, update };
}
