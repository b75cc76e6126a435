import type { SourceDocument, Span } from "../data/model.ts";
import type { Theme } from "../draw/theme.ts";
import type { Context, View } from "./context.ts";
import { el, fill, changeDetector } from "./dom.ts";
import { tableButton } from "./exports.ts";
import { plural, rate, time } from "./figures.ts";
import { Latest } from "./latest.ts";
import { markRead, readOf } from "./reading.ts";
import { achievedOf, factsOf, verdictsOf } from "./runFacts.ts";
import { drawnSides, swatchOf, type Side } from "./sides.ts";
import { inWords, lengthOf, same, within } from "./spans.ts";
import { errorTags, rowsOf, summaryTable, type Histograms } from "./summaryTable.ts";
import { renderTable, type TableModel } from "./table.ts";
import { allHeadlineTags, nameOf, tracedTags } from "./tags.ts";
import { isUnitAssumed, unitName } from "./assumedUnit.ts";

/** The summary: verdicts, then the figures of the whole run or of the brush. */
export function summaryView(context: Context, announce: (sentence: string) => void): View {
  const { store, sums } = context;
  const verdicts = el("div", { class: "verdicts" });
  const facts = el("div", { class: "facts" });
  const sentence = el("p", { class: "of" }, "decoding…");
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
  const otherDocument = changeDetector();
  const otherFigures = changeDetector();
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
    // While a log is read, its document can change before the sums arrive; they belong to the document of the request.
    const requested = sides.map((side) => ({ side, document: side.source.document }));
    const made: TableModel[] = [];
    const rest: TableModel[] = [];
    for (const [i, { side, document }] of requested.entries()) {
      const main = rowsOf(document, "main");
      const errors = [...new Set(main.map((info) => info.operation))].flatMap((operation) => errorTags(document, operation));
      const histograms = await sums.all(side.source, [...main, ...errors].map((info) => info.tag), side.span, growth);
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
    more.hidden = !requested.some(({ document }) => rowsOf(document, "others").length > 0);
    tables.replaceChildren(...made.map((each) => renderTable(each)));
    others.replaceChildren(...rest.map((each) => renderTable(each)));
    requested.slice(0, 1).forEach(({ document }) => markRead(element, document));
  };
  return { element, update };
}

/** The verdicts on each shown run, under its name if there are several. */
function ofAll(sides: readonly Side[], theme: Theme): readonly Node[] {
  const different = sides.filter((side, i) => sides.findIndex((each) => each.source === side.source) === i);
  return different.flatMap((side) => {
    const name = el("p", { class: "quiet" }, swatchOf(side.place, theme), side.name);
    // For runs that are only drawn, only bad verdicts are shown.
    const verdicts = side.place < 2 ? verdictsOf(side.source.document) : verdictsOf(side.source.document).filter(isBad);
    return different.length === 1 ? verdicts : verdicts.length === 0 ? [] : [name, ...verdicts];
  });
}

function isBad(node: Node): boolean {
  return node instanceof HTMLElement && node.classList.contains("bad");
}

function captionOf({ source, name }: Side, document: SourceDocument, several: boolean): string {
  const what = several ? name : document.entry.kind === "run" ? "Times of completed operations" : "Recorded times";
  const read = document.reading === undefined ? what : `${what}, of the part read so far`;
  return isUnitAssumed(source) ? `${read} (unit not in the log: ${unitName(document.unit ?? 1)} assumed)` : read;
}

/** Explains why the counts of one operation differ. */
function hintOf({ entry }: SourceDocument): string {
  return entry.kind === "run"
    ? "Response and wait include operations that were unfinished or never sent at the end of the run, with their age. " +
      "Service includes only answered operations. Operations at an edge of a span can be counted in one and not in the other."
    : "Each row is one tag of the log.";
}

/** The sentence on a side; for a log that is being read, figures are of the part read so far. */
function sentenceOf(side: Side, document: SourceDocument, histograms: Histograms, what: string | null): string {
  const part = readOf(document, side.span);
  if (part === null) {
    return `${what ?? side.name}: ${inWords(side.span)} has not been read yet.`;
  }
  const where = same(part, side.span) ? `${what}: ${inWords(part)}` : `${what}, of the part read so far: ${inWords(part)}`;
  return inOneSentence(side, document, histograms, what === null ? side.name : where);
}

/** The figures of a span in one sentence, for the page and for screen readers. */
function inOneSentence({ span }: Side, document: SourceDocument, histograms: Histograms, where: string): string {
  const heads = allHeadlineTags(document);
  const scale = document.unit ?? 1;
  const figures = heads.slice(0, 3).flatMap((info) => {
    const histogram = histograms.get(info.tag);
    return histogram === undefined || histogram.total === 0
      ? []
      : [`${nameOf(info)} p99 ${time(histogram.valueAt(99) * scale, "auto")} of ${plural(histogram.total, "operation")}`];
  });
  const total = tracedTags(document).reduce((sum, info) => sum + (histograms.get(info.tag)?.total ?? 0), 0);
  return `${where}${paceOf(document, span, total)}; ${figures.length === 0 ? "nothing was recorded there" : figures.join("; ")}.`;
}

/** The rate: for the whole run that of `run.json`, which includes failures; for a part the recorded one. */
function paceOf(document: SourceDocument, span: Span, total: number): string {
  const { run, measured, span: whole } = document;
  if (run !== undefined && document.entry.state !== "running" && same(span, whole)) {
    return `, achieved ${achievedOf(run)}`;
  }
  // Outside of the measured part there are hiccups, but no counted operations.
  const read = readOf(document, span);
  const counted = read === null ? null : within(read, measured ?? read);
  return counted !== null && total > 0 ? `, ${rate((1000 * total) / lengthOf(counted))} recorded` : "";
}
