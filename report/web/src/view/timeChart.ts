import type { SourceDocument, Span } from "../data/model.ts";
import type { Source } from "../data/source.ts";
import type { Scale } from "../draw/charts.ts";
import { plotMargins } from "../draw/frame.ts";
import type { Surface } from "../draw/paint.ts";
import { Chart, type ChartTexts } from "./chart.ts";
import type { Context, View } from "./context.ts";
import { watch } from "./dom.ts";
import { brushByPointer } from "./dragging.ts";
import { Latest } from "./latest.ts";
import { onScreen, sourceA, type State } from "./state.ts";

const COLUMN_WIDTH = 3;

/** How many columns fit: not one for each pixel, but so that each can be seen. */
export function columnsThatFit(width: number): number {
  const { left, right } = plotMargins(width);
  return Math.max(20, Math.floor((width - left - right) / COLUMN_WIDTH));
}

/** What a picture over time is of, now. */
export interface Moment {
  readonly state: State;
  readonly source: Source;
  readonly document: SourceDocument;
  /** What part of the time is on the screen. */
  readonly screen: Span;
}

/** What is its own of a picture over time. */
export interface TimePicture<D extends { readonly x: Scale }> {
  readonly texts: ChartTexts;
  /** The name of its files. */
  readonly file: string;
  /** What there is to load beside source, span and width. */
  needs(now: Moment): readonly unknown[];
  /** Fetches its data. */
  load(now: Moment, most: number): Promise<void>;
  /** What it is drawn from, as far as the frame does not know of it. */
  given(): readonly unknown[];
  /** How high it is, and what draws it. */
  picture(now: Moment, chart: Chart): { readonly height: number; draw(surface: Surface): D };
  /** What is beside the picture, once it is drawn. */
  beside(now: Moment, chart: Chart): void;
  /** Something is pointed at. */
  point(event: PointerEvent, on: D, document: SourceDocument): void;
  /** Nothing is. */
  leave(): void;
}

/** The frame of what is drawn over time: loaded, drawn, brushed and pointed at in the same way. */
export function timeChart<D extends { readonly x: Scale }>(context: Context, of: TimePicture<D>): View & { readonly chart: Chart } {
  const { store } = context;
  let drawn: D | null = null;
  const chart = new Chart(of.texts, () => context.file(of.file), context.redraw, context.failed);
  const otherData = watch();
  const otherPicture = watch();
  const latest = new Latest(context.failed);
  brushByPointer(chart.canvas, () => drawn?.x ?? null, store, context.brushing);
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
    const now: Moment = { state, source, document, screen: onScreen(state, source) };
    const most = columnsThatFit(chart.width);
    if (otherData(source, now.screen.from, now.screen.to, most, state.growth, ...of.needs(now))) {
      latest.run(() => load(now, most));
    }
    // A log that is read is another document each time, of which only the columns to come are drawn.
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
