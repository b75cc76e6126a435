import { HistogramSum } from "./counts.ts";
import type { Histogram } from "./histogram.ts";
import { SlotHistogram } from "./slotHistogram.ts";

/** Merges histograms by adding their counts, so that percentiles are those of all values. */
export function mergeHistograms(histograms: readonly Histogram[]): Histogram {
  const sum = new HistogramSum();
  for (const each of histograms) {
    if (!(each instanceof SlotHistogram)) {
      throw new TypeError("a histogram without slots cannot be merged");
    }
    sum.add(each);
  }
  return sum.toHistogram();
}
