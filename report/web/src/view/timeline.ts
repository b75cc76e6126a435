import type { SourceDocument, Span, Stall } from "../data/model.ts";
import type { Column, Source } from "../data/source.ts";
import type { TimelineChart } from "../draw/charts.ts";
import { measuredFrom } from "../draw/phases.ts";
import { drawTimeline, timelineHeight, type DrawnTimeline } from "../draw/timeline.ts";
import type { Context, View } from "./context.ts";
import { changeDetector, el, fill } from "./dom.ts";
import { time } from "./figures.ts";
import { hiccupTags, lanes, rates } from "./lanes.ts";
import { litStalls } from "./links.ts";
import { phasesInWords, phasesOf } from "./phases.ts";
import { lengthOf, seconds } from "./spans.ts";
import { stallDetails, stallInWords } from "./stallDetails.ts";
import { stallNotes } from "./stallNotes.ts";
import { stallsTable } from "./stallsTable.ts";
import { selectedSpan, type State } from "./state.ts";
import { tracedTags } from "./tags.ts";
import { timeChart, type Moment } from "./timeChart.ts";

const MAX_OPERATIONS = 20;
const MIN_RATES = 20;
const MIN_RATE_OPERATIONS = 25;

interface Data {
  /** The document when the columns were requested. */
  readonly document: SourceDocument | null;
  readonly hiccups: ReadonlyMap<string, readonly Column[]>;
  readonly rate: TimelineChart["rate"];
}

/** The timeline of stalls and the rate, below the map and on the same axis. */
export function timelineView(context: Context): View {
  const { store, tip } = context;
  let data: Data = { document: null, hiccups: new Map(), rate: [] };
  let title = "";
  let chosen: Stall | null = null;
  const details = el("div");
  const notes = el("div");
  const otherNotes = changeDetector();
  const otherDetails = changeDetector();
  const view = timeChart<DrawnTimeline>(context, {
    texts: { id: "timeline", title: "Stalls and rate", label: "Stalls and rate over time" },
    file: "timeline",
    needs: () => [],
    load: async ({ source, screen }, most) => {
      data = await dataOf(context, source, screen, most);
    },
    given: () => [data, chosen],
    picture: (now, chart) => {
      const picture = pictureOf(now, data, chosen);
      title = picture.lanes.length === 0 && picture.loading !== true ? "Rate" : "Stalls and rate";
      return {
        height: timelineHeight(picture, chart.width),
        draw: (surface) => drawTimeline(surface, { x: 0, y: 0, width: surface.width, height: surface.height }, picture),
      };
    },
    beside: ({ document, state, source }, chart) => {
      chart.showTable(() => stallsTable(document.stalls?.list ?? [], spanOfTable(document, state, source), state.shown.unit));
      chart.title(title);
      chart.label(`${title} over time. ${phasesInWords(data.document ?? document)}`.trimEnd());
      if (otherNotes(document.stalls, document.entry.kind, state.shown.unit)) {
        notes.replaceChildren(...stallNotes(document, state.shown.unit));
      }
      const stall = chosen !== null && document.stalls?.list.includes(chosen) === true ? chosen : null;
      if (otherDetails(document, stall, state.shown.unit)) {
        fill(details, stall === null ? null : stallDetails(context, document, stall, state.shown.unit));
      }
    },
    point: (event, on, document) => {
      const item = on.itemAt(event.offsetX, event.offsetY);
      const stall = document.stalls?.list.find((each) => each.id === item?.id);
      store.point({ moment: on.x.toValue(event.offsetX), stall: stall?.id ?? null, operation: null });
      if (stall !== undefined) {
        tip.show(event, [...stallInWords(document, stall, store.state.shown.unit), "click for details"]);
      } else if (item !== null) {
        tip.show(event, [`hiccup of ${time((item.end - item.begin) * 1e6)}`, `the longest around ${seconds((item.begin + item.end) / 2)} s`]);
      } else {
        tip.hide();
      }
    },
    choose: (event, on, document) => {
      const item = on.itemAt(event.offsetX, event.offsetY);
      chosen = document.stalls?.list.find((each) => each.id === item?.id) ?? null;
      context.redraw();
      return chosen !== null;
    },
    leave: () => {
      tip.hide();
      store.point({ moment: null, stall: null });
    },
  });
  view.chart.below.append(details, notes);
  return view;
}

/** The brush, or the part of the time in which stalls are drawn. */
function spanOfTable(document: SourceDocument, state: State, source: Source): Span {
  const { from, to } = selectedSpan(state, source);
  return { from: state.shown.brush === null ? (measuredFrom(phasesOf(document)) ?? from) : from, to };
}

function pictureOf({ document, state, screen }: Moment, data: Data, chosen: Stall | null): TimelineChart {
  const { shown, pointed } = state;
  const lit = new Set([...litStalls(document, pointed), ...(chosen === null ? [] : [chosen.id])]);
  return {
    span: screen,
    lanes: lanes(document, data.hiccups, lit, shown.unit),
    rate: data.rate,
    intendedRate: document.run?.intendedRate ?? null,
    brush: shown.brush,
    pointed: pointed.moment,
    phases: phasesOf(data.document ?? document),
    loading: data.document?.entry.id !== document.entry.id,
  };
}

async function dataOf({ sums, store }: Context, source: Source, span: Span, most: number): Promise<Data> {
  const { growth } = store.state;
  const { document } = source;
  const columnsOf = (tag: string): Promise<readonly Column[]> => sums.columns(source, tag, span, most, growth);
  const tags = tracedTags(document).slice(0, MAX_OPERATIONS);
  const hiccups = hiccupTags(document);
  const of = await Promise.all(tags.map((info) => sums.columns(source, info.tag, span, mostRates(document, span, most), growth)));
  const found = await Promise.all(hiccups.map((info) => columnsOf(info.tag)));
  return { document, rate: rates(of, document.measured), hiccups: new Map(hiccups.map((info, i) => [info.tag, found[i] ?? []])) };
}

/** The number of columns of the rate: those of few operations would show their irregularity instead of a rate. */
function mostRates({ run }: SourceDocument, span: Span, most: number): number {
  const operations = ((run?.achievedRate ?? Infinity) * lengthOf(span)) / 1000;
  return Math.max(MIN_RATES, Math.min(most, Math.round(operations / MIN_RATE_OPERATIONS)));
}
