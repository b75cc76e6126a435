// The curves of the spectrum, independent of the DOM.

import type { Histogram } from "../data/histogram.ts";
import type { Explanation, TagInfo } from "../data/model.ts";
import type { SlaStep, SpectrumSeries } from "../draw/charts.ts";
import { kindColour } from "../draw/kinds.ts";
import { light } from "../draw/theme.ts";
import { count, countCell, percentileName, share, time, timeCell } from "./figures.ts";
import { letterOf, type Side } from "./sides.ts";
import { crossings } from "./sla.ts";
import type { UnitChoice } from "./state.ts";
import type { TableModel } from "./table.ts";
import { nameOf, visible } from "./tags.ts";

const MAX_POINTS = 1000;
/** For further curves, only their number is reported. */
const MAX_SENTENCES = 4;
/** The size of the palette; beyond it, colours repeat with another dash pattern. */
const COLOURS = light.series.length;
const PERCENTILES = [0, 10, 25, 50, 75, 90, 95, 99, 99.5, 99.9, 99.95, 99.99, 99.999, 100] as const;

/** A curve with its histogram. */
export interface Curve {
  readonly name: string;
  readonly histogram: Histogram;
  /** Nanoseconds per unit of values. */
  readonly unit: number;
  readonly dashed: boolean;
  readonly faint: boolean;
  /** An index of the palette; the next free one if absent. */
  readonly colour?: number;
}

/** The position of a curve among several: its side, and the index of its tag. */
export interface CurvePlace {
  readonly side: Pick<Side, "title" | "place">;
  readonly tag: number;
}

/** With several runs, each run has a colour and each of its tags a dash pattern; in a single run, each tag has a colour. */
export function curveOf(info: TagInfo, histogram: Histogram, unit: number, place: CurvePlace | null): Curve {
  const of = { histogram, unit, dashed: false, faint: false };
  return place === null
    ? { ...of, name: nameOf(info) }
    : { ...of, name: `${letterOf(place.side.place)}: ${nameOf(info)}, ${place.side.title}`, colour: place.side.place + COLOURS * place.tag };
}

/** The curves without causes, of all operations of the whole run. */
export function curvesWithout(
  explanation: Explanation,
  curves: ReadonlyMap<string, Histogram>,
  places: readonly number[],
  several: boolean,
): readonly Curve[] {
  const made: Curve[] = [];
  for (const place of places) {
    const histogram = curves.get(`without:${place}`);
    const cause = explanation.causes[place];
    if (histogram !== undefined && cause !== undefined) {
      const name = `without ${cause.side}: ${visible(cause.text)}`;
      made.push({ name, histogram, unit: 1, dashed: true, faint: false, colour: kindColour(cause.kind) });
    }
  }
  const recorded = curves.get("recorded");
  if (made.length > 0 && several && recorded !== undefined) {
    made.unshift({ name: "all operations, as recorded", histogram: recorded, unit: 1, dashed: false, faint: true });
  }
  return made;
}

export function seriesOf(curves: readonly Curve[]): readonly SpectrumSeries[] {
  const first = 1 + Math.max(-1, ...curves.map(({ colour }) => (colour ?? -1) % COLOURS));
  let free = first;
  return curves.map(({ name, histogram, unit, dashed, faint, colour }, i) => ({
    name,
    colour: colour ?? free++,
    dashed,
    // Causes of one kind have one colour, and differ by their dashes.
    variant: dashed ? curves.slice(0, i).filter((each) => each.dashed && each.colour === colour).length : 0,
    faint,
    total: histogram.total,
    points: histogram.spectrum(MAX_POINTS).map((point) => ({ quantile: point.quantile, value: point.value * unit })),
  }));
}

export function spectrumTable(curves: readonly Curve[], unit: UnitChoice): TableModel {
  return {
    caption: "Percentile spectrum",
    columns: [{ title: "percentile" }, ...curves.map((curve) => ({ title: curve.name, csv: `${curve.name} (ns)` }))],
    rows: [
      ...PERCENTILES.map((percentile) => ({
        head: { text: percentile === 0 ? "min" : percentileName(percentile) },
        cells: curves.map(({ histogram, unit: scale }) =>
          timeCell(histogram.total === 0 ? null : valueAt(histogram, percentile) * scale, unit)),
      })),
      { head: { text: "count" }, cells: curves.map((curve) => countCell(curve.histogram.total)) },
    ],
  };
}

function valueAt(histogram: Histogram, percentile: number): number {
  return percentile === 0 ? histogram.min : percentile === 100 ? histogram.max : histogram.valueAt(percentile);
}

/** States for each curve whether it meets the service level, and where it violates it. */
export function slaSentences(steps: readonly SlaStep[], curves: readonly Curve[], unit: UnitChoice): readonly string[] {
  const all = steps.length === 0 ? [] : curves.filter((curve) => curve.histogram.total > 0);
  const listed = all.length > MAX_SENTENCES + 1 ? all.slice(0, MAX_SENTENCES) : all;
  const rest = all.slice(listed.length);
  const broken = rest.filter((curve) => crossings(steps, curve.histogram, curve.unit).length > 0);
  return [
    ...listed.map((curve) => slaSentence(steps, curve, unit)),
    ...(rest.length === 0 ? [] : [`${broken.length > 0 ? "✕" : "✓"} Of ${rest.length} more curves, ${broken.length === 0 ? "all meet" : `${broken.length === rest.length ? "all" : broken.length} violate`} it.`]),
  ];
}

function slaSentence(steps: readonly SlaStep[], curve: Curve, unit: UnitChoice): string {
  const crossed = crossings(steps, curve.histogram, curve.unit);
  if (crossed.length === 0) {
    return `✓ ${curve.name} meets the service level.`;
  }
  const words = crossed.map(({ step, value, above }) => {
    const total = curve.histogram.total;
    const over = `${count(above * total)} operations (${share(above, 1)}) took longer than ${time(step.limit, unit)}`;
    return `${percentileName(step.percentile)} is ${time(value, unit)} instead of ${time(step.limit, unit)}: ${over}`;
  });
  return `✕ ${curve.name} violates the service level: ${words.join("; ")}.`;
}
