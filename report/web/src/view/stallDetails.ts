import type { SourceDocument, Stall } from "../data/model.ts";
import type { Context } from "./context.ts";
import { el } from "./dom.ts";
import { time } from "./figures.ts";
import { linksOf } from "./links.ts";
import { taken } from "./operations.ts";
import { openOperation } from "./slowest.ts";
import { seconds } from "./spans.ts";
import { stallTitle } from "./stallsTable.ts";
import type { UnitChoice } from "./state.ts";
import { visible } from "./tags.ts";

const MAX_OPERATIONS = 5;

/** A stall in words, a line each. */
export function stallInWords(document: SourceDocument, stall: Stall, unit: UnitChoice): readonly string[] {
  const touched = linksOf(document).operationsOf(stall.id).size;
  const exact = stall.error > 0 ? ` ± ${time(stall.error, unit)}` : "";
  return [
    `${stall.side}: ${stallTitle(stall)}`,
    ...(stall.machine === undefined ? [] : [`seen on ${visible(stall.machine)}`]),
    `${time((stall.end - stall.begin) * 1e6, unit)} at ${seconds(stall.begin)} s${exact}`,
    ...(stall.thread === null ? [] : [`thread ${visible(stall.thread)}`]),
    ...(stall.culprit === null ? [] : [`caused by ${visible(stall.culprit)}`]),
    touched === 0 ? "touched none of the slowest operations" : `touched ${touched} of the slowest operations`,
  ];
}

/** The details of a chosen stall, with the way to the operations that it touched, slowest first. */
export function stallDetails(context: Context, document: SourceDocument, stall: Stall, unit: UnitChoice): HTMLElement {
  const [title = "", ...lines] = stallInWords(document, stall, unit);
  const ids = linksOf(document).operationsOf(stall.id);
  const measure = document.explanation?.measure ?? "response";
  const touched = (document.explanation?.slowest ?? []).filter((operation) => ids.has(operation.id));
  const zoom = (): void => context.brushing.zoomAround({ from: stall.begin, to: stall.end });
  return el(
    "div",
    { class: "stall-details" },
    el("p", {}, el("b", {}, title), ` · ${lines.join(" · ")}`),
    el("div", { class: "tools" },
      el("button", { type: "button", onclick: zoom, title: "show its time in the map and the timeline (0: the whole time)" }, "Zoom to the stall"),
      ...touched.slice(0, MAX_OPERATIONS).map((operation) =>
        el("button", { type: "button", onclick: () => openOperation(context, operation) },
          `${visible(operation.name)} ${time(taken(operation, measure), unit)}`))),
  );
}
