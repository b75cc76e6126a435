import type { TagInfo } from "./model.ts";

// Takt's own tags: those of operations and of hiccups.

const OPERATION =
  /^(warmup:)?(?:(generator:lateness-lt)|([A-Za-z0-9._-]+?)(:failed|:timeout|:unfinished|:unsent)?-(rt|st|wt))$/;
const HICCUPS = /^[^:]+:hiccup-(raw|corrected)$/;
const MEASURES: Readonly<Record<string, NonNullable<TagInfo["measure"]>>> = {
  rt: "response",
  st: "service",
  wt: "wait",
};
const OUTCOMES: Readonly<Record<string, NonNullable<TagInfo["outcome"]>>> = {
  ":failed": "failed",
  ":timeout": "timed_out",
  ":unfinished": "unfinished",
  ":unsent": "never_sent",
};

/** Parses a tag; foreign tags have no further fields. */
export function tagInfo(tag: string): TagInfo {
  if (HICCUPS.test(tag)) {
    return { tag, group: "hiccups" };
  }
  const match = OPERATION.exec(tag);
  if (match === null) {
    return { tag, group: "latency" };
  }
  const warmup = match[1] !== undefined;
  const operation = match[3];
  const measure = MEASURES[match[5] ?? ""];
  if (operation === undefined || measure === undefined) {
    return { tag, group: "latency", measure: "lateness", outcome: "completed", warmup };
  }
  return { tag, group: "latency", operation, measure, outcome: OUTCOMES[match[4] ?? ""] ?? "completed", warmup };
}

/** Whether a tag is one of Takt's, whose values are nanoseconds. */
export function isTakts(info: TagInfo): boolean {
  return info.group === "hiccups" || info.measure !== undefined;
}
