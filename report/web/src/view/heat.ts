import type { SlowOperation, SourceDocument, Span } from "../data/model.ts";
import type { Column, Source } from "../data/source.ts";
import type { HeatChart } from "../draw/charts.ts";
import type { Drawn } from "../draw/frame.ts";
import { drawHeat } from "../draw/heat.ts";
import { plotMargins } from "../draw/frame.ts";
import { Chart } from "./chart.ts";
import type { Context, View } from "./context.ts";
import { choice, el, watch } from "./dom.ts";
import { brushByPointer } from "./dragging.ts";
import { time } from "./figures.ts";
import { heatTable } from "./heatTable.ts";
import { Latest } from "./latest.ts";
import { litOperations } from "./links.ts";
import { taken } from "./operations.ts";
import { seconds } from "./spans.ts";
import { onScreen, sourceA } from "./state.ts";
import { heatTag, nameOf, visible } from "./tags.ts";

const HEIGHT = 340;
const COLUMN_WIDTH = 3;
const NEAR = 9;
/** More would hide what is below them. Lit ones are marked in any case. */
const MOST_MARKS = 20;
const LINES: HeatChart["lines"] = ["max", "p99.9", "p99", "p50"];

/** How many columns fit: not one for each pixel, but so that each can be seen. */
export function columnsThatFit(width: number): number {
  const { left, right } = plotMargins(width);
  return Math.max(20, Math.floor((width - left - right) / COLUMN_WIDTH));
}

/** When how much took how long. */
export function heatView(context: Context): View {
  const { store, sums } = context;
  let columns: readonly Column[] = [];
  let drawn: Drawn | null = null;
  const texts = { id: "heat", title: "Over time", label: "Map of latencies over time" };
  const chart = new Chart(texts, () => context.file("over-time"), context.redraw, context.failed);
  const tag = choice("of", [], (heat) => store.show({ heat }));
  chart.tools.append(tag.element);
  const otherTags = watch();
  const otherColumns = watch();
  const otherPicture = watch();
  const latest = new Latest(context.failed);
  brushByPointer(chart.canvas, () => drawn?.x ?? null, store, context.brushing);
  pointing(context, chart, () => drawn);

  const load = async (source: Source, of: string, span: Span, most: number): Promise<void> => {
    columns = await sums.columns(source, of, span, most, store.state.growth);
    context.redraw();
  };
  const update = (): void => {
    const state = store.state;
    const source = sourceA(state);
    if (source === null) {
      return;
    }
    const { document } = source;
    const info = heatTag(document, state.shown);
    const screen = onScreen(state, source);
    if (otherTags(document, info)) {
      tag.select.replaceChildren(...document.tags.map((each) =>
        el("option", { value: each.tag, selected: each.tag === info?.tag }, nameOf(each))));
    }
    if (info !== null && otherColumns(source, info.tag, screen.from, screen.to, columnsThatFit(chart.width), state.growth)) {
      latest.run(() => load(source, info.tag, screen, columnsThatFit(chart.width)));
    }
    const { shown, pointed } = state;
    if (otherPicture(columns, screen, shown.brush, pointed, shown.unit, document, context.theme(), chart.width, chart.asTable)) {
      const picture: HeatChart = {
        span: screen,
        columns,
        unit: document.unit ?? 1,
        lines: LINES,
        brush: shown.brush,
        pointed: pointed.moment,
        marks: marksOf(document, litOperations(document, pointed)),
      };
      chart.show((surface) => {
        const box = { x: 0, y: 0, width: surface.width, height: surface.height };
        drawn = drawHeat(surface, box, picture, { unit: shown.unit });
      }, HEIGHT, context.theme());
      chart.showTable(() => heatTable(columns, document.unit ?? 1, shown.unit));
      chart.label(`${info === null ? "Latencies" : nameOf(info)} over time, from ${seconds(screen.from)} s to ${seconds(screen.to)} s`);
    }
  };
  return { element: chart.element, update };
}

function marksOf(document: SourceDocument, lit: ReadonlySet<number>): HeatChart["marks"] {
  const { explanation } = document;
  const marked = (explanation?.slowest ?? []).filter((operation, i) => i < MOST_MARKS || lit.has(operation.id));
  return marked.map((operation) => ({
    at: operation.due,
    value: taken(operation, explanation?.measure ?? "response"),
    lit: lit.has(operation.id),
  }));
}

/** Tells where the pointer is, and which of the slowest operations is under it. */
function pointing(context: Context, chart: Chart, drawn: () => Drawn | null): void {
  const { store, tip } = context;
  chart.canvas.addEventListener("pointermove", (event) => {
    const on = drawn();
    const document = sourceA(store.state)?.document;
    if (on === null || document === undefined) {
      return;
    }
    const operation = under(document, on, event);
    store.point({ moment: on.x.toValue(event.offsetX), operation: operation?.id ?? null, stall: null });
    if (operation === null) {
      tip.hide();
    } else {
      const took = time(taken(operation, document.explanation?.measure ?? "response"), store.state.shown.unit);
      tip.show(event, [`${operation.id} ${visible(operation.name)}: ${took}`, `due at ${seconds(operation.due)} s`, "one of the slowest; see below"]);
    }
  });
  chart.canvas.addEventListener("pointerleave", () => {
    tip.hide();
    store.point({ moment: null, operation: null });
  });
}

function under(document: SourceDocument, on: Drawn, event: PointerEvent): SlowOperation | null {
  const measure = document.explanation?.measure ?? "response";
  const distance = (operation: SlowOperation): number =>
    Math.hypot(on.x.toPixel(operation.due) - event.offsetX, on.y.toPixel(taken(operation, measure)) - event.offsetY);
  let best: SlowOperation | null = null;
  for (const operation of (document.explanation?.slowest ?? []).slice(0, MOST_MARKS)) {
    if (distance(operation) <= NEAR && (best === null || distance(operation) < distance(best))) {
      best = operation;
    }
  }
  return best;
}
