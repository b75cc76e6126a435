import { causeSums, type CauseSums } from "../data/causeSums.ts";
import type { Explanation, SourceDocument, Span } from "../data/model.ts";
import { seriesColour } from "../draw/series.ts";
import { causesSentence, causesTable, MOST_OF_A_SIDE, verdictSentences, type RankedCause } from "./causesTable.ts";
import type { Context, View } from "./context.ts";
import { el, renew, say, watch, type Child } from "./dom.ts";
import { linksOf } from "./links.ts";
import { listSection } from "./listSection.ts";
import { countWithin, spanCausesTable, spanSentence } from "./spanCausesTable.ts";
import { inWords, same } from "./spans.ts";
import { sourceA, type Shown } from "./state.ts";
import { renderTable, type TableModel } from "./table.ts";
import { visible } from "./tags.ts";

/** What made operations slow: the ranking of causes, each of which can be thought away. */
export function causesView(context: Context): View {
  const { store } = context;
  let model: (() => TableModel) | null = null;
  const table = el("div", { class: "scroll" });
  const notes = el("ul", { class: "notes" });
  const verdict = el("div", { class: "conclusion" });
  const section = listSection(context, "causes", "Why slow", () => model?.() ?? null, { list: table, after: [verdict, explained(), notes] });
  const { element, sentence } = section;
  const changed = watch();

  const update = (): void => {
    const state = store.state;
    const document = sourceA(state)?.document;
    const explanation = document?.explanation;
    element.hidden = explanation === undefined;
    if (document === undefined || explanation === undefined) {
      return;
    }
    const { shown } = state;
    const { unit, without, brush } = shown;
    if (changed(explanation, unit, without, brush, context.theme(), section.isLong())) {
      const sums = sumsOf(document, explanation, brush);
      const all = sums === null ? explanation.causes.length : countWithin(explanation, sums, without);
      model = () => tableOf(explanation, sums, shown);
      say(sentence, sentenceOf(document, explanation, sums, shown));
      const most = section.isLong() ? Infinity : MOST_OF_A_SIDE;
      const tools = tableOf(explanation, sums, shown, most, (cause) => before(context, document, explanation, cause));
      renew(table, ...(explanation.slow === 0 ? [] : [renderTable(tools)]));
      const isWhole = all <= MOST_OF_A_SIDE || (!section.isLong() && tools.rows.length > all);
      section.offer(isWhole ? null : section.isLong() ? "The largest alone" : `All ${all} causes`);
      verdict.replaceChildren(...verdictSentences(explanation, unit, sums).map((each) => el("p", {}, each)));
      notes.replaceChildren(...explanation.notes.map((note) => el("li", {}, visible(note))));
    }
  };
  return { element, update };
}

/** Of what is brushed, if that is known. */
function sumsOf(document: SourceDocument, explanation: Explanation, brush: Span | null): CauseSums | null {
  return brush === null || explanation.intervals === undefined
    ? null
    : causeSums(explanation.intervals, brush, document.span.to);
}

function tableOf(
  explanation: Explanation,
  sums: CauseSums | null,
  { unit, without }: Shown,
  most = Infinity,
  before: (cause: RankedCause) => Child = () => null,
): TableModel {
  return sums === null
    ? causesTable(explanation, unit, most, before)
    : spanCausesTable(explanation, sums, unit, without, most, before);
}

function sentenceOf(document: SourceDocument, explanation: Explanation, sums: CauseSums | null, { unit, brush }: Shown): string {
  if (sums === null) {
    const lack = brush === null ? "" : " This is of the whole run: what causes took in a part of it is not known.";
    return causesSentence(explanation, unit) + lack;
  }
  const isExact = brush === null || explanation.intervals?.each === 1 || same(brush, sums.span);
  const coarse = isExact
    ? ""
    : ` Causes are known by ${explanation.intervals?.each ?? 1} intervals of the log together, so this is of a little more than what is brushed.`;
  const measured = document.measured;
  const cold = measured !== undefined && sums.span.from < measured.from ? " The warm-up is not in it." : "";
  return spanSentence(sums, inWords(isExact && brush !== null ? brush : sums.span), unit) + coarse + cold;
}

/** The words of the table, for who has not met them; a telephone has nothing to point with. */
function explained(): HTMLElement {
  const words = [
    ["touched", "an operation took longer because of it: it was in a stall, or in the backlog that one had left."],
    ["time lost", "what it added to operations beyond what is normal for them. Each moment is charged once."],
    ["thought away", "a checked cause: the run is replayed with its time taken out, and the spectrum shows what would be, as a dashed curve. That is known of the whole run alone."],
    ["certainty", "~ which operation it was follows from times or a model; ? sampled, or seen by its effect alone."],
  ] as const;
  const list = el("dl", { class: "words" });
  words.forEach(([word, meaning]) => list.append(el("dt", {}, word), el("dd", {}, meaning)));
  return el("details", { class: "more" }, el("summary", {}, "A checked cause is thought away. What the columns mean"), list);
}

/** A checkbox and the cause's colour, as on the timeline. */
function before({ store, theme }: Context, document: SourceDocument, explanation: Explanation, cause: RankedCause): HTMLElement {
  const { without } = store.state.shown;
  const box = el("input", {
    type: "checkbox",
    checked: without.includes(cause.place),
    disabled: cause.row.without === null || explanation.curves === "",
    "data-key": cause.place,
    title: "think it away: the spectrum shows what would be without it, in the whole run",
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
