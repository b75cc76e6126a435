import type { SourceDocument } from "../data/model.ts";
import { el } from "./dom.ts";
import { plural } from "./figures.ts";
import { visible } from "./tags.ts";

/** What is missing from the timeline: omitted stalls, and what could not be observed, with the reasons. */
export function stallNotes(document: SourceDocument): readonly HTMLElement[] {
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
  return unseen.length === 0 ? omitted : [...omitted, details];
}
