import type { SpectrumPoint } from "./histogram.ts";

/**
 * Omits points of a spectrum that are indistinguishable in a picture: those close to the point before, both on the
 * percentile axis and on a logarithmic axis of values. Before a jump, the last point is kept.
 *
 * @param values ascending
 * @param cumulative the cumulative counts
 * @param most at least 6
 */
export function thinned(
  values: Float64Array,
  cumulative: Float64Array,
  total: number,
  most: number,
): readonly SpectrumPoint[] {
  let places = range(values.length);
  if (values.length > most) {
    const across = scaled(cumulative.map((each) => -Math.log10(Math.max(1 - each / total, 0.5 / total))));
    const lowest = values[0] || values[1] || 1;
    const up = scaled(values.map((each) => Math.log10(Math.max(each, lowest))));
    // A quarter as many steps never give too many points, but usually more fit.
    for (let steps = most; places.length > most; steps *= 0.8) {
      places = kept(across, up, 1 / Math.max(1, steps, (most - 2) / 4));
    }
  }
  const points = new Array<SpectrumPoint>(places.length);
  for (let i = 0; i < points.length; i++) {
    const place = places[i] as number;
    points[i] = { quantile: (cumulative[place] as number) / total, value: values[place] as number };
  }
  return points;
}

/** From 0 to 1. */
function scaled(rising: Float64Array): Float64Array {
  const first = rising[0] ?? 0;
  const length = (rising[rising.length - 1] ?? 0) - first || 1;
  return rising.map((each) => (each - first) / length);
}

function kept(across: Float64Array, up: Float64Array, step: number): number[] {
  const near = (a: number, b: number): boolean =>
    (across[b] as number) - (across[a] as number) < step && (up[b] as number) - (up[a] as number) < step;
  const places = [0];
  let last = 0;
  for (let i = 1; i < across.length; i++) {
    if (i < across.length - 1 && near(last, i)) {
      continue;
    }
    if (i - 1 > last && !near(i - 1, i)) {
      places.push(i - 1);
    }
    places.push(i);
    last = i;
  }
  return places;
}

function range(length: number): number[] {
  const places = new Array<number>(length);
  for (let i = 0; i < length; i++) {
    places[i] = i;
  }
  return places;
}
