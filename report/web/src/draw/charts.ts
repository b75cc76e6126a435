// What the charts are given and what they answer. A chart is drawn on a Surface (a canvas, or an SVG for export) and
// tells where things are, so that the one who asked can find out what is under a pointer.

import type { Column } from "../data/source.ts";
import type { SpectrumPoint } from "../data/histogram.ts";
import type { Millis, Nanos, Side, Span } from "../data/model.ts";

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Scale {
  toPixel(value: number): number;
  toValue(pixel: number): number;
}

/** One curve of the spectrum. */
export interface SpectrumSeries {
  readonly name: string;
  /** A number of the palette. */
  readonly colour: number;
  readonly dashed: boolean;
  readonly faint: boolean;
  /** Values in nanoseconds. */
  readonly points: readonly SpectrumPoint[];
  /** How many values there are: up to where the curve goes. Guessed from the points if absent. */
  readonly total?: number;
}

/** A service level: at each percentile, the longest time that is allowed. */
export interface SlaStep {
  readonly percentile: number;
  readonly limit: Nanos;
}

export interface SpectrumChart {
  readonly series: readonly SpectrumSeries[];
  readonly sla: readonly SlaStep[];
  /** A quantile that is pointed at: its values are written beside the curves. */
  readonly pointed: number | null;
  readonly logValues: boolean;
}

/** What parts an axis of time has that figures are not of. */
export interface Phases {
  /** When the schedule started, if anything can be before that. */
  readonly start: Millis | null;
  /** What is in no figure. */
  readonly warmup: Span | null;
  /** What is not read yet. */
  readonly unread?: Span;
}

export interface HeatChart {
  readonly span: Span;
  readonly columns: readonly Column[];
  /** Nanoseconds of a value of 1. */
  readonly unit: number;
  readonly lines: readonly ("max" | "p99.9" | "p99" | "p50")[];
  readonly brush: Span | null;
  readonly pointed: Millis | null;
  /** Single operations to be marked: when they were due, and how long they took. */
  readonly marks: readonly { readonly at: Millis; readonly value: Nanos; readonly lit: boolean }[];
  readonly phases?: Phases;
}

export interface Lane {
  readonly name: string;
  readonly side: Side;
  readonly colour: number;
  readonly items: readonly LaneItem[];
}

export interface LaneItem {
  readonly id: number;
  readonly begin: Millis;
  readonly end: Millis;
  readonly lit: boolean;
}

export interface TimelineChart {
  readonly span: Span;
  readonly lanes: readonly Lane[];
  /** Operations per second, a point a column: what was intended and what was achieved. */
  readonly rate: readonly { readonly at: Millis; readonly achieved: number }[];
  readonly intendedRate: number | null;
  readonly brush: Span | null;
  readonly pointed: Millis | null;
  readonly phases?: Phases;
}

/** One line of stacked parts: an operation's time, by what took it. */
export interface BreakdownBar {
  readonly total: Nanos;
  readonly parts: readonly { readonly nanos: Nanos; readonly colour: number; readonly hatched: boolean }[];
}

export interface DifferenceChart {
  /** Percentiles, with how much B takes more than A, and the bounds of the confidence interval; as ratios. */
  readonly rows: readonly {
    readonly percentile: number;
    readonly ratio: number;
    readonly low: number;
    readonly high: number;
  }[];
}
