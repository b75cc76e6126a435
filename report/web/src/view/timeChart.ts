import type { SourceDocument, Span } from "../data/model.ts";
import type { Source } from "../data/source.ts";
import type { Scale } from "../draw/charts.ts";
import { plotMargins } from "../draw/frame.ts";
import type { Surface } from "../draw/paint.ts";
import { Chart, type ChartTexts } from "./chart.ts";
import type { Context, View } from "./context.ts";
import { changeDetector } from "./dom.ts";
import { brushByPointer } from "./dragging.ts";
import { Latest } from "./latest.ts";
import { visibleSpan, sourceA, type State } from "./state.ts";

const COLUMN_WIDTH = 3;

/** The number of columns that fit, each wide enough to be visible. */
export function columnsThatFit(width: number): number {
  const { left, right } = plotMargins(width);
  return Math.max(20, Math.floor((width - left - right) / COLUMN_WIDTH));
}

/** The current input of a picture over time. */
export interface Moment {
  readonly state: State;
  readonly source: Source;
  readonly document: SourceDocument;
  /** The visible span. */
  readonly screen: Span;
}

/** The specific part of a picture over time. */
export interface TimePicture<D extends { readonly x: Scale }> {
  readonly texts: ChartTexts;
  /** The base name of exported files. */
  readonly file: string;
  /** The inputs of `load` in addition to source, span and width. */
  needs(now: Moment): readonly unknown[];
  /** Loads its data. */
  load(now: Moment, most: number): Promise<void>;
  /** The inputs of drawing that the frame does not know. */
  given(): readonly unknown[];
  /** Its height and drawing function. */
  picture(now: Moment, chart: Chart): { readonly height: number; draw(surface: Surface): D };
  /** Updates the elements beside the picture after drawing. */
  beside(now: Moment, chart: Chart): void;
  /** Handles a pointer over the picture. */
  point(event: PointerEvent, on: D, document: SourceDocument): void;
  /** Handles a click; returns whether something is there. */
  choose(event: PointerEvent, on: D, document: SourceDocument): boolean;
  /** Handles a pointer that has left the picture. */
  leave(): void;
}

/** The common frame of pictures over time: loading, drawing, brushing and pointing. */
export function timeChart<D extends { readonly x: Scale }>(context: Context, of: TimePicture<D>): View & { readonly chart: Chart } {
  const { store } = context;
  let drawn: D | null = null;
  const chart = new Chart(of.texts, () => context.file(of.file), context.redraw, context.failed);
  const otherData = changeDetector();
  const otherPicture = changeDetector();
  const latest = new Latest(context.failed);
  brushByPointer(chart.canvas, () => drawn?.x ?? null, store, context.brushing, (event) => {
    const document = sourceA(store.state)?.document;
    return drawn !== null && document !== undefined && of.choose(event, drawn, document);
  });
  chart.canvas.addEventListener("pointermove", (event) => {
    const document = sourceA(store.state)?.document;
    if (drawn !== null && document !== undefined) {
      of.point(event, drawn, document);
    }
  });
  chart.canvas.addEventListener("pointerleave", () => of.leave());

  const load = async (now: Moment, most: number): Promise<void> => {
    await of.load(now, most);
    context.redraw();
  };
  const update = (): void => {
    const state = store.state;
    const source = sourceA(state);
    if (source === null) {
      return;
    }
    const { document } = source;
    const { shown, pointed } = state;
    const now: Moment = { state, source, document, screen: visibleSpan(state, source) };
    const most = columnsThatFit(chart.width);
    if (otherData(source, now.screen.from, now.screen.to, most, state.growth, ...of.needs(now))) {
      latest.run(() => load(now, most));
    }
    // While a log is read, its document changes often; redraw only if a field that is drawn has changed.
    const { entry, unit, run, measured, explanation, stalls } = document;
    const drawnOf = [entry.id, unit, run, measured, explanation, stalls, now.screen.from, now.screen.to];
    if (otherPicture(...of.given(), ...drawnOf, shown.brush, pointed, shown.unit, context.theme(), chart.width, chart.asTable)) {
      const { height, draw } = of.picture(now, chart);
      chart.show((surface) => {
        drawn = draw(surface);
      }, height, context.theme());
      of.beside(now, chart);
    }
  };
  return { element: chart.element, chart, update };
}
