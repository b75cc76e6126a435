// Synthetic runs: one with known numbers, and a realistic one.

import { HistogramSum } from "../src/data/counts.ts";
import { Layout } from "../src/data/layout.ts";
import type { CauseIntervals, CauseRow, Explanation, RunFacts, SlowOperation, SourceDocument, Stall, TagInfo } from "../src/data/model.ts";
import { writePack } from "../src/data/pack.ts";
import { PackBuilder } from "../src/data/packBuilder.ts";
import { tagInfo } from "../src/data/tags.ts";
import type { Part } from "./reportPage.ts";

const LAYOUT = Layout.of(3, 0);
const MILLI = 1e6;
/** The step of fine intervals, in milliseconds. */
const FINE = 10;

export interface Interval {
  readonly tag: string;
  readonly begin: number;
  readonly length: number;
  readonly values: readonly number[];
}

export async function packOf(intervals: readonly Interval[]): Promise<Uint8Array> {
  const tags = [...new Set(intervals.map((interval) => interval.tag))];
  const chunks: Uint8Array[] = [];
  const builder = new PackBuilder(new Uint8Array(0), tags, [LAYOUT]);
  let at = 0;
  for (const { tag, begin, length, values } of intervals) {
    const sum = new HistogramSum();
    values.forEach((value) => sum.addSlot(LAYOUT, LAYOUT.slotOf(value), 1));
    const encoded = sum.encode()[0];
    const bytes = encoded === undefined ? new Uint8Array(0) : encoded.bytes.subarray(encoded.from, encoded.to);
    const slots = new Set(values.map((value) => LAYOUT.slotOf(value))).size;
    builder.add(tags.indexOf(tag), LAYOUT, begin, length, slots, at, at + bytes.length);
    chunks.push(bytes);
    at += bytes.length;
  }
  return writePack(builder.build(new Uint8Array(Buffer.concat(chunks))));
}

/** Sixty seconds; in the n-th, a hundred operations took n ms each in response, and 1 ms in service. */
export async function knownRun(): Promise<Part> {
  return knownSeconds("known", 0, 60);
}

/** Some of its seconds alone. */
export async function knownSeconds(id: string, from: number, to: number): Promise<Part> {
  const intervals = Array.from({ length: to - from }, (_, i): readonly Interval[] => [
    { tag: "read-rt", begin: 1000 * (from + i), length: 1000, values: Array<number>(100).fill((from + i + 1) * MILLI) },
    { tag: "read-st", begin: 1000 * (from + i), length: 1000, values: Array<number>(100).fill(MILLI) },
  ]).flat();
  const document = documentOf(id, `${id} run`, ["read-rt", "read-st"], 1000 * to, 100 * to, 100);
  return { document, pack: await packOf(intervals) };
}

/** Sixty seconds on two machines: in the n-th, m1 sent 60 operations of n ms, and m2, which was lost at the end, 40 of 100 + n ms. */
export async function fleetRun(): Promise<Part> {
  const machines = [{ name: "m1", count: 60, more: 0 }, { name: "m2", count: 40, more: 100 }];
  const intervals = Array.from({ length: 60 }, (_, i): readonly Interval[] => {
    const apart = machines.map(({ name, count, more }) => (
      { tag: `${name}::read-rt`, begin: 1000 * i, length: 1000, values: Array<number>(count).fill((i + 1 + more) * MILLI) }));
    return [{ tag: "read-rt", begin: 1000 * i, length: 1000, values: apart.flatMap((each) => each.values) }, ...apart];
  }).flat();
  const { document } = await explainedRun();
  const run = factsOf(60_000, 110, 6600);
  const slow = (id: number, machine: string, took: number): SlowOperation => ({
    id, name: "read", state: "completed", machine, due: 59_000 - took, start: 59_000 - took, end: 59_000, normal: MILLI, parts: [],
    unexplainedWait: 0, unexplainedService: took * MILLI,
  });
  return {
    document: {
      ...document,
      entry: { ...document.entry, id: "fleet", name: "fleet run" },
      tags: [tagInfo("read-rt"), ...machines.map(({ name }) => ({ ...tagInfo("read-rt"), tag: `${name}::read-rt`, machine: name }))],
      run: {
        ...run,
        balance: { ...run.balance, completed: 6000, lost: 600 },
        machines: [
          { name: "m1", host: "host-1", share: "1/2", state: "ok", clockError: 25_000, startLate: 1_200 },
          { name: "m2", host: "host-2", share: "2/2", state: "lost", clockError: 563_000 },
        ],
      },
      ...(document.explanation === undefined ? {} : {
        explanation: { ...document.explanation, slowest: [slow(1, "m2", 159), slow(2, "m1", 59), slow(3, "m2", 158)] },
      }),
    },
    pack: await packOf(intervals),
  };
}

function documentOf(id: string, name: string, tags: readonly string[], length: number, count: number, rate: number): SourceDocument {
  return {
    format: "takt-source-1",
    entry: { id, name, kind: "run", state: "complete", began: Date.UTC(2026, 10, 22, 12), target: "http://127.0.0.1:8080/", rate, p99: 50 * MILLI },
    originEpoch: Date.UTC(2026, 10, 22, 12),
    unit: 1,
    tags: tags.map((tag): TagInfo => tagInfo(tag)),
    delivery: "pack",
    span: { from: 0, to: length },
    run: factsOf(length, rate, count),
    notes: [],
    problems: [],
  };
}

function factsOf(length: number, rate: number, count: number): RunFacts {
  return {
    target: "http://127.0.0.1:8080/",
    schedule: `constant ${rate}/s`,
    traceLink: "http://localhost:16686/trace/{id}",
    headline: "response",
    intendedRate: rate,
    achievedRate: rate,
    lengthMillis: length,
    balance: { intended: count, completed: count, failed: 0, timedOut: 0, unfinished: 0, neverSent: 0 },
    errors: [],
    verdict: { word: "ok", ok: true, findings: ["lateness p99 41 µs, max 1.2 ms"] },
    assertions: [],
    environment: [["java", "25.0.1+8, OpenJDK 64-Bit Server VM"], ["kernel", "Linux 6.18"], ["processors", "2"]],
  };
}

/** The fields of a run with a warm-up of ten seconds, and hiccups from a second before its start. */
export function withPhases({ document, pack }: Part): Part {
  const measured = { from: 10_000, to: document.span.to };
  return { document: { ...document, span: { from: -1000, to: document.span.to }, measured }, pack };
}

/** The known run with causes: in the n-th second, one collection of n ms, which touched n operations and took n ms of each. */
export async function explainedRun(): Promise<Part> {
  const { document, pack } = await knownRun();
  const seconds = Array.from({ length: 60 }, (_, i) => i + 1);
  const sum = (of: (n: number) => number): number => seconds.reduce((total, n) => total + of(n), 0);
  const cause: CauseRow = {
    side: "target", kind: "gc_pause", detail: "System.gc()", text: "GC pause System.gc()", certainty: "exact", stalls: 60,
    longest: 60 * MILLI, touched: sum((n) => n), direct: sum((n) => n * n * MILLI), inherited: 0, atP99: 0, atP999: 0,
    without: { p99: 2 * MILLI, p999: 3 * MILLI },
  };
  const rare: CauseRow = { ...cause, detail: null, kind: "throttled", text: "throttled", stalls: 1, touched: 2, direct: 5 * MILLI, without: null };
  const explanation: Explanation = {
    measure: "response", operations: 6000, slow: sum((n) => n), excess: cause.direct + rare.direct + 60 * MILLI,
    p99: 60 * MILLI, p999: 60 * MILLI, excessAtP99: 0, excessAtP999: 0, causes: [cause, rare],
    unexplained: { touched: 60, waiting: 0, service: 60 * MILLI, atP99: 0, atP999: 0 },
    withoutGenerator: null, slowest: [], notes: [], curves: "",
    intervals: {
      each: 1,
      begins: seconds.map((n) => (n === 1 ? 0 : 1000)),
      operations: seconds.map(() => 100),
      slow: seconds,
      unexplained: seconds.flatMap((n) => [n === 1 ? 0 : 1, 1, 0, MILLI]),
      causes: [seconds.flatMap((n) => [n === 1 ? 0 : 1, 1, n * MILLI, n, n * n * MILLI]), [30, 1, 4 * MILLI, 2, 5 * MILLI]],
    },
  };
  return { document: { ...document, explanation }, pack };
}

/** As Marsaglia's xorshift has it, 0 to 1. */
function chance(seed: number): () => number {
  let state = seed | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

interface Fault {
  readonly at: number;
  readonly length: number;
  readonly kind: string;
  readonly cause: string | null;
  readonly side: Stall["side"];
}

/** Stalls of several kinds, each of which delays all operations due during it. */
function faults(seconds: number, random: () => number): readonly Fault[] {
  const made: Fault[] = [];
  for (let at = 3100; at < seconds * 1000; at += 4000 + 5000 * random()) {
    made.push({ at, length: 20 + 90 * random(), kind: "gc_pause", cause: "G1 Evacuation Pause", side: "target" });
  }
  for (let at = 9700; at < seconds * 1000; at += 17_000) {
    made.push({ at, length: 180 + 120 * random(), kind: "gc_pause", cause: "System.gc()", side: "target" });
  }
  for (let at = 5000; at < seconds * 1000; at += 11_000) {
    made.push({ at, length: 30 * random() + 8, kind: "lock_wait", cause: "java.util.concurrent.locks.ReentrantLock", side: "target" });
  }
  made.push({ at: 31_500, length: 420, kind: "throttled", cause: null, side: "target" });
  made.push({ at: 44_200, length: 36, kind: "gc_pause", cause: "G1 Evacuation Pause", side: "generator" });
  made.push({ at: 52_700, length: 95, kind: "run_queue", cause: null, side: "host" });
  return made.filter((fault) => fault.at + fault.length < seconds * 1000).sort((a, b) => a.at - b.at);
}

/** Two minutes of two operations, with stalls and their backlogs. */
export async function demoRun(id: string, name: string, seed: number, slower = 1): Promise<Part> {
  const random = chance(seed);
  const seconds = 120;
  const stalls = faults(seconds, random);
  const operations = ["read", "write"];
  const values = new Map<string, number[]>();
  const cells = new Map<string, number[]>();
  const put = (tag: string, second: number, value: number): void => {
    const key = `${tag} ${second}`;
    values.set(key, [...(values.get(key) ?? []), value]);
  };
  const without: number[][] = [[], [], []];
  const all: number[] = [];
  const lost = stalls.length === 0 ? [] : Array.from({ length: CAUSES.length }, () => new Map<number, { touched: number; nanos: number }>());
  const slow: { readonly due: number; readonly start: number; readonly end: number; readonly name: string; readonly fault: Fault }[] = [];
  for (let due = 0; due < seconds * 1000; due += 4) {
    const operation = operations[random() < 0.3 ? 1 : 0] ?? "read";
    const own = slower * (operation === "read" ? 0.4 : 1.1) * Math.exp(0.5 * Math.sqrt(-2 * Math.log(random() || 0.5)) * Math.cos(2 * Math.PI * random())) + (random() < 0.002 ? 12 * random() : 0);
    const fault = stalls.find((each) => due >= each.at && due < each.at + each.length + 0.25 * each.length);
    const held = fault === undefined ? 0 : Math.max(0, fault.at + fault.length - due) + Math.max(0, 0.06 * (fault.at + 1.25 * fault.length - due));
    const wait = fault === undefined ? 0.03 * random() : held * 0.8;
    const service = own + held * 0.2;
    const second = Math.floor(due / 1000);
    put(`${operation}-rt`, second, Math.round((wait + service) * MILLI));
    const moment = `${operation}-rt ${Math.floor((due + wait + service) / FINE)}`;
    cells.set(moment, [...(cells.get(moment) ?? []), Math.round((wait + service) * MILLI)]);
    put(`${operation}-st`, second, Math.round(service * MILLI));
    put(`${operation}-wt`, second, Math.round(wait * MILLI));
    all.push(Math.round((wait + service) * MILLI));
    without.forEach((list, i) => list.push(Math.round((causeOf(fault) === i ? own : wait + service) * MILLI)));
    const cell = lost[causeOf(fault)];
    if (cell !== undefined && held > 0) {
      const ended = Math.min(seconds - 1, Math.floor((due + wait + service) / 1000));
      const before = cell.get(ended) ?? { touched: 0, nanos: 0 };
      cell.set(ended, { touched: before.touched + 1, nanos: before.nanos + Math.round(held * MILLI) });
    }
    if (fault !== undefined && held > 150) {
      slow.push({ due, start: due + wait, end: due + wait + service, name: operation, fault });
    }
  }
  const intervals = [...values].map(([key, list]): Interval => {
    const [tag = "", second = "0"] = key.split(" ");
    return { tag, begin: 1000 * Number(second), length: 1000, values: list };
  }).sort((a, b) => a.begin - b.begin);
  for (let second = 0; second < seconds; second++) {
    const worst = stalls.filter((each) => each.side !== "target" && Math.floor(each.at / 1000) === second).map((each) => each.length);
    intervals.push({ tag: "generator:hiccup-raw", begin: 1000 * second, length: 1000, values: [0.06 * MILLI, ...worst.map((each) => each * MILLI)] });
  }
  const tags = ["read-rt", "read-st", "read-wt", "write-rt", "write-st", "write-wt", "generator:hiccup-raw"];
  const base = documentOf(id, name, tags, seconds * 1000, all.length, 250);
  const fine = await packOf([...new Set(cells.keys())].sort((a, b) => Number(a.split(" ")[1]) - Number(b.split(" ")[1])).map((key): Interval => {
    const [tag = "", cell = "0"] = key.split(" ");
    return { tag, begin: FINE * Number(cell), length: FINE, values: cells.get(key) ?? [] };
  }));
  const curves = await packOf([
    { tag: "recorded", begin: 0, length: seconds * 1000, values: all },
    ...without.map((list, i): Interval => ({ tag: `without:${i}`, begin: 0, length: seconds * 1000, values: list })),
  ]);
  const list = stalls.map(stallOf);
  const document: SourceDocument = {
    ...base,
    entry: { ...base.entry, verdict: "rule broken", errors: 14, mainCause: "62 % gc pause (target)", headline: "p50 0.45 ms, p99 187 ms, p99.9 243 ms; 14 of 30,014 operations failed." },
    run: {
      ...factsOf(seconds * 1000, 250, all.length),
      balance: { intended: all.length + 14, completed: all.length, failed: 11, timedOut: 3, unfinished: 0, neverSent: 0 },
      statuses: [{ status: "200", count: all.length }, { status: "503", count: 11 }],
      errors: [{ text: "status 503", count: 11, file: "failures/status-503.txt" }, { text: "no answer within 2 s", count: 3 }],
      answer: "p50 0.45 ms, p99 187 ms, p99.9 243 ms; 14 of 30,014 operations failed. GC pauses in the target caused 62 % of the slow time; without them p99 would be 12 ms.",
      achievedRate: 249.6,
      assertions: [
        { rule: "read response p99 < 50 ms", actual: "187 ms", broken: true },
        { rule: "errors < 1 %", actual: "0.05 %", broken: false },
      ],
    },
    explanation: {
      ...explanationOf(stalls, intervalsOf(seconds, stalls, lost), slow.sort((a, b) => b.end - b.due - (a.end - a.due)).slice(0, 20), all, Buffer.from(curves).toString("base64")),
      fine: { each: FINE, pack: Buffer.from(fine).toString("base64") },
    },
    stalls: {
      list,
      omitted: 214,
      sources: [{ name: "target JVM's log", side: "target", blind: null }, { name: "switch recorder", side: "host", blind: "no permission to read scheduler events" }],
      notObservable: [{ what: "page faults", side: "host", why: "the kernel gives no counter of them here" }],
    },
    notes: ["Stalls shorter than 1 ms are not in this page."],
    problems: [],
  };
  return { document, pack: await packOf(intervals) };
}

const CAUSES: readonly (readonly [kind: string, detail: string | null, text: string, certainty: CauseRow["certainty"]])[] = [
  ["gc_pause", "System.gc()", "GC pause System.gc()", "exact"],
  ["gc_pause", "G1 Evacuation Pause", "GC pause G1 Evacuation Pause", "exact"],
  ["throttled", null, "throttled", "matched"],
];

function causeOf(fault: Fault | undefined): number {
  return CAUSES.findIndex(([kind, detail]) => fault?.side === "target" && kind === fault.kind && detail === fault.cause);
}

function stallOf(fault: Fault, id: number): Stall {
  return {
    id,
    side: fault.side,
    kind: fault.kind,
    begin: fault.at,
    end: fault.at + fault.length,
    error: 20_000,
    source: fault.side === "host" ? "switch recorder" : "target JVM's log",
    thread: fault.kind === "lock_wait" ? "http-nio-8080-exec-4" : null,
    cause: fault.cause,
    culprit: fault.side === "host" ? "C2 CompilerThread0" : null,
  };
}

type Lost = ReadonlyMap<number, { readonly touched: number; readonly nanos: number }>;

function intervalsOf(seconds: number, stalls: readonly Fault[], lost: readonly Lost[]): CauseIntervals {
  const all = Array.from({ length: seconds }, (_, i) => i);
  const rowsOf = (cause: number): readonly number[] => {
    let last = 0;
    return all.flatMap((second) => {
      const begun = stalls.filter((fault) => causeOf(fault) === cause && Math.floor(fault.at / 1000) === second);
      const cell = lost[cause]?.get(second);
      if (begun.length === 0 && cell === undefined) {
        return [];
      }
      const gap = second - last;
      last = second;
      return [gap, begun.length, Math.round(Math.max(0, ...begun.map((fault) => fault.length)) * MILLI), cell?.touched ?? 0, cell?.nanos ?? 0];
    });
  };
  return {
    each: 1,
    begins: all.map((second) => (second === 0 ? 0 : 1000)),
    operations: all.map(() => 250),
    slow: all.map((second) => lost.reduce((sum, each) => sum + (each.get(second)?.touched ?? 0), 0)),
    unexplained: all.flatMap((second) => [second === 0 ? 0 : 1, 2, 3 * MILLI, 16 * MILLI]),
    causes: [...lost.map((_, cause) => rowsOf(cause)), [44, 1, 36 * MILLI, 9, 150 * MILLI], [52, 1, 95 * MILLI, 24, 1100 * MILLI]],
  };
}

function explanationOf(
  stalls: readonly Fault[],
  intervals: CauseIntervals,
  slow: readonly { readonly due: number; readonly start: number; readonly end: number; readonly name: string; readonly fault: Fault }[],
  all: readonly number[],
  curves: string,
): Explanation {
  const sorted = [...all].sort((a, b) => a - b);
  const at = (part: number): number => sorted[Math.floor(part * sorted.length)] ?? 0;
  const sum = (i: number, figure: number): number => (intervals.causes[i] ?? []).reduce((total, each, at) => total + (at % 5 === figure ? each : 0), 0);
  const row = (i: number): CauseRow => {
    const [touched, cost] = [sum(i, 3), sum(i, 4) / 1e9];
    const [kind = "", detail = null, text = "", certainty = "exact"] = CAUSES[i] ?? [];
    const own = stalls.filter((fault) => causeOf(fault) === i);
    return {
      side: "target", kind, detail, text, certainty, stalls: own.length, touched,
      longest: Math.max(...own.map((fault) => fault.length)) * MILLI,
      direct: cost * 0.7e9, inherited: cost * 0.3e9, atP99: 0.27 * cost * MILLI, atP999: 0.3 * cost * MILLI,
      without: { p99: at(0.99) * (1 - cost / 200), p999: at(0.999) * (1 - cost / 260) },
    };
  };
  return {
    measure: "response", operations: all.length, slow: 1731, excess: 168e9, p99: at(0.99), p999: at(0.999),
    excessAtP99: 50 * MILLI, excessAtP999: 60 * MILLI,
    causes: [
      row(0), row(1), row(2),
      { side: "generator", kind: "gc_pause", detail: "G1 Evacuation Pause", text: "GC pause G1 Evacuation Pause", certainty: "exact", stalls: 1, longest: 36 * MILLI, touched: 9, direct: 0.15e9, inherited: 0, atP99: 0.1 * MILLI, atP999: 0, without: null },
      { side: "host", kind: "run_queue", detail: "C2 CompilerThread0", text: "no processor, which \"C2 CompilerThread0\" had", certainty: "vague", stalls: 1, longest: 95 * MILLI, touched: 24, direct: 1.1e9, inherited: 0, atP99: 0.7 * MILLI, atP999: 0, without: null },
    ],
    unexplained: { touched: 237, waiting: 0.4e9, service: 1.9e9, atP99: 1.1 * MILLI, atP999: 0.4 * MILLI },
    slowest: slow.map((each, i): SlowOperation => {
      const total = (each.end - each.due) * MILLI;
      const wait = (each.start - each.due) * MILLI;
      const [kind = each.fault.kind, detail = null, text = each.fault.kind] = CAUSES[causeOf(each.fault)] ?? [];
      return {
        id: 1000 + i, name: each.name, state: "completed", traceId: (0xabc0 + i).toString(16).padStart(32, "0"), due: each.due, start: each.start, end: each.end, normal: 0.6 * MILLI,
        parts: [{ side: each.fault.side, kind, detail, text, stall: stalls.indexOf(each.fault), directWait: wait * 0.8, directService: (total - wait) * 0.6, inheritedWait: wait * 0.15, inheritedService: 0 }],
        unexplainedWait: wait * 0.05, unexplainedService: (total - wait) * 0.2,
      };
    }),
    notes: ["Which operation waited for which connection follows from times alone."],
    curves,
    intervals,
  };
}
