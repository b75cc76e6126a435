import type { Explanation, SlowOperation, SourceDocument } from "../data/model.ts";
import { wallClock } from "../data/source.ts";
import type { Context } from "./context.ts";
import { el, type Child } from "./dom.ts";
import { timeCell } from "./figures.ts";
import { nanosOf, normalPart, traceAddress, whatItWas } from "./operations.ts";
import { seconds } from "./spans.ts";
import type { UnitChoice } from "./state.ts";
import { renderTable, type TableModel } from "./table.ts";
import { visible } from "./tags.ts";

/** The details of an operation: its times and its parts. */
export function detailsOf(
  { brushing }: Context,
  document: SourceDocument,
  explanation: Explanation,
  operation: SlowOperation,
  unit: UnitChoice,
): HTMLElement {
  const zoom = (): void => {
    brushing.zoomAround({ from: Math.min(operation.due, operation.start), to: operation.end });
    globalThis.document.getElementById("heat")?.scrollIntoView();
  };
  return el(
    "div",
    { class: "details" },
    moments(document, operation),
    el("button", { type: "button", onclick: zoom, title: "show its time in the map and the timeline (0: the whole time)" }, "Zoom to the operation"),
    el("div", { class: "scroll" }, renderTable(partsTable(document, explanation, operation, unit))),
  );
}

function moments(document: SourceDocument, operation: SlowOperation): HTMLElement {
  const list = el("dl", { class: "facts" });
  const add = (name: string, value: Child): void => list.append(el("div", {}, el("dt", {}, name), el("dd", {}, value)));
  add("due", `${seconds(operation.due)} s (${clock(wallClock(document, operation.due))})`);
  add("started", `${seconds(operation.start)} s`);
  add("ended", `${seconds(operation.end)} s, ${operation.state.replaceAll("_", " ")}`);
  if (operation.machine !== undefined) {
    add("machine", visible(operation.machine));
  }
  if (operation.traceId !== undefined) {
    add("trace", traceOf(document, operation.traceId));
  }
  return list;
}

function traceOf(document: SourceDocument, traceId: string): Child {
  const address = traceAddress(document.run?.traceLink, traceId);
  return address === null ? traceId : el("a", { href: address, target: "_blank", rel: "noopener noreferrer" }, traceId);
}

/** Formats with the time zone, since the reader may be elsewhere. */
function clock(epochMillis: number): string {
  const date = new Date(epochMillis);
  return Number.isNaN(date.getTime()) ? "no date" : date.toISOString().replace("T", " ").replace("Z", " UTC");
}

export function partsTable(document: SourceDocument, explanation: Explanation, operation: SlowOperation, unit: UnitChoice): TableModel {
  const parts = [...operation.parts].sort((a, b) => nanosOf(b) - nanosOf(a));
  const cell = (nanos: number) => (nanos === 0 ? { text: "", value: 0 } : timeCell(nanos, unit));
  return {
    caption: "Where its time went",
    columns: [
      { title: "what" },
      { title: "side", text: true },
      { title: "wait", over: "directly" },
      { title: "service", over: "directly" },
      { title: "wait", over: "by backlog" },
      { title: "service", over: "by backlog" },
    ],
    rows: [
      ...parts.map((part) => ({
        head: { text: whatItWas(part, document.stalls) },
        cells: [
          { text: part.side },
          ...[part.directWait, part.directService, part.inheritedWait, part.inheritedService].map(cell),
        ],
      })),
      {
        head: { text: "unexplained" },
        cells: [{ text: "" }, cell(operation.unexplainedWait), cell(operation.unexplainedService), cell(0), cell(0)],
      },
      {
        head: { text: "normal", title: "the normal time of such an operation" },
        cells: [{ text: "" }, { text: "" }, cell(normalPart(operation, explanation.measure)), cell(0), cell(0)],
        faint: true,
      },
    ],
  };
}
