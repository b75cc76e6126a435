// The table of journeys, and what their slow users spent their time with, independent of the DOM.

import type { GroupFacts, JourneyExplanation, JourneyFacts, JourneyTail, SourceDocument, StepFacts, TagInfo } from "../data/model.ts";
import type { Child } from "./dom.ts";
import { count, countCell, NO_CELL, share, time, timeCell } from "./figures.ts";
import type { UnitChoice } from "./state.ts";
import type { Histograms } from "./summaryTable.ts";
import type { TableCell, TableModel, TableRow } from "./table.ts";
import { isHeadline, visible } from "./tags.ts";

/** A smaller part of the time is not worth a word. */
const MIN_PART = 0.01;

/** A smaller part of a step's time is not its cause. */
const MIN_CAUSE = 0.1;

const MAX_STEPS = 3;

/** What a row is about. */
type Part = StepFacts | GroupFacts;

/** The tags that the table needs: the headline ones of journeys, their groups and their steps. */
export function journeyTags(document: SourceDocument): readonly TagInfo[] {
  const parts = (journey: JourneyFacts): readonly string[] => [...(journey.groups ?? []), ...journey.steps].map(({ operation }) => operation);
  const names = new Set((document.run?.journeys ?? []).flatMap((journey) => [journey.name, ...parts(journey)]));
  return document.tags.filter((info) => isHeadline(document, info) && names.has(info.operation ?? ""));
}

/**
 * How many users came to each step, and the times of the steps; a group in brackets before its first step.
 *
 * @param histograms of the tags of `journeyTags`, in the span of the figures
 * @param bar creates the picture of a part of a whole
 */
export function journeysTable(
  document: SourceDocument,
  journeys: readonly JourneyFacts[],
  histograms: Histograms,
  unit: UnitChoice,
  bar: (part: number, whole: number) => Child = () => null,
): TableModel {
  const tags = new Map(journeyTags(document).map((info) => [info.operation, info.tag]));
  const of = (operation: string): ReturnType<Histograms["get"]> => histograms.get(tags.get(operation) ?? "");
  const times = (operation: string): readonly TableCell[] => {
    const histogram = of(operation);
    const known = histogram !== undefined && histogram.total > 0;
    const values = known ? [histogram.valueAt(50), histogram.valueAt(99), histogram.max] : [null, null, null];
    const scale = document.unit ?? 1;
    return [countCell(histogram?.total ?? 0), ...values.map((value) => timeCell(value === null ? null : value * scale, unit))];
  };
  return {
    caption: "How many users came to each step",
    groups: "journey",
    columns: [
      { title: "", csv: "step" },
      { title: "users", hint: "who came to the step; known when the run has ended" },
      { title: "", csv: "share", text: true },
      { title: "failed", hint: "users at whose end the step failed or timed out" },
      { title: "aborted", hint: "users whom an abort of the plan ended after the step" },
      { title: "count", hint: "answers in the span of the figures; a step in a loop has several of a user" },
      ...["p50", "p99", "max"].map((title) => ({ title, csv: `${title} (ns)` })),
    ],
    rows: journeys.flatMap((journey): readonly TableRow[] => {
      const group = visible(journey.name);
      const row = (part: Part, name: string): TableRow => ({
        group,
        head: { text: name },
        cells: [
          known(part.reached),
          shareCell(part.reached, part.reached ?? of(part.operation)?.total ?? 0, whole, bar),
          bad(part.failed),
          "first" in part ? NO_CELL : known(part.aborted),
          ...times(part.operation),
        ],
      });
      const whole = journey.users ?? Math.max(0, ...journey.steps.map(({ operation }) => of(operation)?.total ?? 0));
      return [
        {
          group,
          head: { text: "the journey" },
          strong: true,
          cells: [known(journey.users), NO_CELL, bad(journey.failed), known(journey.aborted), ...times(journey.name)],
        },
        ...journey.steps.flatMap((step) => [
          ...(journey.groups ?? []).filter(({ first }) => first === step.operation).map((each) => row(each, `[${nameIn(journey, each)}]`)),
          row(step, nameIn(journey, step)),
        ]),
      ];
    }),
  };
}

function nameIn(journey: JourneyFacts, { operation }: Part): string {
  return visible(operation.slice(journey.name.length + 1));
}

function known(number: number | undefined): TableCell {
  return number === undefined ? { text: "–", value: null } : countCell(number);
}

function bad(number: number | undefined): TableCell {
  return { ...known(number), bad: (number ?? 0) > 0 };
}

/** A bar, and the share in words if the number of users is known. */
function shareCell(reached: number | undefined, part: number, whole: number, bar: (part: number, whole: number) => Child): TableCell {
  return { text: reached === undefined ? "" : ` ${share(part, whole)}`, node: bar(part, whole) };
}

/** Two sentences for each journey of whose users some were slow. */
export function slowUsers(journeys: readonly JourneyExplanation[], unit: UnitChoice): readonly string[] {
  return journeys.flatMap((journey) => {
    const { name, users, tail, withoutThinking: active } = journey;
    const first = `The slowest ${count(tail.users)} of ${count(users)} users of ${visible(name)} took ` +
      `${mean(tail.response, tail, unit)} on average: ${parts(name, tail, tail.response, unit)}.`;
    if (active === undefined) {
      return [first];
    }
    const taken = active.response - active.thinking;
    return [first, `Without think times the slowest ${count(active.users)} took ${mean(taken, active, unit)}: ` +
      `${parts(name, { ...active, thinking: 0 }, taken, unit)}.`];
  });
}

function mean(nanos: number, { users }: JourneyTail, unit: UnitChoice): string {
  return time(nanos / users, unit);
}

function parts(journey: string, tail: JourneyTail, whole: number, unit: UnitChoice): string {
  const thinking = tail.thinking >= MIN_PART * whole ? [`think ${mean(tail.thinking, tail, unit)}`] : [];
  const shown = tail.steps.filter((step) => step.wait + step.service >= MIN_PART * whole).slice(0, MAX_STEPS);
  const steps = shown.map((step) => {
    const own = step.wait + step.service;
    const name = step.operation.startsWith(`${journey}.`) ? step.operation.slice(journey.length + 1) : step.operation;
    const [cause] = step.causes;
    const isUnexplained = step.unexplained > (cause?.nanos ?? 0);
    const most = isUnexplained ? step.unexplained : (cause?.nanos ?? 0);
    const why = isUnexplained || cause === undefined ? "unexplained" : `${cause.side} ${visible(cause.text)}`;
    return `${visible(name)} ${mean(own, tail, unit)}${most > 0 && most >= MIN_CAUSE * own ? ` (${why} ${mean(most, tail, unit)})` : ""}`;
  });
  return [...thinking, ...steps].join(", ");
}
