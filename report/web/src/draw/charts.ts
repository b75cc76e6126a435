// The input and output of the charts. A chart is drawn on a Surface (a canvas, or an SVG for export) and returns the
// positions of its elements, so that the caller can find the element under a pointer.

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
  /** An index of a colour, see `seriesColour`. */
  readonly colour: number;
  readonly dashed: boolean;
  /** Distinguishes dashed curves of one colour; 0 if absent. */
  readonly variant?: number;
  readonly faint: boolean;
  /** Values in nanoseconds. */
  readonly points: readonly SpectrumPoint[];
  /** The number of values, which defines the end of the curve; estimated from the points if absent. */
  readonly total?: number;
}

/** A step of a service level: the maximum time at a percentile. */
export interface SlaStep {
  readonly percentile: number;
  readonly limit: Nanos;
}

export interface SpectrumChart {
  readonly series: readonly SpectrumSeries[];
  readonly sla: readonly SlaStep[];
  /** The quantile under the pointer, whose values are shown beside the curves. */
  readonly pointed: number | null;
  readonly logValues: boolean;
  /** Whether the curves are not known yet. */
  readonly loading?: boolean;
}

/** The parts of a time axis that are excluded from the figures. Nothing is drawn in them. */
export interface Phases {
  /** When the schedule started, if there can be data before it. */
  readonly start: Millis | null;
  /** The warm-up, which is excluded from all figures. */
  readonly warmup: Span | null;
  /** The part of a log that has not been read yet. */
  readonly unread?: Span;
}

export interface HeatChart {
  readonly span: Span;
  readonly columns: readonly Column[];
  /** Whether columns are narrower than the log's intervals; then each can have few values. */
  readonly fine?: boolean;
  /** Nanoseconds per unit of values. */
  readonly unit: number;
  readonly lines: readonly ("max" | "p99.9" | "p99" | "p50")[];
  readonly brush: Span | null;
  readonly pointed: Millis | null;
  /** Marked operations: when they were due, and how long they took. */
  readonly marks: readonly { readonly at: Millis; readonly value: Nanos; readonly lit: boolean }[];
  readonly phases?: Phases;
  /** Whether the columns are not known yet. */
  readonly loading?: boolean;
}

export interface Lane {
  readonly name: string;
  readonly side: Side;
  /** The machine of a fleet on which its items were observed, or several of them in words. */
  readonly machine?: string;
  readonly colour: number;
  readonly items: readonly LaneItem[];
}

export interface LaneItem {
  readonly id: number;
  readonly begin: Millis;
  readonly end: Millis;
  readonly lit: boolean;
  /** Written into its bar if there is room. */
  readonly text?: string;
}

export interface TimelineChart {
  readonly span: Span;
  readonly lanes: readonly Lane[];
  /** Achieved operations per second, a point per column. */
  readonly rate: readonly { readonly at: Millis; readonly achieved: number }[];
  readonly intendedRate: number | null;
  readonly brush: Span | null;
  readonly pointed: Millis | null;
  readonly phases?: Phases;
  /** Whether hiccups and rate are not known yet. */
  readonly loading?: boolean;
}

/** A stacked bar: an operation's time by cause. */
export interface BreakdownBar {
  readonly total: Nanos;
  readonly parts: readonly { readonly nanos: Nanos; readonly colour: number; readonly hatched: boolean }[];
}

export interface DifferenceChart {
  /** Percentiles with the ratio B / A and the bounds of its confidence interval. */
  readonly rows: readonly {
    readonly percentile: number;
    readonly ratio: number;
    readonly low: number;
    readonly high: number;
  }[];
}
