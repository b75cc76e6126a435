import type { SourceDocument, Span } from "../data/model.ts";
import type { Theme } from "../draw/theme.ts";
import type { Context, View } from "./context.ts";
import { el, fill, watch } from "./dom.ts";
import { tableButton } from "./exports.ts";
import { plural, rate, time } from "./figures.ts";
import { Latest } from "./latest.ts";
import { markRead, readOf } from "./reading.ts";
import { factsOf, verdictsOf } from "./runFacts.ts";
import { drawnSides, swatchOf, type Side } from "./sides.ts";
import { inWords, lengthOf, same, within } from "./spans.ts";
import { rowsOf, summaryTable, type Histograms } from "./summaryTable.ts";
import { renderTable, type TableModel } from "./table.ts";
import { headlineTags, nameOf } from "./tags.ts";
import { isTold, unitName } from "./toldUnit.ts";

/** Verdicts first; then what was measured, of all or of the span that is brushed. */
export function summaryView(context: Context, announce: (sentence: string) => void): View {
  const { store, sums } = context;
  const verdicts = el("div", { class: "verdicts" });
  const facts = el("div", { class: "facts" });
  const sentence = el("p", { class: "of" });
  const tables = el("div", { class: "scroll" });
  const others = el("div", { class: "scroll" });
  const more = el("details", { class: "more" }, el("summary", {}, "Other histograms: outcomes, lateness, warm-up, hiccups"), others);
  let model: TableModel | null = null;
  const element = el(
    "section",
    { id: "summary", "aria-labelledby": "summary-title" },
    el("header", {}, el("h2", { id: "summary-title" }, "Summary"),
      el("div", { class: "tools end" }, tableButton(() => context.file("summary"), () => model))),
    verdicts,
    facts,
    sentence,
    tables,
    more,
  );
  const otherDocument = watch();
  const otherFigures = watch();
  const latest = new Latest(context.failed);
  more.addEventListener("toggle", () => context.redraw());

  const update = (): void => {
    const state = store.state;
    const sides = drawnSides(state);
    const document = sides[0]?.source.document;
    if (otherDocument(context.theme(), sides.length, ...sides.map((side) => side.source.document))) {
      verdicts.replaceChildren(...ofAll(sides, context.theme()));
      facts.replaceChildren(...(document?.run === undefined ? [] : factsOf(document, document.run)));
    }
    const spans = sides.map((side) => `${side.source.document.entry.id} ${side.place} ${side.span.from} ${side.span.to}`).join();
    const units = sides.map((side) => side.source.document.unit).join();
    if (otherFigures(document, units, spans, state.growth, state.shown.unit, more.open, context.theme())) {
      latest.run(() => figures(sides));
    }
  };

  const figures = async (sides: readonly Side[]): Promise<void> => {
    const { growth, shown } = store.state;
    // A log that is read has gone on when its sums come: they are told by what was known when they were asked for.
    const told = sides.map((side) => ({ side, document: side.source.document }));
    const made: TableModel[] = [];
    const rest: TableModel[] = [];
    for (const [i, { side, document }] of told.entries()) {
      const main = rowsOf(document, "main");
      const histograms = await sums.all(side.source, main.map((info) => info.tag), side.span, growth);
      const table = summaryTable(captionOf(side, document, sides.length > 1), document, main, histograms, shown.unit);
      made.push({ ...table, hint: hintOf(document), ...(sides.length > 1 ? { mark: swatchOf(side.place, context.theme()) } : {}) });
      if (i === 0) {
        const words = sentenceOf(side, document, histograms, sides.length > 1 ? null : shown.brush === null ? "All" : "Brushed");
        fill(sentence, words);
        announce(words);
      }
      const infos = rowsOf(document, "others");
      if (more.open && infos.length > 0) {
        const restOf = await sums.all(side.source, infos.map((info) => info.tag), side.span, growth);
        rest.push(summaryTable(captionOf(side, document, sides.length > 1), document, infos, restOf, shown.unit));
      }
    }
    model = made[0] ?? null;
    more.hidden = !told.some(({ document }) => rowsOf(document, "others").length > 0);
    tables.replaceChildren(...made.map((each) => renderTable(each)));
    others.replaceChildren(...rest.map((each) => renderTable(each)));
    told.slice(0, 1).forEach(({ document }) => markRead(element, document));
  };
  return { element, update };
}

/** The verdicts on each run that is looked at, under its name if there are several. */
function ofAll(sides: readonly Side[], theme: Theme): readonly Node[] {
  const different = sides.filter((side, i) => sides.findIndex((each) => each.source === side.source) === i);
  return different.flatMap((side) => {
    const name = el("p", { class: "quiet" }, swatchOf(side.place, theme), side.name);
    // Of those that are only drawn beside the others, what is wrong with them is enough.
    const verdicts = side.place < 2 ? verdictsOf(side.source.document) : verdictsOf(side.source.document).filter(isBad);
    return different.length === 1 ? verdicts : verdicts.length === 0 ? [] : [name, ...verdicts];
  });
}

function isBad(node: Node): boolean {
  return node instanceof HTMLElement && node.classList.contains("bad");
}

function captionOf({ source, name }: Side, document: SourceDocument, several: boolean): string {
  const what = several ? name : document.entry.kind === "run" ? "Times of completed operations" : "Recorded times";
  const read = document.reading === undefined ? what : `${what}, as far as the log is read`;
  return isTold(source) ? `${read} (the log does not tell its unit: ${unitName(document.unit ?? 1)} assumed)` : read;
}

/** Why counts of one operation differ. */
function hintOf({ entry }: SourceDocument): string {
  return entry.kind === "run"
    ? "Response and wait are also of operations that were unfinished or never sent when the run ended, with their age then; " +
      "service is of those that were answered. Within a span, operations that ended at its very edge can be in one of them and not in the other."
    : "Each row is what the log has under one tag.";
}

/** Of a log that is being read, figures are of what has been read. */
function sentenceOf(side: Side, document: SourceDocument, histograms: Histograms, what: string | null): string {
  const part = readOf(document, side.span);
  if (part === null) {
    return `${what ?? side.name}: ${inWords(side.span)} is not read yet.`;
  }
  const where = same(part, side.span) ? `${what}: ${inWords(part)}` : `${what}, as far as it is read: ${inWords(part)}`;
  return inOneSentence(side, document, histograms, what === null ? side.name : where);
}

/** What a brush has selected, for people who read and people who listen. */
function inOneSentence({ span }: Side, document: SourceDocument, histograms: Histograms, where: string): string {
  const heads = headlineTags(document);
  const scale = document.unit ?? 1;
  const figures = heads.slice(0, 3).flatMap((info) => {
    const histogram = histograms.get(info.tag);
    return histogram === undefined || histogram.total === 0
      ? []
      : [`${nameOf(info)} p99 ${time(histogram.valueAt(99) * scale, "auto")} of ${plural(histogram.total, "operation")}`];
  });
  const total = heads.reduce((sum, info) => sum + (histograms.get(info.tag)?.total ?? 0), 0);
  return `${where}${paceOf(document, span, total)}; ${figures.length === 0 ? "nothing was recorded there" : figures.join("; ")}.`;
}

/** Of all of a run what `run.json` says, which counts failures too; of a part, what was recorded there. */
function paceOf(document: SourceDocument, span: Span, total: number): string {
  const { run, measured, span: whole } = document;
  if (run !== undefined && same(span, whole)) {
    return `, achieved ${rate(run.achievedRate)}`;
  }
  // Before and after the measured part there are hiccups, but no operations that count.
  const read = readOf(document, span);
  const counted = read === null ? null : within(read, measured ?? read);
  return counted !== null && total > 0 ? `, ${rate((1000 * total) / lengthOf(counted))} recorded` : "";
}
