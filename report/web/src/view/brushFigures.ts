import type { Histogram } from "../data/histogram.ts";
import { Latest } from "./latest.ts";
import type { Context, View } from "./context.ts";
import { el, changeDetector } from "./dom.ts";
import { count, percentileName, time } from "./figures.ts";
import { selectedSpan, sourceA, type UnitChoice } from "./state.ts";
import { headlineTags, nameOf } from "./tags.ts";

const PERCENTILES = [50, 99, 99.9, 100] as const;
const MAX_TAGS = 3;

/** Key figures of the brush beside it, as the summary may be out of sight. */
export function brushFigures(context: Context): View {
  const { store, sums } = context;
  const element = el("div", { class: "brush-figures" });
  const changed = changeDetector();
  const latest = new Latest(context.failed);

  const update = (): void => {
    const state = store.state;
    const source = sourceA(state);
    if (source === null) {
      return;
    }
    const span = selectedSpan(state, source);
    const { unit } = state.shown;
    if (!changed(source, source.document, span.from, span.to, unit, state.growth)) {
      return;
    }
    latest.run(async () => {
      const tags = headlineTags(source.document).slice(0, MAX_TAGS);
      const found = await sums.all(source, tags.map((info) => info.tag), span, state.growth);
      element.replaceChildren(...tags.map((info) => {
        const histogram = found.get(info.tag);
        return el("span", {}, el("b", {}, nameOf(info)), ...figures(histogram, source.document.unit ?? 1, unit));
      }));
    });
  };
  return { element, update };
}

function figures(histogram: Histogram | undefined, scale: number, unit: UnitChoice): readonly Node[] {
  const total = histogram?.total ?? 0;
  const of = (name: string, value: string): Node => el("span", {}, `${name} `, el("i", {}, value));
  return [
    of("n", count(total)),
    ...PERCENTILES.map((percentile) => {
      const value = histogram === undefined || total === 0 ? null : percentile === 100 ? histogram.max : histogram.valueAt(percentile);
      return of(percentileName(percentile), value === null ? "–" : time(value * scale, unit));
    }),
  ];
}
