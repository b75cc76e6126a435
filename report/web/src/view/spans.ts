// Operations on spans of time, in milliseconds.

import type { Span } from "../data/model.ts";

export function lengthOf(span: Span): number {
  return span.to - span.from;
}

export function same(a: Span | null, b: Span | null): boolean {
  return a === b || (a !== null && b !== null && a.from === b.from && a.to === b.to);
}

/** The intersection of two spans; null if it is empty. */
export function within(span: Span, whole: Span): Span | null {
  const from = Math.max(span.from, whole.from);
  const to = Math.min(span.to, whole.to);
  return from < to ? { from, to } : null;
}

/** Moves a span, but not beyond the whole. */
export function moved(span: Span, by: number, whole: Span): Span {
  const room = by < 0 ? whole.from - span.from : whole.to - span.to;
  const step = by < 0 ? Math.max(by, Math.min(room, 0)) : Math.min(by, Math.max(room, 0));
  return { from: span.from + step, to: span.to + step };
}

/** Scales a span by a factor around a fixed moment; never longer than the whole. */
export function scaled(span: Span, factor: number, around: number, whole: Span, shortest: number): Span {
  const length = Math.min(lengthOf(whole), Math.max(shortest, lengthOf(span) * factor));
  const share = lengthOf(span) === 0 ? 0.5 : (around - span.from) / lengthOf(span);
  const from = Math.min(Math.max(around - share * length, whole.from), whole.to - length);
  return { from, to: from + length };
}

export function middle(span: Span): number {
  return (span.from + span.to) / 2;
}

/** Formats a span in words: "12.5 s to 14 s". */
export function inWords(span: Span): string {
  return `${seconds(span.from)} s to ${seconds(span.to)} s`;
}

/** Formats milliseconds as seconds, without trailing zeros. */
export function seconds(millis: number): string {
  const rounded = Number((millis / 1000).toFixed(3));
  return String(rounded === 0 ? 0 : rounded);
}

/** Parses seconds to milliseconds; null if it is not a number. */
export function fromSeconds(text: string): number | null {
  const trimmed = text.trim().replace(/\s*s$/, "").replace(",", ".").replace(/^[\u2212\u2013]/, "-");
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(trimmed) ? Number(trimmed) * 1000 : null;
}

/** Parses two times in seconds, separated by any dash or "to"; null if it is not a span. */
export function spanFromSeconds(text: string): Span | null {
  const [, first = "", last = ""] = /^\s*(\S+?)(?:\s*s)?\s*(?:[-\u2010-\u2015\u2212_]|\bto\b|\.\.)\s*(\S.*)$/.exec(text) ?? [];
  const from = fromSeconds(first);
  const to = fromSeconds(last);
  return from === null || to === null ? null : { from, to };
}

/** Parses the two fields of a span; returns a message if they are invalid. An empty field is the end of the whole. */
export function typedSpan(from: string, to: string, whole: Span): Span | string {
  const both = [from, to].map((text) => (fromSeconds(text) === null ? spanFromSeconds(text) : null)).find((each) => each !== null);
  const first = both?.from ?? (from.trim() === "" ? whole.from : fromSeconds(from));
  const last = both?.to ?? (to.trim() === "" ? whole.to : fromSeconds(to));
  if (first === null || last === null) {
    const wrong = first === null ? from : to;
    return `\u201c${wrong.trim().slice(0, 40)}\u201d is not a number of seconds`;
  }
  if (first >= last) {
    return "the end must be after the begin";
  }
  if (last <= whole.from || first >= whole.to) {
    return `nothing was recorded there; the recorded span is ${inWords(whole)}`;
  }
  return { from: first, to: last };
}
