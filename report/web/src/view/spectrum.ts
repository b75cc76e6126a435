import type { SourceDocument, TagInfo } from "../data/model.ts";
import type { Scale } from "../draw/charts.ts";
import { drawSpectrum } from "../draw/spectrum.ts";
import { Chart } from "./chart.ts";
import type { Context, View } from "./context.ts";
import { readCurves } from "./curves.ts";
import { el, fill, changeDetector } from "./dom.ts";
import { Latest } from "./latest.ts";
import { drawnSides, type Side } from "./sides.ts";
import { parseSla } from "./sla.ts";
import { curveOf, curvesWithout, seriesOf, slaSentences, spectrumTable, type Curve } from "./spectrumSeries.ts";
import { tagChips } from "./tagChips.ts";
import { chosenTags } from "./tags.ts";

const HEIGHT = 380;
/** Additional height per curve, for the legend. */
const CURVE_HEIGHT = 14;
/** More curves cannot be distinguished. */
const MAX_DRAWN_CURVES = 28;

/** The percentile spectrum of all chosen tags and sources. */
export function spectrumView(context: Context): View {
  const { store } = context;
  let curves: readonly Curve[] = [];
  let isLoaded = false;
  let drawn: { readonly x: Scale } | null = null;
  const texts = { id: "spectrum", title: "Percentile spectrum", label: "Percentile spectrum" };
  const chart = new Chart(texts, () => context.file("spectrum"), context.redraw, context.failed);
  const controls = spectrumControls(context);
  const sentences = el("div", { class: "sentences" });
  chart.above.append(controls.element);
  chart.below.append(sentences);
  const otherCurves = changeDetector();
  const otherPicture = changeDetector();
  const latest = new Latest(context.failed);
  chart.canvas.addEventListener("pointermove", (event) => store.point({ quantile: drawn?.x.toValue(event.offsetX) ?? null }));
  chart.canvas.addEventListener("pointerleave", () => store.point({ quantile: null }));

  const load = async (sides: readonly Side[]): Promise<void> => {
    curves = await curvesOf(context, sides);
    isLoaded = true;
    context.redraw();
  };
  const update = (): void => {
    const state = store.state;
    const { shown } = state;
    const sides = drawnSides(state);
    controls.update(sides[0]?.source.document ?? null);
    const spans = sides.map((side) => `${side.source.document.entry.id} ${side.source.document.unit} ${side.name} ${side.span.from} ${side.span.to}`);
    if (otherCurves(spans.join("\n"), shown.tags, shown.without, state.growth)) {
      latest.run(() => load(sides));
    }
    const sla = parseSla(shown.sla);
    if (otherPicture(isLoaded, curves, shown.sla, shown.unit, shown.linear, state.pointed.quantile, context.theme(), chart.width, chart.asTable)) {
      const { unit } = shown;
      const pointed = state.pointed.quantile;
      const picture = { series: seriesOf(curves.slice(0, MAX_DRAWN_CURVES)), sla: sla.steps, pointed, logValues: !shown.linear, loading: !isLoaded };
      chart.show((surface) => {
        const box = { x: 0, y: 0, width: surface.width, height: surface.height };
        drawn = drawSpectrum(surface, box, picture, { unit });
      }, HEIGHT + CURVE_HEIGHT * Math.min(8, curves.length), context.theme());
      chart.showTable(() => spectrumTable(curves, unit));
      fill(sentences, ...notes(context, curves.length, sla.problem, slaSentences(sla.steps, curves, unit)));
      chart.label(`Percentile spectrum of ${curves.map((curve) => curve.name).join(", ")}`);
    }
  };
  return { element: chart.element, update };
}

function notes(context: Context, curves: number, problem: string | null, sentences: readonly string[]): readonly HTMLElement[] {
  const { brush, without } = context.store.state.shown;
  const all = [...sentences];
  if (curves > MAX_DRAWN_CURVES) {
    all.push(`${curves - MAX_DRAWN_CURVES} more curves are only in the table; choose fewer tags or runs.`);
  }
  if (problem !== null) {
    all.unshift(`The service level is not drawn: ${problem}.`);
  }
  if (brush !== null && without.length > 0) {
    all.push("The dashed curves are for the whole run, not for the brush. Percentiles without a cause are only available for the whole run.");
  }
  return all.map((sentence) => el("p", { class: sentence.startsWith("✕") || problem !== null ? "warning" : null }, sentence));
}

async function curvesOf(context: Context, sides: readonly Side[]): Promise<readonly Curve[]> {
  const { shown, growth } = context.store.state;
  const made: Curve[] = [];
  for (const side of sides) {
    const { document } = side.source;
    const tags = chosenTags(document, shown);
    const sums = await context.sums.all(side.source, tags.map((info) => info.tag), side.span, growth);
    for (const [tag, info] of tags.entries()) {
      const histogram = sums.get(info.tag);
      if (histogram !== undefined) {
        made.push(curveOf(info, histogram, document.unit ?? 1, sides.length > 1 ? { side, tag } : null));
      }
    }
  }
  const document = sides[0]?.source.document;
  if (document?.explanation !== undefined && shown.without.length > 0) {
    const known = await readCurves(document.explanation);
    made.push(...curvesWithout(document.explanation, known, shown.without, made.length > 1));
  }
  return made;
}

interface Controls {
  readonly element: HTMLElement;
  update(document: SourceDocument | null): void;
}

function spectrumControls({ store }: Context): Controls {
  const chips = tagChips("Curves", (tags) => store.show({ tags }));
  const sla = el("input", {
    type: "text",
    size: 24,
    placeholder: "99: 20ms, 99.9: 50ms",
    maxlength: 500,
    spellcheck: false,
    onchange: () => store.show({ sla: sla.value.trim() }),
  });
  const linear = el("input", { type: "checkbox", onchange: () => store.show({ linear: linear.checked }) });
  const element = el(
    "div",
    { class: "controls" },
    chips.element,
    el("label", { class: "field" }, el("span", {}, "service level"), sla),
    el("label", { class: "field" }, linear, el("span", {}, "linear values")),
  );
  const changed = changeDetector();
  const otherLevel = changeDetector();
  const update = (document: SourceDocument | null): void => {
    const { shown } = store.state;
    if (!changed(document, shown.tags, shown.sla, shown.linear)) {
      return;
    }
    const chosen: readonly TagInfo[] = document === null ? [] : chosenTags(document, shown);
    chips.update(document?.tags ?? [], chosen.map((info) => info.tag));
    // The document changes while a log is read; text that is being edited must stay.
    if (otherLevel(shown.sla)) {
      sla.value = shown.sla;
    }
    linear.checked = shown.linear;
  };
  return { element, update };
}
