import type { Collections, SourceDocument } from "../data/model.ts";
import { collectionsTable, collectionsTitle } from "./collectionsTable.ts";
import { el } from "./dom.ts";
import { plural } from "./figures.ts";
import type { UnitChoice } from "./state.ts";
import { renderTable } from "./table.ts";
import { visible } from "./tags.ts";

/** What collections achieved, and what is missing from the timeline: omitted stalls, and what could not be observed. */
export function stallNotes(document: SourceDocument, unit: UnitChoice): readonly HTMLElement[] {
  const { stalls } = document;
  if (stalls === undefined) {
    return document.entry.kind === "run" ? [el("p", {}, "Stalls were not observed.")] : [];
  }
  const omitted = stalls.omitted > 0 ? [el("p", {}, `${plural(stalls.omitted, "shorter stall is", "shorter stalls are")} not shown.`)] : [];
  const unseen = [
    ...stalls.notObservable.map((each) => `${visible(each.what)} (${each.side}): ${visible(each.why)}`),
    ...stalls.sources.filter((each) => each.blind !== null).map((each) => `${visible(each.name)} (${each.side}): ${visible(each.blind ?? "")}`),
  ];
  const list = el("ul", { class: "notes" }, ...unseen.map((text) => el("li", {}, text)));
  const details = el("details", { class: "more" }, el("summary", {}, `Not observable (${unseen.length})`), list);
  const collections = (stalls.collections ?? []).map((each) => collectionNotes(each, unit));
  return [...collections, ...omitted, ...(unseen.length === 0 ? [] : [details])];
}

function collectionNotes(collections: Collections, unit: UnitChoice): HTMLElement {
  const findings = collections.findings.map((text) => el("li", {}, visible(text)));
  return el(
    "details",
    { class: "more", open: findings.length > 0 },
    el("summary", {}, collectionsTitle(collections)),
    el("ul", { class: "notes" }, ...findings),
    el("div", { class: "scroll" }, renderTable(collectionsTable(collections, unit))),
  );
}
