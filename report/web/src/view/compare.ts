import { differenceHeight, drawDifference } from "../draw/difference.ts";
import { compared, differenceChart, differenceTable, pairs, type Compared } from "./comparison.ts";
import { Chart } from "./chart.ts";
import type { Context, View } from "./context.ts";
import { el, fill, changeDetector } from "./dom.ts";
import { tableButton } from "./exports.ts";
import { Latest } from "./latest.ts";
import { sidesOf, swatchOf, type Side } from "./sides.ts";
import { FRESH } from "./sources.ts";
import { idOfA, idOfB } from "./state.ts";
import type { Store } from "./store.ts";
import { renderTable } from "./table.ts";
import { nameOf } from "./tags.ts";

/** The delay before a comparison, so that its bootstrap does not run while the brush moves. */
const AFTER_MILLIS = 250;

/** Compares two sources or two spans: the differences with confidence intervals. */
export function compareView(context: Context): View {
  const { store } = context;
  let found: readonly Compared[] = [];
  let between: readonly Side[] = [];
  let blocks: readonly Block[] = [];
  let timer: number | undefined;
  const sentence = el("p", { class: "of" });
  const swap = el("button", { type: "button", title: "make B the baseline", onclick: () => swapped(store) }, "Swap A and B");
  const holder = el("div", { class: "compared" });
  const element = el(
    "section",
    { id: "compare", "aria-labelledby": "compare-title", hidden: true },
    el("header", {}, el("h2", { id: "compare-title" }, "B against A"), el("div", { class: "tools end" }, swap)),
    sentence,
    holder,
  );
  const otherSides = changeDetector();
  const otherPictures = changeDetector();
  const latest = new Latest(context.failed);

  const load = async (a: Side, b: Side): Promise<void> => {
    const made: Compared[] = [];
    for (const info of pairs(a, b, store.state.shown)) {
      made.push(await compared(a, b, info));
    }
    found = made;
    between = [a, b];
    context.redraw();
  };
  const update = (): void => {
    const state = store.state;
    const [a, b] = sidesOf(state);
    element.hidden = a === undefined || b === undefined;
    if (a === undefined || b === undefined) {
      return;
    }
    const spans = [a, b].map(({ source, span }) => [source, source.document.unit, span.from, span.to]).flat();
    if (otherSides(...spans, state.shown.tags, state.growth)) {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => latest.run(() => load(a, b)), AFTER_MILLIS);
    }
    if (blocks.length !== found.length) {
      blocks = found.map((_, i) => new Block(context, i));
      holder.replaceChildren(...blocks.map((block) => block.element));
    }
    if (otherPictures(found, state.shown.unit, context.theme(), ...blocks.map((block) => block.chart.width))) {
      fill(sentence, ...between.flatMap((side) => [swatchOf(side.place, context.theme()), `${side.name}${side.place === 0 ? " (baseline)" : ""}; `]), between.length === 0 ? "decoding…" : meaningOf(found));
      blocks.forEach((block, i) => block.show(context, found[i]));
    }
  };
  return { element, update };
}

/** Makes B the baseline: of two sources, or of two spans of one. */
function swapped(store: Store): void {
  const { setA, setB } = store.state.shown;
  const [a, b] = [idOfA(store.state), idOfB(store.state)];
  store.show(b === null ? { setA: setB, setB: setA } : { ...FRESH, a: b, b: a });
}

function meaningOf(found: readonly Compared[]): string {
  return found.length === 0
    ? "they have no tag in common."
    : "whiskers: 95 % confidence interval of the ratio. Filled dots: significant differences.";
}

/** The difference of one tag: a picture with a table beside it. */
class Block {
  readonly element: HTMLElement;
  readonly chart: Chart;
  private readonly table = el("div", { class: "scroll" });
  private shown: Compared | undefined;

  constructor(context: Context, i: number) {
    const { unit } = context.store.state.shown;
    const texts = { id: `difference-${i}`, title: "Difference", label: "Difference of percentiles", tabled: true };
    this.chart = new Chart(texts, () => context.file("difference"), context.redraw, context.failed);
    const csv = tableButton(() => context.file("difference"), () => (this.shown === undefined ? null : differenceTable(this.shown, unit)));
    this.element = el("div", { class: "difference" }, this.chart.element, el("div", { class: "beside" }, csv, this.table));
  }

  show(context: Context, of: Compared | undefined): void {
    this.shown = of;
    if (of === undefined) {
      return;
    }
    const picture = differenceChart(of);
    this.chart.title(nameOf(of.info));
    this.chart.show((surface) => {
      drawDifference(surface, { x: 0, y: 0, width: surface.width, height: surface.height }, picture);
    }, differenceHeight(picture), context.theme());
    const model = differenceTable(of, context.store.state.shown.unit);
    this.chart.label(`${model.caption}: same data as the table`);
    this.table.replaceChildren(renderTable(model));
  }
}
