import type { SpectrumPoint } from "./histogram.ts";

/**
 * Leaves out points of a spectrum that no picture would show: those that are near the one before, both on the axis
 * of nines and on a logarithmic one of values. A point that follows after a jump keeps the one before the jump.
 *
 * @param seen how many values there are up to each
 * @param most at least 6
 */
export function thinned(
  values: Float64Array,
  seen: Float64Array,
  total: number,
  most: number,
): readonly SpectrumPoint[] {
  const size = values.length;
  const point = (i: number): SpectrumPoint => ({
    quantile: (seen[i] as number) / total,
    value: values[i] as number,
  });
  if (size <= most) {
    return Array.from({ length: size }, (_, i) => point(i));
  }
  const lowest = values[0] || values[1] || 1;
  const nines = (i: number): number => -Math.log10(Math.max(1 - (seen[i] as number) / total, 0.5 / total));
  const height = (i: number): number => Math.log10(Math.max(values[i] as number, lowest));
  const steps = Math.max(1, (most - 2) / 4);
  const across = (nines(size - 1) - nines(0)) / steps;
  const up = (height(size - 1) - height(0)) / steps;
  const near = (a: number, b: number): boolean => nines(b) - nines(a) < across && height(b) - height(a) < up;
  const kept = [0];
  let last = 0;
  for (let i = 1; i < size; i++) {
    if (i < size - 1 && near(last, i)) {
      continue;
    }
    if (i - 1 > last && !near(i - 1, i)) {
      kept.push(i - 1);
    }
    kept.push(i);
    last = i;
  }
  return kept.map(point);
}
