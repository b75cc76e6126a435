// Spans of time, as a hand or a keyboard changes them. All in milliseconds.

import type { Span } from "../data/model.ts";

export function lengthOf(span: Span): number {
  return span.to - span.from;
}

export function same(a: Span | null, b: Span | null): boolean {
  return a === b || (a !== null && b !== null && a.from === b.from && a.to === b.to);
}

/** The part of a span that lies within another; null if none does. */
export function within(span: Span, whole: Span): Span | null {
  const from = Math.max(span.from, whole.from);
  const to = Math.min(span.to, whole.to);
  return from < to ? { from, to } : null;
}

/** Moved, but not out of the whole. */
export function moved(span: Span, by: number, whole: Span): Span {
  const room = by < 0 ? whole.from - span.from : whole.to - span.to;
  const step = by < 0 ? Math.max(by, Math.min(room, 0)) : Math.min(by, Math.max(room, 0));
  return { from: span.from + step, to: span.to + step };
}

/** Longer or shorter by a factor around a moment that stays where it is; never longer than the whole. */
export function scaled(span: Span, factor: number, around: number, whole: Span, shortest: number): Span {
  const length = Math.min(lengthOf(whole), Math.max(shortest, lengthOf(span) * factor));
  const share = lengthOf(span) === 0 ? 0.5 : (around - span.from) / lengthOf(span);
  const from = Math.min(Math.max(around - share * length, whole.from), whole.to - length);
  return { from, to: from + length };
}

export function middle(span: Span): number {
  return (span.from + span.to) / 2;
}

/** "12.5 s to 14 s", as a sentence tells it. */
export function inWords(span: Span): string {
  return `${seconds(span.from)} s to ${seconds(span.to)} s`;
}

/** Milliseconds as seconds, to a millisecond, without zeros at the end. */
export function seconds(millis: number): string {
  const rounded = Number((millis / 1000).toFixed(3));
  return String(rounded === 0 ? 0 : rounded);
}

/** What was typed as seconds, in milliseconds; null if it is no number. */
export function fromSeconds(text: string): number | null {
  const trimmed = text.trim().replace(/\s*s$/, "").replace(",", ".");
  const value = trimmed === "" ? Number.NaN : Number(trimmed);
  return Number.isFinite(value) ? value * 1000 : null;
}
