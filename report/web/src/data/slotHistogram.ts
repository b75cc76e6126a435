import { nextDown } from "./floats.ts";
import type { Histogram, SpectrumPoint } from "./histogram.ts";
import type { Layout } from "./layout.ts";
import { thinned } from "./thinning.ts";

/** Counts of one layout: the used slots, ascending. */
export interface SlotCounts {
  readonly layout: Layout;
  readonly slots: Int32Array;
  readonly counts: Float64Array;
}

/** All slots in the order of their values. */
interface Ordered {
  readonly highest: Float64Array;
  readonly middle: Float64Array;
  readonly counts: Float64Array;
  /** The cumulative counts. */
  readonly cumulative: Float64Array;
}

/**
 * A sparse histogram of one or several layouts.
 *
 * With a single layout, its results equal those of HdrHistogram to the last digit. Counts beyond 2^53 are the nearest
 * doubles; at 100 % it still returns the maximum, which HdrHistogram misses with that many values.
 */
export class SlotHistogram implements Histogram {
  readonly parts: readonly SlotCounts[];
  readonly total: number;
  private known: Ordered | undefined;
  private knownMean: number | undefined;

  constructor(parts: readonly SlotCounts[]) {
    this.parts = parts.filter((part) => part.slots.length > 0);
    let total = 0;
    for (const part of this.parts) {
      for (const count of part.counts) {
        total += count;
      }
    }
    this.total = total;
  }

  get min(): number {
    let min = Infinity;
    for (const { layout, slots } of this.parts) {
      min = Math.min(min, layout.lowest(slots[0] ?? 0));
    }
    return this.parts.length === 0 ? 0 : min;
  }

  get max(): number {
    let max = 0;
    for (const { layout, slots } of this.parts) {
      max = Math.max(max, layout.highest(slots[slots.length - 1] ?? 0));
    }
    return max;
  }

  get mean(): number {
    this.knownMean ??= this.total === 0 ? 0 : this.sum() / this.total;
    return this.knownMean;
  }

  private sum(): number {
    const { middle, counts } = this.ordered();
    let sum = 0;
    for (let i = 0; i < counts.length; i++) {
      sum += (middle[i] as number) * (counts[i] as number);
    }
    return sum;
  }

  valueAt(percentile: number): number {
    if (this.total === 0) {
      return 0;
    }
    if (percentile <= 0) {
      return this.min;
    }
    if (percentile >= 100) {
      return this.max;
    }
    // HdrHistogram steps down by one ulp first, so that 99.9 % of 1000 is rank 999 in spite of rounding.
    const requested = Math.max(nextDown(percentile), 0);
    const rank = Math.max(1, Math.ceil((requested * this.total) / 100));
    const { highest, cumulative } = this.ordered();
    return highest[firstAtLeast(cumulative, rank)] ?? this.max;
  }

  countUpTo(value: number): number {
    let count = 0;
    for (const { layout, slots, counts } of this.parts) {
      const last = value < 0 ? -1 : layout.slotOf(value);
      for (let i = 0; i < slots.length && (slots[i] as number) <= last; i++) {
        count += counts[i] as number;
      }
    }
    return count;
  }

  spectrum(most: number): readonly SpectrumPoint[] {
    const { highest, cumulative } = this.ordered();
    return thinned(highest, cumulative, this.total, most);
  }

  binned(edges: readonly number[]): Float64Array {
    const bins = new Float64Array(Math.max(0, edges.length - 1));
    for (const { layout, slots, counts } of this.parts) {
      let bin = -1;
      for (let i = 0; i < slots.length; i++) {
        const value = layout.middle(slots[i] as number);
        while (bin < bins.length && value >= (edges[bin + 1] as number)) {
          bin++;
        }
        if (bin >= 0 && bin < bins.length) {
          bins[bin] = (bins[bin] as number) + (counts[i] as number);
        }
      }
    }
    return bins;
  }

  /** The values of all slots, ascending, with cumulative counts. */
  steps(): { readonly values: Float64Array; readonly cumulative: Float64Array } {
    const { highest, cumulative } = this.ordered();
    return { values: highest, cumulative };
  }

  private ordered(): Ordered {
    this.known ??= order(this.parts);
    return this.known;
  }
}

function order(parts: readonly SlotCounts[]): Ordered {
  const size = parts.reduce((sum, part) => sum + part.slots.length, 0);
  const highest = new Float64Array(size);
  const middle = new Float64Array(size);
  const counts = new Float64Array(size);
  let next = 0;
  for (const part of parts) {
    for (let i = 0; i < part.slots.length; i++) {
      const slot = part.slots[i] as number;
      highest[next] = part.layout.highest(slot);
      middle[next] = part.layout.middle(slot);
      counts[next++] = part.counts[i] as number;
    }
  }
  const sorted = parts.length > 1 ? sort({ highest, middle, counts }) : { highest, middle, counts };
  return { ...sorted, cumulative: runningSums(sorted.counts) };
}

function sort(unsorted: Omit<Ordered, "cumulative">): Omit<Ordered, "cumulative"> {
  const { highest, middle, counts } = unsorted;
  const order = Array.from(highest.keys()).sort((a, b) => (highest[a] as number) - (highest[b] as number) || a - b);
  const pick = (from: Float64Array): Float64Array => Float64Array.from(order, (index) => from[index] as number);
  return { highest: pick(highest), middle: pick(middle), counts: pick(counts) };
}

function runningSums(counts: Float64Array): Float64Array {
  const cumulative = new Float64Array(counts.length);
  let sum = 0;
  for (let i = 0; i < counts.length; i++) {
    sum += counts[i] as number;
    cumulative[i] = sum;
  }
  return cumulative;
}

/** The index of the first of ascending numbers that is at least `wanted`; their count if there is none. */
function firstAtLeast(rising: Float64Array, wanted: number): number {
  let low = 0;
  let high = rising.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((rising[middle] as number) < wanted) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}
