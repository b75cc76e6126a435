import type { SlowOperation, SourceDocument } from "../data/model.ts";
import type { Column } from "../data/source.ts";
import type { HeatChart } from "../draw/charts.ts";
import type { Drawn } from "../draw/frame.ts";
import { drawHeat } from "../draw/heat.ts";
import type { Context, View } from "./context.ts";
import { choice, el, changeDetector } from "./dom.ts";
import { time } from "./figures.ts";
import { figuresAt, heatTable } from "./heatTable.ts";
import { litOperations } from "./links.ts";
import { taken } from "./operations.ts";
import { phasesInWords, phasesOf } from "./phases.ts";
import { markRead } from "./reading.ts";
import { openOperation } from "./slowest.ts";
import { sentBy } from "./slowestTable.ts";
import { seconds } from "./spans.ts";
import { heatTag, isTraced, nameOf, visible } from "./tags.ts";
import { timeChart } from "./timeChart.ts";

const HEIGHT = 340;
const NEAR = 9;
/** The maximum number of marks; more would hide the map. Highlighted operations are always marked. */
const MAX_MARKS = 20;
const LINES: HeatChart["lines"] = ["max", "p99.9", "p99", "p50"];

/** The heat map of latencies over time. */
export function heatView(context: Context): View {
  const { store, sums, tip } = context;
  let columns: readonly Column[] = [];
  /** The document when the columns were requested: a log that is being read has grown since. */
  let columnsOf: SourceDocument | null = null;
  const tag = choice("of", [], (heat) => store.show({ heat }));
  const note = el("p", { class: "phases" });
  const otherDocument = changeDetector();
  const otherTags = changeDetector();
  const { element, chart, update } = timeChart<Drawn>(context, {
    texts: { id: "heat", title: "Over time", label: "Map of latencies over time" },
    file: "over-time",
    needs: ({ document, state }) => [heatTag(document, state.shown)?.tag],
    load: async ({ source, document, screen, state }, most) => {
      const info = heatTag(document, state.shown);
      columns = info === null ? [] : await sums.columns(source, info.tag, screen, most, state.growth);
      columnsOf = document;
    },
    given: () => [columns],
    picture: ({ document, state, screen }) => {
      const { shown, pointed } = state;
      const info = heatTag(document, shown);
      const phases = phasesOf(columnsOf ?? document);
      const picture: HeatChart = {
        span: screen,
        columns,
        fine: info !== null && document.explanation?.fine !== undefined && isTraced(document, info),
        unit: document.unit ?? 1,
        lines: LINES,
        brush: shown.brush,
        pointed: pointed.moment,
        marks: marksOf(document, litOperations(document, pointed), info?.machine ?? null),
        // The warm-up is shown only if it is what was chosen.
        phases: info?.warmup === true ? { ...phases, start: null, warmup: null } : phases,
        loading: columnsOf?.entry.id !== document.entry.id,
      };
      return {
        height: HEIGHT,
        draw: (surface) => drawHeat(surface, { x: 0, y: 0, width: surface.width, height: surface.height }, picture, { unit: shown.unit }),
      };
    },
    beside: ({ document, state, screen }, chart) => {
      const info = heatTag(document, state.shown);
      // A list that the user has opened is not rebuilt because more of a log was read.
      if (otherDocument(document, info) && otherTags(JSON.stringify(document.tags), info?.tag)) {
        tag.select.replaceChildren(...document.tags.map((each) =>
          el("option", { value: each.tag, selected: each.tag === info?.tag }, nameOf(each))));
      }
      if (columnsOf !== null) {
        markRead(chart.element, columnsOf);
      }
      chart.showTable(() => heatTable(columns, document.unit ?? 1, state.shown.unit));
      const words = phasesInWords(columnsOf ?? document);
      note.textContent = words;
      note.hidden = words === "";
      const what = info === null ? "Latencies" : nameOf(info);
      chart.label(`${what} over time, from ${seconds(screen.from)} s to ${seconds(screen.to)} s. ${words}`.trimEnd());
    },
    point: (event, on, document) => {
      const operation = under(document, on, event);
      const moment = on.x.toValue(event.offsetX);
      const figures = figuresAt(columns, moment, document.unit ?? 1, store.state.shown.unit);
      store.point({ moment, operation: operation?.id ?? null, stall: null });
      if (operation === null && figures === null) {
        tip.hide();
      } else if (operation === null) {
        tip.show(event, figures ?? []);
      } else {
        const took = time(taken(operation, document.explanation?.measure ?? "response"), store.state.shown.unit);
        tip.show(event, [
          `${operation.id} ${visible(operation.name)}: ${took}`,
          `due at ${seconds(operation.due)} s, ended at ${seconds(operation.end)} s`,
          "one of the slowest; click for its details",
        ]);
      }
    },
    choose: (event, on, document) => {
      const operation = under(document, on, event);
      if (operation !== null) {
        openOperation(context, operation);
      }
      return operation !== null;
    },
    leave: () => {
      tip.hide();
      store.point({ moment: null, operation: null });
    },
  });
  chart.tools.append(tag.element);
  chart.below.append(note);
  return { element, update };
}

/** Marks at the ends of operations, where the map counts them. */
function marksOf(document: SourceDocument, lit: ReadonlySet<number>, machine: string | null): HeatChart["marks"] {
  const { explanation } = document;
  const marked = sentBy(explanation?.slowest ?? [], machine).filter((operation, i) => i < MAX_MARKS || lit.has(operation.id));
  return marked.map((operation) => ({
    at: operation.end,
    value: taken(operation, explanation?.measure ?? "response"),
    lit: lit.has(operation.id),
  }));
}

function under(document: SourceDocument, on: Drawn, event: PointerEvent): SlowOperation | null {
  const measure = document.explanation?.measure ?? "response";
  const distance = (operation: SlowOperation): number =>
    Math.hypot(on.x.toPixel(operation.end) - event.offsetX, on.y.toPixel(taken(operation, measure)) - event.offsetY);
  let best: SlowOperation | null = null;
  for (const operation of (document.explanation?.slowest ?? []).slice(0, MAX_MARKS)) {
    if (distance(operation) <= NEAR && (best === null || distance(operation) < distance(best))) {
      best = operation;
    }
  }
  return best;
}
