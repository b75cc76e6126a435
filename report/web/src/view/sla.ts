import type { Histogram } from "../data/histogram.ts";
import type { SlaStep } from "../draw/charts.ts";

const NANOS: Readonly<Record<string, number>> = { ns: 1, us: 1e3, "µs": 1e3, "μs": 1e3, ms: 1e6, s: 1e9 };
const STEP = /^p?(\d{1,3}(?:\.\d{1,10})?)\s*%?\s*[:<=]+\s*(\d{1,12}(?:\.\d{1,9})?)\s*(ns|us|µs|μs|ms|s)$/i;

export interface Sla {
  readonly steps: readonly SlaStep[];
  /** Why the text is invalid, in words; null if it is valid. */
  readonly problem: string | null;
}

/** Parses `99: 20ms, 99.9: 50ms`. The limits must not decrease with the percentile. */
export function parseSla(text: string): Sla {
  const parts = text.split(/[,;]/).map((part) => part.trim()).filter((part) => part !== "");
  const steps: SlaStep[] = [];
  for (const part of parts) {
    const step = parseStep(part);
    if (typeof step === "string") {
      return { steps: [], problem: step };
    }
    if (steps.some((each) => each.percentile === step.percentile)) {
      return { steps: [], problem: `the ${step.percentile}th percentile appears twice` };
    }
    steps.push(step);
  }
  steps.sort((a, b) => a.percentile - b.percentile);
  const falls = steps.some((step, i) => step.limit < (steps[i - 1]?.limit ?? 0));
  return falls ? { steps: [], problem: "a higher percentile cannot have a lower limit" } : { steps, problem: null };
}

function parseStep(part: string): SlaStep | string {
  const match = STEP.exec(part);
  if (match === null) {
    return `"${part}" is not a limit; write 99: 20ms`;
  }
  const percentile = Number(match[1]);
  const limit = Number(match[2]) * (NANOS[(match[3] ?? "").toLowerCase()] ?? 1);
  return percentile > 100 ? `there is no ${percentile}th percentile` : { percentile, limit };
}

/** A violated step. */
export interface Crossing {
  readonly step: SlaStep;
  /** The value at the step's percentile, nanoseconds. */
  readonly value: number;
  /** The share of values above the limit. */
  readonly above: number;
}

/** The steps that a histogram violates. */
export function crossings(steps: readonly SlaStep[], histogram: Histogram, unit: number): readonly Crossing[] {
  if (histogram.total === 0) {
    return [];
  }
  return steps
    .map((step) => ({
      step,
      value: histogram.valueAt(step.percentile) * unit,
      above: 1 - histogram.countUpTo(step.limit / unit) / histogram.total,
    }))
    .filter((crossing) => crossing.value > crossing.step.limit);
}
