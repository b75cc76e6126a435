// The progress of a large log that is shown while it is read.

import type { SourceDocument, Span } from "../data/model.ts";
import { ELAPSED, formatMoment } from "../draw/moments.ts";
import { el, setText } from "./dom.ts";
import { within } from "./spans.ts";

const A_SECOND = 1000;

/** "reading the log: 35 %, up to 8:24:00"; null if the log has been read. */
export function readingInWords({ reading, span }: SourceDocument): string | null {
  return reading === undefined
    ? null
    : `reading the log: ${Math.floor(100 * reading.share)} %, up to ${formatMoment(reading.to, ELAPSED, A_SECOND, span)}`;
}

/** The part of a span that has been read; null if none has. */
export function readOf({ reading }: SourceDocument, span: Span): Span | null {
  return reading === undefined ? span : within(span, { from: -Infinity, to: reading.to });
}

/** Marks on an element whether its figures are of the whole log; tests wait for "whole". */
export function markRead(element: HTMLElement, { reading }: SourceDocument): void {
  element.dataset["read"] = reading === undefined ? "whole" : "part";
}

/** The progress in words and as a bar. */
export function readingBar(): { readonly element: HTMLElement; update(document: SourceDocument | null): void } {
  const words = el("span");
  const bar = el("progress", { max: 1, "aria-hidden": "true" });
  const element = el("span", { class: "reading", hidden: true }, words, bar);
  const update = (document: SourceDocument | null): void => {
    const text = document === null ? null : readingInWords(document);
    element.hidden = text === null;
    setText(words, text ?? "");
    bar.value = document?.reading?.share ?? 1;
  };
  return { element, update };
}
