import type { SourceDocument, Span, Stall } from "../data/model.ts";
import type { Column, Source } from "../data/source.ts";
import type { TimelineChart } from "../draw/charts.ts";
import { drawTimeline, timelineHeight, type DrawnTimeline } from "../draw/timeline.ts";
import { Chart } from "./chart.ts";
import type { Context, View } from "./context.ts";
import { watch } from "./dom.ts";
import { brushByPointer } from "./dragging.ts";
import { time } from "./figures.ts";
import { columnsThatFit } from "./heat.ts";
import { hiccupTags, lanes, rates } from "./lanes.ts";
import { Latest } from "./latest.ts";
import { linksOf, litStalls } from "./links.ts";
import { seconds } from "./spans.ts";
import { stallNotes } from "./stallNotes.ts";
import { stallsTable, stallTitle } from "./stallsTable.ts";
import { lookedAt, onScreen, sourceA, type UnitChoice } from "./state.ts";
import { allHeadlineTags, visible } from "./tags.ts";

const MOST_OPERATIONS = 20;

interface Data {
  readonly hiccups: ReadonlyMap<string, readonly Column[]>;
  readonly rate: TimelineChart["rate"];
}

/** What stalled when, under the map and on the same axis, and the rate. */
export function timelineView(context: Context): View {
  const { store } = context;
  let data: Data = { hiccups: new Map(), rate: [] };
  let drawn: DrawnTimeline | null = null;
  const texts = { id: "timeline", title: "Stalls and rate", label: "Stalls and rate over time" };
  const chart = new Chart(texts, () => context.file("timeline"), context.redraw, context.failed);
  const otherData = watch();
  const otherPicture = watch();
  const otherNotes = watch();
  const latest = new Latest(context.failed);
  brushByPointer(chart.canvas, () => drawn?.x ?? null, store, context.brushing);
  pointing(context, chart, () => drawn);

  const load = async (source: Source, span: Span, most: number): Promise<void> => {
    data = await dataOf(context, source, span, most);
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
    const screen = onScreen(state, source);
    const most = columnsThatFit(chart.width);
    if (otherData(source, screen.from, screen.to, most, state.growth)) {
      latest.run(() => load(source, screen, most));
    }
    if (otherPicture(data, screen, shown.brush, pointed, shown.unit, document, context.theme(), chart.width, chart.asTable)) {
      const links = linksOf(document);
      const picture: TimelineChart = {
        span: screen,
        lanes: lanes(document, data.hiccups, litStalls(document, pointed), links.colours),
        rate: data.rate,
        intendedRate: document.run?.intendedRate ?? null,
        brush: shown.brush,
        pointed: pointed.moment,
      };
      chart.show((surface) => {
        const box = { x: 0, y: 0, width: surface.width, height: surface.height };
        drawn = drawTimeline(surface, box, picture);
      }, timelineHeight(picture, chart.width), context.theme());
      chart.showTable(() => stallsTable(document.stalls?.list ?? [], lookedAt(state, source), shown.unit));
      chart.title(picture.lanes.length === 0 ? "Rate" : "Stalls and rate");
      if (otherNotes(document.stalls, document.entry.kind)) {
        chart.below.replaceChildren(...stallNotes(document));
      }
    }
  };
  return { element: chart.element, update };
}

async function dataOf({ sums, store }: Context, source: Source, span: Span, most: number): Promise<Data> {
  const { growth } = store.state;
  const columnsOf = (tag: string): Promise<readonly Column[]> => sums.columns(source, tag, span, most, growth);
  const tags = allHeadlineTags(source.document).slice(0, MOST_OPERATIONS);
  const hiccups = hiccupTags(source.document);
  const of = await Promise.all(tags.map((info) => columnsOf(info.tag)));
  const found = await Promise.all(hiccups.map((info) => columnsOf(info.tag)));
  return { rate: rates(of), hiccups: new Map(hiccups.map((info, i) => [info.tag, found[i] ?? []])) };
}

/** Tells which stall is under the pointer; its operations light up. */
function pointing(context: Context, chart: Chart, drawn: () => DrawnTimeline | null): void {
  const { store, tip } = context;
  chart.canvas.addEventListener("pointermove", (event) => {
    const on = drawn();
    const document = sourceA(store.state)?.document;
    if (on === null || document === undefined) {
      return;
    }
    const item = on.itemAt(event.offsetX, event.offsetY);
    const stall = document.stalls?.list.find((each) => each.id === item?.id);
    store.point({ moment: on.x.toValue(event.offsetX), stall: stall?.id ?? null, operation: null });
    if (stall !== undefined) {
      tip.show(event, wordsOf(document, stall, store.state.shown.unit));
    } else if (item !== null) {
      tip.show(event, [`hiccup of ${time((item.end - item.begin) * 1e6)}`, `the longest around ${seconds((item.begin + item.end) / 2)} s`]);
    } else {
      tip.hide();
    }
  });
  chart.canvas.addEventListener("pointerleave", () => {
    tip.hide();
    store.point({ moment: null, stall: null });
  });
}

function wordsOf(document: SourceDocument, stall: Stall, unit: UnitChoice): readonly string[] {
  const touched = linksOf(document).touches.operationsOf(stall.id).size;
  const exact = stall.error > 0 ? `, give or take ${time(stall.error, unit)}` : "";
  return [
    `${stall.side}: ${stallTitle(stall)}`,
    `${time((stall.end - stall.begin) * 1e6, unit)} at ${seconds(stall.begin)} s${exact}`,
    ...(stall.thread === null ? [] : [`thread ${visible(stall.thread)}`]),
    ...(stall.culprit === null ? [] : [`because of ${visible(stall.culprit)}`]),
    touched === 0 ? "touched none of the slowest operations" : `touched ${touched} of the slowest operations`,
  ];
}
