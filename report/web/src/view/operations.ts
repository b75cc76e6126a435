// The slowest operations in words and numbers, independent of the DOM.

import type { Explanation, Part, SlowOperation, Stall, StallList } from "../data/model.ts";
import type { BreakdownBar } from "../draw/charts.ts";
import { kindColour, UNEXPLAINED_COLOUR } from "../draw/kinds.ts";
import { time } from "./figures.ts";
import { seconds } from "./spans.ts";
import type { UnitChoice } from "./state.ts";
import { visible } from "./tags.ts";

const NANOS_PER_MILLI = 1e6;
const MAX_NAMED_PARTS = 3;

/** The mapping between stalls and the operations that they affected, in both directions. */
export interface Touches {
  stallsOf(operation: number): ReadonlySet<number>;
  operationsOf(stall: number): ReadonlySet<number>;
}

/** The time of an operation: since it was due if there was a schedule, else since its start. */
export function taken(operation: SlowOperation, measure: Explanation["measure"]): number {
  const from = measure === "response" ? operation.due : operation.start;
  return Math.round((operation.end - from) * NANOS_PER_MILLI);
}

export function nanosOf(part: Part): number {
  return part.directWait + part.directService + part.inheritedWait + part.inheritedService;
}

/** The address of an operation's trace, a web page; null if the run has no links to traces. */
export function traceAddress(link: string | undefined, traceId: string): string | null {
  const isSafe = link !== undefined && /^https?:\/\//i.test(link) && /^[0-9a-f]{32}$/.test(traceId);
  return isSafe ? link.replaceAll("{id}", traceId) : null;
}

/** The normal time of such an operation, without any cause. */
export function normalPart(operation: SlowOperation, measure: Explanation["measure"]): number {
  const parts = operation.parts.reduce((sum, part) => sum + nanosOf(part), 0);
  return Math.max(0, taken(operation, measure) - parts - operation.unexplainedWait - operation.unexplainedService);
}

/** The parts, longest first, then the unexplained time; the rest is normal and stays empty. */
export function barOf(operation: SlowOperation, measure: Explanation["measure"]): BreakdownBar {
  const parts = [...operation.parts].sort((a, b) => nanosOf(b) - nanosOf(a));
  const unexplained = operation.unexplainedWait + operation.unexplainedService;
  return {
    total: taken(operation, measure),
    parts: [
      ...parts.flatMap((part) => [
        { nanos: part.directWait + part.directService, colour: kindColour(part.kind), hatched: false },
        { nanos: part.inheritedWait + part.inheritedService, colour: kindColour(part.kind), hatched: true },
      ]),
      { nanos: unexplained, colour: UNEXPLAINED_COLOUR, hatched: false },
    ].filter((part) => part.nanos > 0),
  };
}

/** `wait 180 ms (…) + service 32 ms (…)` */
export function inOneLine(operation: SlowOperation, stalls: StallList | undefined, unit: UnitChoice): string {
  const waiting = (operation.start - operation.due) * NANOS_PER_MILLI;
  const service = (operation.end - operation.start) * NANOS_PER_MILLI;
  const served = `service ${time(service, unit)}${inBrackets(items(operation, "Service"), stalls, unit)}`;
  return waiting <= 0
    ? served
    : `wait ${time(waiting, unit)}${inBrackets(items(operation, "Wait"), stalls, unit)} + ${served}`;
}

interface Item {
  readonly part: Part | null;
  readonly nanos: number;
  readonly inherited: boolean;
}

function items(operation: SlowOperation, of: "Wait" | "Service"): readonly Item[] {
  const known = operation.parts.flatMap((part) => [
    { part, nanos: part[`direct${of}`], inherited: false },
    { part, nanos: part[`inherited${of}`], inherited: true },
  ]);
  const unexplained = { part: null, nanos: operation[`unexplained${of}`], inherited: false };
  return [...known.sort((a, b) => b.nanos - a.nanos), unexplained].filter((item) => item.nanos > 0);
}

/** Lists the largest parts by name, and the others as a sum. */
function inBrackets(all: readonly Item[], stalls: StallList | undefined, unit: UnitChoice): string {
  const known = all.filter((item) => item.part !== null);
  const named = known.length > MAX_NAMED_PARTS + 1 ? known.slice(0, MAX_NAMED_PARTS) : known;
  const rest = known.slice(named.length);
  const words = named.map((item) => itemInWords(item, stalls, unit));
  if (rest.length > 0) {
    words.push(`${rest.length} smaller parts ${time(rest.reduce((sum, item) => sum + item.nanos, 0), unit)}`);
  }
  const unknown = all.filter((item) => item.part === null).map((item) => itemInWords(item, stalls, unit));
  const list = [...words, ...unknown];
  return list.length === 0 ? "" : ` (${list.join("; ")})`;
}

function itemInWords(item: Item, stalls: StallList | undefined, unit: UnitChoice): string {
  if (item.part === null) {
    return `unexplained ${time(item.nanos, unit)}`;
  }
  const text = `${item.inherited ? "backlog of " : ""}${whatItWas(item.part, stalls)}`;
  return `${text} ${time(item.nanos, unit)}`;
}

/** "GC pause System.gc() at 12.4 s" */
export function whatItWas(part: Part, stalls: StallList | undefined): string {
  const stall = stalls?.list.find((each) => each.id === part.stall);
  const name = part.kind === "sent_late" ? "sent late" : visible(part.text);
  return stall === undefined ? name : `${name} at ${seconds(stall.begin)} s`;
}

/** A part names the stall that caused most of it; other overlapping stalls of its kind belong to it as well. */
export function touches(explanation: Explanation | undefined, stalls: StallList | undefined): Touches {
  const byOperation = new Map<number, Set<number>>();
  const byStall = new Map<number, Set<number>>();
  for (const operation of explanation?.slowest ?? []) {
    const ids = new Set(operation.parts.flatMap((part) => stallsIn(operation, part, stalls?.list ?? [])));
    byOperation.set(operation.id, ids);
    ids.forEach((id) => byStall.set(id, (byStall.get(id) ?? new Set()).add(operation.id)));
  }
  const none: ReadonlySet<number> = new Set();
  return {
    stallsOf: (operation) => byOperation.get(operation) ?? none,
    operationsOf: (stall) => byStall.get(stall) ?? none,
  };
}

function stallsIn(operation: SlowOperation, part: Part, stalls: readonly Stall[]): readonly number[] {
  const own = part.stall === null ? [] : [part.stall];
  if (part.directWait + part.directService === 0) {
    return own;
  }
  const overlapping = stalls.filter(
    (stall) =>
      stall.side === part.side && stall.kind === part.kind && stall.begin < operation.end && stall.end > operation.due,
  );
  return [...own, ...overlapping.map((stall) => stall.id)];
}
