import type { SourceDocument, Span, Stall } from "../data/model.ts";
import type { Column, Source } from "../data/source.ts";
import type { TimelineChart } from "../draw/charts.ts";
import { measuredFrom } from "../draw/phases.ts";
import { drawTimeline, timelineHeight, type DrawnTimeline } from "../draw/timeline.ts";
import type { Context, View } from "./context.ts";
import { changeDetector } from "./dom.ts";
import { time } from "./figures.ts";
import { hiccupTags, lanes, rates } from "./lanes.ts";
import { linksOf, litStalls } from "./links.ts";
import { phasesInWords, phasesOf } from "./phases.ts";
import { lengthOf, seconds } from "./spans.ts";
import { stallNotes } from "./stallNotes.ts";
import { stallsTable, stallTitle } from "./stallsTable.ts";
import { selectedSpan, type State, type UnitChoice } from "./state.ts";
import { allHeadlineTags, visible } from "./tags.ts";
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
  const otherNotes = changeDetector();
  return timeChart<DrawnTimeline>(context, {
    texts: { id: "timeline", title: "Stalls and rate", label: "Stalls and rate over time" },
    file: "timeline",
    needs: () => [],
    load: async ({ source, screen }, most) => {
      data = await dataOf(context, source, screen, most);
    },
    given: () => [data],
    picture: (now, chart) => {
      const picture = pictureOf(now, data);
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
      if (otherNotes(document.stalls, document.entry.kind)) {
        chart.below.replaceChildren(...stallNotes(document));
      }
    },
    point: (event, on, document) => {
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
    },
    leave: () => {
      tip.hide();
      store.point({ moment: null, stall: null });
    },
  });
}

/** The brush, or the part of the time in which stalls are drawn. */
function spanOfTable(document: SourceDocument, state: State, source: Source): Span {
  const { from, to } = selectedSpan(state, source);
  return { from: state.shown.brush === null ? (measuredFrom(phasesOf(document)) ?? from) : from, to };
}

function pictureOf({ document, state, screen }: Moment, data: Data): TimelineChart {
  const { shown, pointed } = state;
  return {
    span: screen,
    lanes: lanes(document, data.hiccups, litStalls(document, pointed)),
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
  const tags = allHeadlineTags(document).slice(0, MAX_OPERATIONS);
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

function wordsOf(document: SourceDocument, stall: Stall, unit: UnitChoice): readonly string[] {
  const touched = linksOf(document).operationsOf(stall.id).size;
  const exact = stall.error > 0 ? ` ± ${time(stall.error, unit)}` : "";
  return [
    `${stall.side}: ${stallTitle(stall)}`,
    `${time((stall.end - stall.begin) * 1e6, unit)} at ${seconds(stall.begin)} s${exact}`,
    ...(stall.thread === null ? [] : [`thread ${visible(stall.thread)}`]),
    ...(stall.culprit === null ? [] : [`caused by ${visible(stall.culprit)}`]),
    touched === 0 ? "touched none of the slowest operations" : `touched ${touched} of the slowest operations`,
  ];
}
