import type { Explanation, SlowOperation, SourceDocument } from "../data/model.ts";
import { drawBreakdown } from "../draw/breakdown.ts";
import { CanvasSurface, sizeCanvas } from "../draw/canvas.ts";
import type { Context, View } from "./context.ts";
import { el, replaceKeepingFocus, changeDetector } from "./dom.ts";
import { time } from "./figures.ts";
import { litOperations } from "./links.ts";
import { listSection } from "./listSection.ts";
import { detailsOf } from "./operationDetails.ts";
import { barOf, inOneLine, taken } from "./operations.ts";
import { endedIn, sentBy, slowestSentence, slowestTable } from "./slowestTable.ts";
import { seconds } from "./spans.ts";
import { sourceA } from "./state.ts";
import type { TableModel } from "./table.ts";
import { chosenMachine, visible } from "./tags.ts";

const FIRST = 10;
const BAR_WIDTH = 260;
const BAR_HEIGHT = 14;

/** The slowest operations with their causes: as a bar, in words, and in detail when opened. */
export function slowestView(context: Context): View {
  const { store } = context;
  let shownRows: readonly SlowOperation[] = [];
  const list = el("div", { class: "slowest", role: "list" });
  const model = (): TableModel | null => tableOf(sourceA(store.state)?.document, shownRows);
  const section = listSection(context, "slowest", "Slowest operations", model, { list });
  const { element, sentence } = section;
  const otherRows = changeDetector();
  const otherLight = changeDetector();
  let rows: ReadonlyMap<number, HTMLElement> = new Map();

  const update = (): void => {
    const state = store.state;
    const document = sourceA(state)?.document;
    const explanation = document?.explanation;
    element.hidden = explanation === undefined || explanation.slowest.length === 0;
    if (document === undefined || explanation === undefined) {
      return;
    }
    const { brush, unit } = state.shown;
    const machine = chosenMachine(document, state.shown);
    if (otherRows(document, brush, machine, unit, context.theme(), state.open, section.isLong())) {
      const within = sentBy(endedIn(explanation.slowest, brush, document.span), machine);
      shownRows = within;
      sentence.textContent = slowestSentence(explanation, within, brush !== null, machine);
      const most = Math.max(1, ...explanation.slowest.map((each) => taken(each, explanation.measure)));
      const made = within.filter(({ id }, i) => section.isLong() || i < FIRST || id === state.open).map((each) => [each.id, rowOf(context, document, explanation, each, most)] as const);
      rows = new Map(made);
      replaceKeepingFocus(list, ...made.map(([, row]) => row));
      section.offer(within.length <= FIRST ? null : section.isLong() ? `Only the ${FIRST} slowest` : `All ${within.length}`);
      otherLight();
    }
    const lit = litOperations(document, state.pointed);
    if (otherLight(rows, [...lit].join())) {
      rows.forEach((row, id) => row.classList.toggle("lit", lit.has(id)));
    }
  };
  return { element, update };
}

/** Opens the details of an operation in the list, and moves there. */
export function openOperation({ store, brushing }: Context, { id, end }: SlowOperation): void {
  const { brush } = store.state.shown;
  if (brush !== null && (end < brush.from || end >= brush.to)) {
    brushing.select(null);
  }
  store.change({ open: id });
  // The list is updated in the next frame, before this.
  requestAnimationFrame(() => {
    const row = document.querySelector<HTMLElement>(`#slowest [data-key="${id}"]`);
    row?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: "center" });
  });
}

function rowOf(context: Context, document: SourceDocument, explanation: Explanation, operation: SlowOperation, most: number): HTMLElement {
  const { store } = context;
  const { unit } = store.state.shown;
  const isOpen = store.state.open === operation.id;
  const took = taken(operation, explanation.measure);
  const head = el(
    "button",
    { type: "button", class: "operation", "aria-expanded": String(isOpen), "data-key": operation.id, onclick: () => store.change({ open: isOpen ? null : operation.id }) },
    el("span", { class: "which" }, el("b", {}, time(took, unit)), ` ${visible(operation.name)}${operation.machine === undefined ? "" : `, ${visible(operation.machine)}`} `, el("span", { class: "quiet" }, `#${operation.id} due ${seconds(operation.due)} s`)),
    bar(context, explanation, operation, most),
    el("span", { class: "why" }, inOneLine(operation, document.stalls, unit)),
  );
  const row = el("div", { role: "listitem", class: "row" }, head, isOpen ? detailsOf(context, document, explanation, operation, unit) : null);
  const point = (id: number | null) => () => store.point({ operation: id, stall: null });
  row.addEventListener("pointerenter", point(operation.id));
  row.addEventListener("pointerleave", point(null));
  head.addEventListener("focus", point(operation.id));
  head.addEventListener("blur", point(null));
  return row;
}

function bar({ theme }: Context, explanation: Explanation, operation: SlowOperation, most: number): HTMLCanvasElement {
  const canvas = el("canvas", { class: "bar", "aria-hidden": "true" });
  const ratio = window.devicePixelRatio || 1;
  sizeCanvas(canvas, BAR_WIDTH, BAR_HEIGHT, ratio);
  const of = barOf(operation, explanation.measure);
  drawBreakdown(new CanvasSurface(canvas, ratio, theme()), { x: 0, y: 0, width: BAR_WIDTH, height: BAR_HEIGHT }, of, { most });
  return canvas;
}

function tableOf(document: SourceDocument | undefined, rows: readonly SlowOperation[]): TableModel | null {
  return document?.explanation === undefined ? null : slowestTable(document.explanation, rows, document.stalls);
}
