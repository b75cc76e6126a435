/** A percentile and the value at it. */
export interface SpectrumPoint {
  /** From 0 to 1; the highest value has 1. */
  readonly quantile: number;
  /** In units of the log. */
  readonly value: number;
}

/** The counts of values. Immutable. */
export interface Histogram {
  readonly total: number;
  /** As in HdrHistogram: the lowest and highest value, to the resolution of the slots; 0 if it is empty. */
  readonly min: number;
  readonly max: number;
  readonly mean: number;

  /** The value at a percentile, 0 to 100: the highest value of its slot, as in HdrHistogram. */
  valueAt(percentile: number): number;

  /** The number of values in all slots up to that of a value. */
  countUpTo(value: number): number;

  /** The points of the percentile spectrum, one per slot with values, reduced to at most `most`. */
  spectrum(most: number): readonly SpectrumPoint[];

  /** The number of values in each bin between ascending edges; values outside are not counted. */
  binned(edges: readonly number[]): Float64Array;
}
