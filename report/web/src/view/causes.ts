import { causeSums, type CauseSums } from "../data/causeSums.ts";
import type { Explanation, SourceDocument, Span } from "../data/model.ts";
import { kindColour } from "../draw/kinds.ts";
import { seriesColour } from "../draw/series.ts";
import { causesSentence, causeTitle, causesTable, MAX_CAUSES, verdictSentences, type RankedCause } from "./causesTable.ts";
import type { Context, View } from "./context.ts";
import { el, replaceKeepingFocus, setText, changeDetector, type Child } from "./dom.ts";
import { listSection } from "./listSection.ts";
import { countWithin, spanCausesTable, spanSentence } from "./spanCausesTable.ts";
import { inWords, same } from "./spans.ts";
import { sourceA, type Shown } from "./state.ts";
import { renderTable, type TableModel } from "./table.ts";
import { visible } from "./tags.ts";

/** The ranking of causes of slow operations, each with a checkbox to show the percentiles without it. */
export function causesView(context: Context): View {
  const { store } = context;
  let model: (() => TableModel) | null = null;
  const table = el("div", { class: "scroll" });
  const notes = el("ul", { class: "notes" });
  const verdict = el("div", { class: "conclusion" });
  const section = listSection(context, "causes", "Why slow", () => model?.() ?? null, { list: table, after: [verdict, explained(), notes] });
  const { element, sentence } = section;
  const changed = changeDetector();

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
      setText(sentence, sentenceOf(document, explanation, sums, shown));
      const most = section.isLong() ? Infinity : MAX_CAUSES;
      const tools = tableOf(explanation, sums, shown, most, (cause) => before(context, explanation, cause));
      replaceKeepingFocus(table, ...(explanation.slow === 0 ? [] : [renderTable(tools)]));
      const isWhole = all <= MAX_CAUSES + 1;
      section.offer(isWhole ? null : section.isLong() ? "Only the largest" : `All ${all} causes`);
      verdict.replaceChildren(...verdictSentences(explanation, unit, sums).map((each) => el("p", {}, each)));
      notes.replaceChildren(...explanation.notes.map((note) => el("li", {}, visible(note))));
    }
  };
  return { element, update };
}

/** The figures of the brush, if available. */
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
    const lack = brush === null ? "" : " These figures are for the whole run; figures for a part of it are not available.";
    return causesSentence(explanation, unit) + lack;
  }
  const isExact = brush === null || explanation.intervals?.each === 1 || same(brush, sums.span);
  const coarse = isExact
    ? ""
    : ` Causes are recorded per ${explanation.intervals?.each ?? 1} merged intervals of the log, so these figures cover slightly more than the brush.`;
  const measured = document.measured;
  const cold = measured !== undefined && sums.span.from < measured.from ? " The warm-up is excluded." : "";
  return spanSentence(sums, inWords(isExact && brush !== null ? brush : sums.span), unit) + coarse + cold;
}

/** Explains the terms of the table; tooltips are not available on touch screens. */
function explained(): HTMLElement {
  const words = [
    ["touched", "the number of operations that were delayed by the cause: during a stall, or by the backlog after it."],
    ["share", "of the slow time: the time that slow operations took beyond normal. Each moment is counted once."],
    ["time lost", "the same as a time."],
    ["share from", "the share of the slow time of the slowest 1 % and 0.1 % of the operations."],
    ["without it", "the percentiles of the whole run, replayed without the time of this cause. Tick the cause to see them in the spectrum, as a dashed curve."],
    ["certainty", "~ operations matched by time or by a model; ? sampled, or inferred from the effect."],
  ] as const;
  const list = el("dl", { class: "words" });
  words.forEach(([word, meaning]) => list.append(el("dt", {}, word), el("dd", {}, meaning)));
  return el("details", { class: "more" }, el("summary", {}, "Tick a cause to see the percentiles without it. Meaning of the columns"), list);
}

/** A checkbox and the cause's colour on the timeline. */
function before({ store, theme }: Context, explanation: Explanation, cause: RankedCause): HTMLElement {
  const { without } = store.state.shown;
  const box = el("input", {
    type: "checkbox",
    checked: without.includes(cause.place),
    disabled: cause.row.without === null || explanation.curves === "",
    "data-key": cause.place,
    title: "show the spectrum of the whole run without this cause",
    "aria-label": `without ${cause.row.side}: ${causeTitle(cause.row)}`,
  });
  box.addEventListener("change", () => {
    const others = store.state.shown.without.filter((place) => place !== cause.place);
    store.show({ without: box.checked ? [...others, cause.place] : others });
  });
  const swatch = el("span", { class: "swatch", "aria-hidden": "true" });
  swatch.style.background = seriesColour(theme(), kindColour(cause.row.kind));
  return el("span", { class: "before" }, box, swatch);
}
