// Tags and their display names.

import type { SourceDocument, TagInfo } from "../data/model.ts";
import type { Shown } from "./state.ts";

const MEASURES = ["response", "service", "wait", "lateness"] as const;

const OUTCOMES: Readonly<Record<string, string>> = {
  failed: "failed",
  timed_out: "timed out",
  unfinished: "unfinished",
  never_sent: "never sent",
};

/** The display name of a tag: "read response", "read response, failed", "machine-1: read response". */
export function nameOf(info: TagInfo): string {
  return info.machine === undefined ? nameOfAll(info) : `${visible(info.machine)}: ${nameOfAll(info)}`;
}

function nameOfAll(info: TagInfo): string {
  if (info.measure === undefined) {
    return info.tag === "" ? "no tag" : visible(info.tag);
  }
  const who = info.operation ?? (info.measure === "lateness" ? "generator" : info.tag);
  const outcome = info.outcome === undefined ? undefined : OUTCOMES[info.outcome];
  const name = `${visible(who)} ${info.measure}${outcome === undefined ? "" : `, ${outcome}`}`;
  return info.warmup === true ? `${name}, warm-up` : name;
}

/** Text of a log without control characters and bidirectional marks. */
export function visible(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, "\uFFFD");
}

/** Whether a tag holds times of completed operations of all machines in the measured part of a run. */
export function isMain(info: TagInfo): boolean {
  const completed = info.outcome === undefined || info.outcome === "completed";
  return info.group === "latency" && info.machine === undefined && completed && info.warmup !== true && info.measure !== "lateness";
}

/** Whether a tag is of a whole journey, or of a group of its steps: the steps are the operations. */
export function isJourney(document: SourceDocument, info: TagInfo): boolean {
  const journeys = document.run?.journeys ?? [];
  const operation = info.operation ?? "";
  const isStep = journeys.some(({ steps }) => steps.some((step) => step.operation === operation));
  return !isStep && journeys.some(({ name }) => operation === name || operation.startsWith(`${name}.`));
}

/** The headline measure of a source. */
export function headline(document: SourceDocument): "response" | "service" {
  const known = document.run?.headline ?? document.explanation?.measure;
  return known ?? (document.tags.some((info) => info.measure === "response") ? "response" : "service");
}

/** Whether a tag holds the headline measure of completed operations in the measured part. */
export function isHeadline(document: SourceDocument, info: TagInfo): boolean {
  return isMain(info) && info.measure === headline(document);
}

/** Whether the operations of the trace are those of a tag: of a journey it has the steps. */
export function isTraced(document: SourceDocument, info: TagInfo): boolean {
  return isHeadline(document, info) && !isJourney(document, info);
}

const MAX_CURVES = 6;

/** The headline tag of each operation, limited to the curves that fit a picture. */
export function headlineTags(document: SourceDocument): readonly TagInfo[] {
  return allHeadlineTags(document).slice(0, MAX_CURVES);
}

/** The headline tag of each operation; for other logs, all tags of the first group. */
export function allHeadlineTags(document: SourceDocument): readonly TagInfo[] {
  const main = document.tags.filter(isMain);
  const head = main.filter((info) => isHeadline(document, info));
  const found = head.length > 0 ? head : wholeTimes(main.filter((info) => info.measure === undefined));
  return found.length > 0 ? found : document.tags;
}

/** The headline tags whose counts together are the operations: without journeys and groups, whose steps are counted. */
export function tracedTags(document: SourceDocument): readonly TagInfo[] {
  return allHeadlineTags(document).filter((info) => !isJourney(document, info));
}

/** Omits foreign tags that are parts of a total with its own tag, such as `READ.wait`. */
function wholeTimes(infos: readonly TagInfo[]): readonly TagInfo[] {
  const all = new Set(infos.map((info) => info.tag.toLowerCase()));
  return infos.filter((info) => {
    const part = /^(.*[^a-z])(service|wait)$/.exec(info.tag.toLowerCase());
    return part === null || !all.has(`${part[1] ?? ""}response`);
  });
}

/** The drawn tags: the chosen ones that the source has, or its headline tags. */
export function chosenTags(document: SourceDocument, shown: Shown): readonly TagInfo[] {
  const chosen = shown.tags;
  if (chosen === null) {
    return headlineTags(document);
  }
  const found = document.tags.filter((info) => chosen.includes(info.tag));
  return found.length === 0 && chosen.length > 0 ? headlineTags(document) : found;
}

/** The tags of the operations of one machine of a fleet, or of each machine. */
export function machineTags(document: SourceDocument, machine?: string): readonly TagInfo[] {
  return document.tags.filter((info) => info.machine !== undefined && (machine === undefined || info.machine === machine));
}

/** The machine of a fleet whose curves alone are drawn; null if there is none. */
export function chosenMachine(document: SourceDocument, shown: Shown): string | null {
  const machines = new Set(chosenTags(document, shown).map((info) => info.machine));
  const [only] = machines;
  return machines.size === 1 && only !== undefined ? only : null;
}

/** The tag of the heat map. */
export function heatTag(document: SourceDocument, shown: Shown): TagInfo | null {
  const chosen = document.tags.find((info) => info.tag === shown.heat);
  return chosen ?? headlineTags(document)[0] ?? null;
}

/** The tags of an operation's table rows: response, service, wait, headline first. */
export function inOrder(infos: readonly TagInfo[], first: string): readonly TagInfo[] {
  const order = [first, ...MEASURES.filter((measure) => measure !== first)];
  return [...infos].sort((a, b) => order.indexOf(a.measure ?? "") - order.indexOf(b.measure ?? ""));
}
