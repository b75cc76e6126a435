// What the page is given: the counterpart of report/PAGE.md, which says what each field means.

/** Milliseconds since the origin of a source: the start of its log. Fractions go down to a nanosecond. */
export type Millis = number;

/** Nanoseconds, as lengths of time are told. */
export type Nanos = number;

/** What a report holds, or what the explorer's `/api/sources` answers. */
export interface PageManifest {
  readonly format: "takt-page-1";
  readonly takt: string;
  readonly mode: "report" | "explore";
  readonly sources: readonly SourceEntry[];
}

/** A run or a log, as a list shows it. */
export interface SourceEntry {
  /** Unique in the page; letters, digits, "-" and "_" alone. */
  readonly id: string;
  /** The name of its folder or file. */
  readonly name: string;
  readonly kind: "run" | "log";
  readonly state: "complete" | "running" | "broken";
  /** In words, what is wrong with it; only if it is broken. */
  readonly problem?: string;
  /** When it began, wall clock, milliseconds since 1970. */
  readonly began?: number;
  readonly target?: string;
  /** Intended operations per second. */
  readonly rate?: number;
  /** The 99th percentile of the headline measure over all operations. */
  readonly p99?: Nanos;
}

/** One source, all but its histograms. */
export interface SourceDocument {
  readonly format: "takt-source-1";
  readonly entry: SourceEntry;
  /** The wall-clock time of moment 0, milliseconds since 1970. */
  readonly originEpoch: number;
  /** Nanoseconds that a recorded value of 1 stands for; absent if nothing says it: then 1 is assumed, and may be changed. */
  readonly unit?: number;
  readonly tags: readonly TagInfo[];
  /** Where its histograms come from: a pack that holds all, or queries for a part. */
  readonly delivery: "pack" | "query";
  /** How far its log has been read; absent if it has been to its end, or is still being written. */
  readonly reading?: Reading;
  /** The first moment and the end of the last interval; of a log that is being read, as far as its last lines tell. */
  readonly span: Span;
  /** The measured part of a run; what was before is warm-up. */
  readonly measured?: Span;
  readonly run?: RunFacts;
  readonly explanation?: Explanation;
  readonly stalls?: StallList;
  /** What a reader should know, a sentence each: merged intervals, what was left out. */
  readonly notes: readonly string[];
  /** What was wrong with its files, a sentence each. */
  readonly problems: readonly string[];
}

/** What there is of a large log while it is read. */
export interface Reading {
  /** Which part of its bytes has been read: up to 1. */
  readonly share: number;
  /** Where what has been read ends. */
  readonly to: Millis;
}

export interface Span {
  readonly from: Millis;
  readonly to: Millis;
}

export interface TagInfo {
  /** As the log has it; "" stands for no tag. */
  readonly tag: string;
  /** Which histograms those are: the first is the default of a page. */
  readonly group: "latency" | "hiccups";
  /** Of Takt's own tags. */
  readonly operation?: string;
  readonly measure?: "response" | "service" | "wait" | "lateness";
  readonly outcome?: "completed" | "failed" | "timed_out" | "unfinished" | "never_sent";
  readonly warmup?: boolean;
}

/** What `run.json` tells, as far as a person looks at it. */
export interface RunFacts {
  readonly target: string;
  readonly schedule: string;
  /** The first measure is the one to look at. */
  readonly headline: "response" | "service";
  readonly intendedRate?: number;
  readonly achievedRate: number;
  readonly lengthMillis: number;
  readonly balance: {
    readonly intended: number;
    readonly completed: number;
    readonly failed: number;
    readonly timedOut: number;
    readonly unfinished: number;
    readonly neverSent: number;
  };
  /** How many answers had which status; absent where the protocol has none. */
  readonly statuses?: readonly { readonly status: string; readonly count: number }[];
  /** `file`: where the first failing answer of the kind is, relative to the run directory. */
  readonly errors: readonly { readonly text: string; readonly count: number; readonly file?: string }[];
  readonly verdict: {
    readonly word: string;
    readonly ok: boolean;
    /** Whether it sent on time and yet lost a part of the slowest operations' time. */
    readonly inPart?: boolean;
    readonly findings: readonly string[];
  };
  /** That another load was offered than was asked for, a sentence each. */
  readonly missed?: readonly string[];
  readonly assertions: readonly { readonly rule: string; readonly actual: string; readonly broken: boolean }[];
  /** Name and value, as `takt run` was started and where it ran. */
  readonly environment: readonly (readonly [string, string])[];
}

export type Side = "generator" | "target" | "host";

export interface CauseName {
  readonly side: Side;
  /** A kind of stall, or "sent_late". */
  readonly kind: string;
  readonly detail: string | null;
  /** For people: "GC pause System.gc()". */
  readonly text: string;
}

/** `takt explain --format json`, with what the page needs beside it. All lengths in nanoseconds. */
export interface Explanation {
  readonly measure: "response" | "service";
  readonly operations: number;
  readonly slow: number;
  readonly excess: Nanos;
  readonly p99: Nanos;
  readonly p999: Nanos;
  readonly excessAtP99: Nanos;
  readonly excessAtP999: Nanos;
  readonly causes: readonly CauseRow[];
  readonly unexplained: {
    readonly touched: number;
    readonly waiting: Nanos;
    readonly service: Nanos;
    readonly atP99: Nanos;
    readonly atP999: Nanos;
  };
  /** How many operations the target was taken to serve at once; 0 if that is not known. */
  readonly servers?: number;
  /** What the percentiles would be without what the generator itself did; null if it did nothing. */
  readonly withoutGenerator?: { readonly p99: Nanos; readonly p999: Nanos } | null;
  readonly slowest: readonly SlowOperation[];
  readonly notes: readonly string[];
  /** A pack (base64 of gzip) with one histogram a curve: "recorded" and "without:N", N a place in `causes`. */
  readonly curves: string;
  /** What causes took interval by interval; absent if the run has no log. */
  readonly intervals?: CauseIntervals;
}

/**
 * What causes took interval by interval, so that a span's figures are a sum. An operation belongs to the interval in
 * which it ended, as in the log; a stall to the one in which it began. Rows hold only intervals in which there is
 * anything, each beginning with how many intervals it is after the row before it.
 */
export interface CauseIntervals {
  /** How many of the log's intervals are one here: more than one where it would be too much. */
  readonly each: number;
  /** The first begin, then how much later each begins than the one before it. */
  readonly begins: readonly Millis[];
  /** How many operations ended in each. */
  readonly operations: readonly number[];
  readonly slow: readonly number[];
  /** Rows of four: interval, operations touched, of their wait, of their service. */
  readonly unexplained: readonly number[];
  /** In the order of `Explanation.causes`, rows of five: interval, stalls, the longest, operations touched, time lost. */
  readonly causes: readonly (readonly number[])[];
}

export interface CauseRow extends CauseName {
  readonly certainty: "exact" | "matched" | "vague" | "model";
  readonly stalls: number;
  readonly longest: Nanos;
  readonly touched: number;
  readonly direct: Nanos;
  readonly inherited: Nanos;
  readonly atP99: Nanos;
  readonly atP999: Nanos;
  readonly without: { readonly p99: Nanos; readonly p999: Nanos } | null;
}

export interface SlowOperation {
  readonly id: number;
  readonly name: string;
  readonly state: string;
  readonly due: Millis;
  readonly start: Millis;
  readonly end: Millis;
  readonly normal: Nanos;
  readonly parts: readonly Part[];
  readonly unexplainedWait: Nanos;
  readonly unexplainedService: Nanos;
}

export interface Part extends CauseName {
  /** The `id` of the stall that did most of it, if there is one. */
  readonly stall: number | null;
  readonly directWait: Nanos;
  readonly directService: Nanos;
  readonly inheritedWait: Nanos;
  readonly inheritedService: Nanos;
}

export interface StallList {
  readonly list: readonly Stall[];
  /** How many shorter ones are not in the list. */
  readonly omitted: number;
  readonly sources: readonly { readonly name: string; readonly side: Side; readonly blind: string | null }[];
  readonly notObservable: readonly { readonly what: string; readonly side: Side; readonly why: string }[];
}

export interface Stall {
  readonly id: number;
  readonly side: Side;
  readonly kind: string;
  readonly begin: Millis;
  readonly end: Millis;
  readonly error: Nanos;
  readonly source: string;
  readonly thread: string | null;
  readonly cause: string | null;
  readonly culprit: string | null;
}
