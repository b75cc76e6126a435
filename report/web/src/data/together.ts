import { HistogramSum } from "./counts.ts";
import type { Histogram } from "./histogram.ts";
import { SlotHistogram } from "./slotHistogram.ts";

/** All values of several histograms as one: count for count, so that its percentiles are those of all values. */
export function together(histograms: readonly Histogram[]): Histogram {
  const sum = new HistogramSum();
  for (const each of histograms) {
    if (!(each instanceof SlotHistogram)) {
      throw new TypeError("a histogram without slots cannot be added up");
    }
    sum.add(each);
  }
  return sum.toHistogram();
}
