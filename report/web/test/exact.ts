import { HistogramSum } from "../src/data/counts.ts";
import type { Histogram } from "../src/data/histogram.ts";
import { Layout } from "../src/data/layout.ts";

/** A histogram of the page's own, in which values up to 200,000 have a slot each. */
export function exact(values: readonly number[]): Histogram {
  const layout = Layout.of(5, 0);
  const sum = new HistogramSum();
  values.forEach((value) => sum.addSlot(layout, layout.slotOf(value), 1));
  return sum.toHistogram();
}
