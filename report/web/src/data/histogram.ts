/** A percentile and the value at it. */
export interface SpectrumPoint {
  /** From 0 to 1, 1 being the highest value's. */
  readonly quantile: number;
  /** In units of the log. */
  readonly value: number;
}

/** How often each value came. Never changes once it is made. */
export interface Histogram {
  readonly total: number;
  /** As HdrHistogram has them: the lowest and the highest value that its slots tell from others; 0 if it is empty. */
  readonly min: number;
  readonly max: number;
  readonly mean: number;

  /** The value at a percentile, 0 to 100: the highest that its slot holds, as HdrHistogram's own. */
  valueAt(percentile: number): number;

  /** How many values are at or below one: the number of those in the slots up to its own. */
  countUpTo(value: number): number;

  /** The spectrum's points: each slot that holds a value, thinned to what a picture can show. */
  spectrum(most: number): readonly SpectrumPoint[];

  /** How many values are in each of the bins between edges that rise; those outside are in none. */
  binned(edges: readonly number[]): Float64Array;
}
