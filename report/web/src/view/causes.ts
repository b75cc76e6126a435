import { seriesColour } from "../draw/series.ts";
import type { Explanation, SourceDocument } from "../data/model.ts";
import { causesSentence, causesTable, MOST_OF_A_SIDE, verdictSentences, type RankedCause } from "./causesTable.ts";
import type { Context, View } from "./context.ts";
import { el, renew, say, watch } from "./dom.ts";
import { tableButton } from "./exports.ts";
import { linksOf } from "./links.ts";
import { sourceA } from "./state.ts";
import { renderTable, type TableModel } from "./table.ts";
import { visible } from "./tags.ts";

/** What made operations slow: the ranking of causes, each of which can be thought away. */
export function causesView(context: Context): View {
  const { store } = context;
  let model: TableModel | null = null;
  const sentence = el("p", { class: "of" });
  const table = el("div", { class: "scroll" });
  const notes = el("ul", { class: "notes" });
  const verdict = el("div", { class: "conclusion" });
  let isLong = false;
  const all = el("button", { type: "button" });
  all.addEventListener("click", () => {
    isLong = !isLong;
    context.redraw();
  });
  const element = el(
    "section",
    { id: "causes", "aria-labelledby": "causes-title" },
    el("header", {}, el("h2", { id: "causes-title" }, "Why slow"),
      el("div", { class: "tools end" }, tableButton(() => context.file("causes"), () => model))),
    sentence,
    table,
    all,
    verdict,
    el("p", { class: "quiet" }, "A checked cause is thought away: the spectrum shows what would be without it, as a dashed curve, for the whole run. ",
      "~ which operation it was follows from times or a model; ? sampled, or seen by its effect alone."),
    notes,
  );
  const changed = watch();

  const update = (): void => {
    const state = store.state;
    const document = sourceA(state)?.document;
    const explanation = document?.explanation;
    element.hidden = explanation === undefined;
    if (document === undefined || explanation === undefined) {
      return;
    }
    const { unit, without, brush } = state.shown;
    if (changed(explanation, unit, without, brush === null, context.theme(), isLong)) {
      model = causesTable(explanation, unit);
      say(sentence, causesSentence(explanation, unit) + (brush === null ? "" : " This is of the whole run, not of what is brushed."));
      const most = isLong ? Infinity : MOST_OF_A_SIDE;
      const tools = causesTable(explanation, unit, most, (cause) => before(context, document, explanation, cause));
      renew(table, ...(explanation.slow === 0 ? [] : [renderTable(tools)]));
      all.hidden = explanation.causes.length <= MOST_OF_A_SIDE || (!isLong && tools.rows.length > explanation.causes.length);
      all.textContent = isLong ? "The largest alone" : `All ${explanation.causes.length} causes`;
      verdict.replaceChildren(...verdictSentences(explanation, unit).map((each) => el("p", {}, each)));
      notes.replaceChildren(...explanation.notes.map((note) => el("li", {}, visible(note))));
    }
  };
  return { element, update };
}

/** A checkbox and the cause's colour, as on the timeline. */
function before({ store, theme }: Context, document: SourceDocument, explanation: Explanation, cause: RankedCause): HTMLElement {
  const { without } = store.state.shown;
  const box = el("input", {
    type: "checkbox",
    checked: without.includes(cause.place),
    disabled: cause.row.without === null || explanation.curves === "",
    "data-key": cause.place,
    "aria-label": `think away ${cause.row.side}: ${visible(cause.row.text)}`,
  });
  box.addEventListener("change", () => {
    const others = store.state.shown.without.filter((place) => place !== cause.place);
    store.show({ without: box.checked ? [...others, cause.place] : others });
  });
  const swatch = el("span", { class: "swatch", "aria-hidden": "true" });
  swatch.style.background = seriesColour(theme(), linksOf(document).colours(cause.row.side, cause.row.kind));
  return el("span", { class: "before" }, box, swatch);
}
