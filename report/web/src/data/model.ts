// The data of the page: the counterpart of report/PAGE.md, which explains each field.

/** Milliseconds since the origin of a source, which is the start of its log, with fractions down to a nanosecond. */
export type Millis = number;

/** Nanoseconds, the unit of durations. */
export type Nanos = number;

/** The sources of a report, or the response of the explorer's `/api/sources`. */
export interface PageManifest {
  readonly format: "takt-page-1";
  readonly takt: string;
  readonly mode: "report" | "explore";
  readonly sources: readonly SourceEntry[];
}

/** The list entry of a run or a log. */
export interface SourceEntry {
  /** Unique in the page; only letters, digits, "-" and "_". */
  readonly id: string;
  /** The name of its folder or file. */
  readonly name: string;
  readonly kind: "run" | "log";
  readonly state: "complete" | "running" | "broken";
  /** Why it is broken, in words; only if it is broken. */
  readonly problem?: string;
  /** When it began: wall-clock time in milliseconds since 1970. */
  readonly began?: number;
  readonly target?: string;
  /** Intended operations per second. */
  readonly rate?: number;
  /** The 99th percentile of the headline measure over all operations. */
  readonly p99?: Nanos;
  /** The verdict on a run that has ended: "ok", "failed", "schedule missed", "rule broken", or the generator's fault. */
  readonly verdict?: string;
  /** The number of operations that failed or timed out. */
  readonly errors?: number;
  /** The main cause of slow operations, with its share: "91 % gc pause (target)". */
  readonly mainCause?: string;
  /** The first sentences of the answer. */
  readonly headline?: string;
}

/** One source without its histograms. */
export interface SourceDocument {
  readonly format: "takt-source-1";
  readonly entry: SourceEntry;
  /** The wall-clock time of the origin, in milliseconds since 1970. */
  readonly originEpoch: number;
  /** Nanoseconds per unit of recorded values; absent if unknown: then 1 is assumed, and the reader can change it. */
  readonly unit?: number;
  readonly tags: readonly TagInfo[];
  /** How its histograms are delivered: in one pack, or by queries for parts. */
  readonly delivery: "pack" | "query";
  /** How far its log has been read; absent if it has been read completely, or is still being written. */
  readonly reading?: Reading;
  /** The earliest time and the end of the last interval; for a log that is being read, according to its last lines. */
  readonly span: Span;
  /** The measured part of a run; the time before it is warm-up. */
  readonly measured?: Span;
  readonly run?: RunFacts;
  readonly explanation?: Explanation;
  readonly stalls?: StallList;
  /** Remarks for the reader, a sentence each: merged intervals, omitted data. */
  readonly notes: readonly string[];
  /** What was wrong with its files, a sentence each. */
  readonly problems: readonly string[];
}

/** The progress of reading a large log. */
export interface Reading {
  /** The fraction of its bytes that has been read: up to 1. */
  readonly share: number;
  /** The end of the part that has been read. */
  readonly to: Millis;
}

export interface Span {
  readonly from: Millis;
  readonly to: Millis;
}

export interface TagInfo {
  /** As in the log; "" stands for no tag. */
  readonly tag: string;
  /** The kind of histograms; the page first shows the first tag. */
  readonly group: "latency" | "hiccups";
  /** The machine of a fleet that sent the operations; absent for those of all machines together. */
  readonly machine?: string;
  /** Only for Takt's own tags, like the following fields. */
  readonly operation?: string;
  readonly measure?: "response" | "service" | "wait" | "lateness";
  readonly outcome?: "completed" | "failed" | "timed_out" | "unfinished" | "never_sent";
  readonly warmup?: boolean;
}

/** What a performance counter of the target counted. */
export interface CounterFact {
  /** As in `takt probe counters`; `ipc` for instructions per cycle. */
  readonly event: string;
  /** Per operation, nanoseconds of `task-clock`. */
  readonly value: number;
  /** For which part of the time it was counted: below 1 the value is an estimate. */
  readonly timeShare: number;
}

/** The parts of `run.json` that the page shows. */
export interface RunFacts {
  /** The result in a few sentences, as the command line prints it; absent before the run was judged. */
  readonly answer?: string;
  readonly target: string;
  readonly schedule: string;
  /** The address of a trace, with `{id}` for the trace id. */
  readonly traceLink?: string;
  /** The measure that the page shows first. */
  readonly headline: "response" | "service";
  readonly intendedRate?: number;
  readonly achievedRate: number;
  /** What the target allocated, per operation and per second; absent if that is not known. */
  readonly allocated?: string;
  /** What its performance counters counted, per operation; absent if they were not read. */
  readonly counters?: readonly CounterFact[];
  readonly lengthMillis: number;
  readonly balance: {
    readonly intended: number;
    readonly completed: number;
    readonly failed: number;
    readonly timedOut: number;
    readonly unfinished: number;
    readonly neverSent: number;
    /** Operations of a machine that was lost, whose outcome is unknown; absent if there are none. */
    readonly lost?: number;
  };
  /** The number of responses by status; absent if the protocol has none. */
  readonly statuses?: readonly { readonly status: string; readonly count: number }[];
  /** `file`: the first failed response of the kind, relative to the run directory. */
  readonly errors: readonly { readonly text: string; readonly count: number; readonly file?: string }[];
  readonly verdict: {
    readonly word: string;
    readonly ok: boolean;
    /** Whether the generator kept its schedule and yet caused part of the slowest operations' time. */
    readonly inPart?: boolean;
    /** Whether the result is the generator's fault; otherwise the answer does not begin with the generator. */
    readonly decides?: boolean;
    readonly findings: readonly string[];
  };
  /** The machines of a fleet; absent in a run of one machine. */
  readonly machines?: readonly MachineFacts[];
  /** The journeys whose steps the operations are; absent for none. */
  readonly journeys?: readonly JourneyFacts[];
  /** How the offered load differed from the requested one, a sentence each. */
  readonly missed?: readonly string[];
  readonly assertions: readonly { readonly rule: string; readonly actual: string; readonly broken: boolean; readonly undecided?: string }[];
  /** Names and values of the run's flags and environment. */
  readonly environment: readonly (readonly [string, string])[];
}

/** A journey. The numbers of users are absent while the run goes on, and for a killed run. */
export interface JourneyFacts {
  readonly name: string;
  readonly users?: number;
  readonly completed?: number;
  /** Failed or timed out. */
  readonly failed?: number;
  readonly aborted?: number;
  /** Not at their end when the run ended. */
  readonly unfinished?: number;
  /** In the order of the plan. */
  readonly steps: readonly StepFacts[];
  /** Those that have others in them come before these; absent for none. */
  readonly groups?: readonly GroupFacts[];
}

/** A group of steps: its first one, how many users came to it, and how often a step in it failed, or an `abort` followed. */
export interface GroupFacts {
  readonly operation: string;
  readonly first: string;
  readonly reached?: number;
  readonly failed?: number;
}

/** A step of a journey: how many users came to it, and at whose end it failed, or an `abort` followed it. */
export interface StepFacts {
  readonly operation: string;
  readonly reached?: number;
  readonly failed?: number;
  readonly aborted?: number;
}

/** What the slow users of a journey spent their time with. */
export interface JourneyExplanation {
  readonly name: string;
  readonly users: number;
  readonly tail: JourneyTail;
  /** The users with the longest time without think times; absent if there are no think times. */
  readonly withoutThinking?: JourneyTail;
}

/** The slowest 1 % of the users together. */
export interface JourneyTail {
  readonly users: number;
  readonly response: Nanos;
  readonly thinking: Nanos;
  /** The largest first. */
  readonly steps: readonly {
    readonly operation: string;
    readonly wait: Nanos;
    readonly service: Nanos;
    readonly causes: readonly (CauseName & { readonly nanos: Nanos })[];
    readonly unexplained: Nanos;
  }[];
}

/** A machine of a fleet. */
export interface MachineFacts {
  readonly name: string;
  readonly host: string;
  /** Its part of the load, such as "7/20"; absent if it only watched. */
  readonly share?: string;
  /** How far it came, or, if it came to the end, the verdict on its generator. */
  readonly state: string;
  /** The maximum error of the relation of its clock to that of the run; absent if that is unknown. */
  readonly clockError?: Nanos;
  /** How much later than agreed its schedule started; absent if it did not start. */
  readonly startLate?: Nanos;
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

/** The output of `takt explain --format json` with additions for the page. All durations are in nanoseconds. */
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
  /** The assumed number of operations that the target serves concurrently; 0 if unknown. */
  readonly servers?: number;
  /** The percentiles without the generator's own delays; null if it had none. */
  readonly withoutGenerator?: { readonly p99: Nanos; readonly p999: Nanos } | null;
  readonly slowest: readonly SlowOperation[];
  /** Absent if the operations are no steps of journeys. */
  readonly journeys?: readonly JourneyExplanation[];
  readonly notes: readonly string[];
  /** A pack (base64 of gzip) with one histogram per curve: "recorded" and "without:N", where N is an index in `causes`. */
  readonly curves: string;
  /** The figures of causes per interval; absent if the run has no log. */
  readonly intervals?: CauseIntervals;
  /** The operations of the trace; absent if it lacks some, or if the log's intervals are as fine. */
  readonly fine?: FineIntervals;
}

/**
 * The headline measure of all operations of the measured part, in intervals that are finer than those of the log. An
 * operation belongs to the interval in which it ended, as in the log.
 */
export interface FineIntervals {
  /** The step of their grid, which begins at the origin; an integer. */
  readonly each: Millis;
  /** A pack (base64 of gzip) with the tags of the log. Intervals without an operation are omitted. */
  readonly pack: string;
}

/**
 * The figures of causes per interval, so that a span's figures are a sum. An operation belongs to the interval in which
 * it ended, as in the log; a stall to the one in which it began. Rows exist only for intervals that are not empty, and
 * begin with their distance in intervals from the row before.
 */
export interface CauseIntervals {
  /** The number of the log's intervals that are merged into one here, to limit the size. */
  readonly each: number;
  /** The first begin, then the difference of each begin to the one before. */
  readonly begins: readonly Millis[];
  /** The number of operations that ended in each. */
  readonly operations: readonly number[];
  readonly slow: readonly number[];
  /** Rows of four: interval, affected operations, nanoseconds of wait, nanoseconds of service. */
  readonly unexplained: readonly number[];
  /** In the order of `Explanation.causes`, rows of five: interval, stalls, the longest, affected operations, time lost. */
  readonly causes: readonly (readonly number[])[];
}

export interface CauseRow extends CauseName {
  /** The machine of a fleet that all its stalls stopped; absent for several, and for the target. */
  readonly machine?: string;
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
  /** The machine of a fleet that sent it. */
  readonly machine?: string;
  /** Its W3C trace id, 32 hexadecimal digits; absent if it sent none. */
  readonly traceId?: string;
  readonly due: Millis;
  readonly start: Millis;
  readonly end: Millis;
  readonly normal: Nanos;
  readonly parts: readonly Part[];
  readonly unexplainedWait: Nanos;
  readonly unexplainedService: Nanos;
}

export interface Part extends CauseName {
  /** The `id` of the stall that caused most of it, if there is one. */
  readonly stall: number | null;
  readonly directWait: Nanos;
  readonly directService: Nanos;
  readonly inheritedWait: Nanos;
  readonly inheritedService: Nanos;
}

export interface StallList {
  readonly list: readonly Stall[];
  /** The number of shorter stalls that are not in the list. */
  readonly omitted: number;
  /** What garbage collections achieved, by side and machine; absent in reports of an older Takt. */
  readonly collections?: readonly Collections[];
  readonly sources: readonly { readonly name: string; readonly side: Side; readonly blind: string | null }[];
  readonly notObservable: readonly { readonly what: string; readonly side: Side; readonly why: string }[];
}

export interface Collections {
  readonly side: Side;
  /** The machine of a fleet on which they were observed. */
  readonly machine?: string;
  readonly kinds: readonly CollectionKind[];
  /** What stands out, a sentence each. */
  readonly findings: readonly string[];
}

/** The garbage collections of a kind; before and after are means, freed and promoted are sums, null if unknown. */
export interface CollectionKind {
  readonly kind: string;
  readonly count: number;
  readonly pausedNanos: Nanos;
  readonly longestNanos: Nanos;
  readonly beforeBytes: number | null;
  readonly afterBytes: number | null;
  readonly freedBytes: number | null;
  readonly promotedBytes: number | null;
}

export interface Stall {
  readonly id: number;
  readonly side: Side;
  readonly kind: string;
  readonly begin: Millis;
  readonly end: Millis;
  readonly error: Nanos;
  readonly source: string;
  /** The machine of a fleet on which it was observed. */
  readonly machine?: string;
  readonly thread: string | null;
  readonly cause: string | null;
  readonly culprit: string | null;
}
