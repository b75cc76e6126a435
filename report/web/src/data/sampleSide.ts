import { nextDown } from "./floats.ts";
import type { Histogram } from "./histogram.ts";
import { SlotHistogram } from "./slotHistogram.ts";
import type { Column } from "./source.ts";

/** The relative width of a slot if the histogram does not provide it: three digits. */
const DEFAULT_SLOT_WIDTH = 0.001;

/** An interval: the indices of its values among all values of the side, and the cumulative counts. */
interface Cell {
  readonly places: Int32Array;
  readonly cumulative: Float64Array;
}

/**
 * The intervals of one side, prepared for repeated percentiles with different weights, as the bootstrap needs them.
 *
 * A percentile is exact to the slot and computed without summing histograms: the cumulative counts of all intervals at a
 * value are cached on first use, and only values near the percentile are used.
 */
export class SampleSide {
  /** The number of intervals. */
  readonly size: number;
  private readonly values: Float64Array;
  private readonly cells: readonly Cell[];
  private readonly totals: Float64Array;
  private readonly rows: (Float64Array | undefined)[];
  private readonly once: Float64Array;
  private readonly starts = new Map<number, number>();
  private readonly example: Column | undefined;

  constructor(columns: readonly Column[]) {
    const spectra = columns.map(({ histogram }) => stepsOf(histogram));
    this.size = columns.length;
    this.example = columns.find(({ histogram }) => histogram.total > 0);
    this.totals = Float64Array.from(columns, ({ histogram }) => histogram.total);
    this.values = distinct(spectra);
    this.rows = new Array<undefined>(this.values.length);
    this.cells = spectra.map((steps) => cellOf(steps, this.values));
    this.once = new Float64Array(this.size).fill(1);
  }

  /** The number of values. */
  get total(): number {
    return this.weighed(this.totals, this.once);
  }

  /** The value at a percentile of all intervals. */
  value(percentile: number): number {
    return this.values[this.placeOf(percentile, this.once)] ?? NaN;
  }

  /** The value at a percentile with each interval counted by its weight; NaN if there are no values. */
  weightedValue(percentile: number, weights: Float64Array): number {
    return this.values[this.placeOf(percentile, weights)] ?? NaN;
  }

  /** The number of intervals with a value at least as high as a percentile of all. */
  reaching(percentile: number): number {
    const place = this.placeOf(percentile, this.once);
    return this.cells.filter(({ places }) => (places[places.length - 1] ?? -1) >= place).length;
  }

  /** The width of a percentile's slot, relative to its value. */
  width(percentile: number): number {
    const histogram = this.example?.histogram;
    const layout = histogram instanceof SlotHistogram ? histogram.parts[0]?.layout : undefined;
    const value = this.value(percentile);
    if (layout === undefined || !(value > 0)) {
      return DEFAULT_SLOT_WIDTH;
    }
    const slot = layout.slotOf(value);
    return (layout.highest(slot) - layout.lowest(slot) + (layout.fractional ? 0 : 1)) / value;
  }

  /** The index of a percentile's value by HdrHistogram's rule for ranks. The search starts at the unweighted result. */
  private placeOf(percentile: number, weights: Float64Array): number {
    const total = this.weighed(this.totals, weights);
    if (total === 0) {
      return -1;
    }
    const rank = Math.max(1, Math.ceil((nextDown(percentile) * total) / 100));
    const start = this.starts.get(percentile) ?? this.values.length >> 1;
    let step = 1;
    let low = start;
    while (low >= 0 && this.cumulative(low, weights) >= rank) {
      low -= step;
      step *= 2;
    }
    low = Math.max(low, -1);
    step = 1;
    let high = Math.max(start, low + 1);
    while (high < this.values.length - 1 && this.cumulative(high, weights) < rank) {
      low = high;
      high = Math.min(high + step, this.values.length - 1);
      step *= 2;
    }
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.cumulative(middle, weights) >= rank) {
        high = middle;
      } else {
        low = middle;
      }
    }
    if (weights === this.once) {
      this.starts.set(percentile, high);
    }
    return high;
  }

  private cumulative(place: number, weights: Float64Array): number {
    let row = this.rows[place];
    if (row === undefined) {
      row = new Float64Array(this.size);
      for (let i = 0; i < row.length; i++) {
        row[i] = cumulativeUpTo(this.cells[i] as Cell, place);
      }
      this.rows[place] = row;
    }
    return this.weighed(row, weights);
  }

  private weighed(row: Float64Array, weights: Float64Array): number {
    let sum = 0;
    for (let i = 0; i < row.length; i++) {
      sum += (row[i] as number) * (weights[i] as number);
    }
    return sum;
  }
}

/** The values of a histogram, ascending, with cumulative counts. */
interface Steps {
  readonly values: Float64Array;
  readonly cumulative: Float64Array;
}

function stepsOf(histogram: Histogram): Steps {
  if (histogram instanceof SlotHistogram) {
    return histogram.steps();
  }
  const points = histogram.spectrum(Infinity);
  return {
    values: Float64Array.from(points.map(({ value }) => value)),
    cumulative: Float64Array.from(points.map(({ quantile }) => Math.round(quantile * histogram.total))),
  };
}

/** All values that occur, ascending. */
function distinct(all: readonly Steps[]): Float64Array {
  const found = new Set<number>();
  for (const { values } of all) {
    for (let i = 0; i < values.length; i++) {
      found.add(values[i] as number);
    }
  }
  const rising = new Float64Array(found.size);
  let next = 0;
  found.forEach((value) => {
    rising[next++] = value;
  });
  return rising.sort();
}

function cellOf({ values, cumulative }: Steps, all: Float64Array): Cell {
  const places = new Int32Array(values.length);
  let place = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as number;
    while ((all[place] as number) < value) {
      place++;
    }
    places[i] = place;
  }
  return { places, cumulative };
}

function cumulativeUpTo({ places, cumulative }: Cell, place: number): number {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((places[middle] as number) <= place) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low === 0 ? 0 : (cumulative[low - 1] as number);
}
