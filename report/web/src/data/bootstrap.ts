import type { Span } from "./model.ts";
import { randomInts } from "./random.ts";
import { SampleSide } from "./sampleSide.ts";
import type { Column, Source } from "./source.ts";
import { tQuantile, twoSided } from "./studentT.ts";

/** One side of a comparison: the intervals of a tag that belong to a span. */
export interface Sample {
  readonly source: Source;
  readonly tag: string;
  readonly span: Span;
}

/** A percentile of both sides, and their ratio with its confidence interval. */
export interface DifferenceRow {
  readonly percentile: number;
  readonly a: number;
  readonly b: number;
  /** b / a, and its 95 % confidence interval; NaN if there is too little data. */
  readonly ratio: number;
  readonly low: number;
  readonly high: number;
  /** The p-value, adjusted for the number of percentiles; NaN if there is too little data. */
  readonly probability: number;
  /** Whether the difference is significant. */
  readonly differs: boolean;
  /** Why the data are insufficient for a conclusion, in words; null if they are sufficient. */
  readonly insufficient: string | null;
}

export interface DifferenceOptions {
  /** The significance level: the accepted probability of calling equal sides different; 0.05 if absent. */
  readonly level?: number;
  /**
   * The variation between runs of the same system beyond the variation within each run, as a standard deviation. If
   * absent, 0.7 % between two sources, as in `takt compare`, and none within one.
   */
  readonly runToRun?: number;
  /** The number of bootstrap replicates; 200 if absent. */
  readonly replicates?: number;
  /** The random seed: the same seed gives the same rows. */
  readonly seed?: number;
}

const LEVEL = 0.05;
const RUN_TO_RUN = 0.007;
/** Smaller relative differences are never significant: values have three digits. */
const RESOLUTION = 0.002;
const REPLICATES = 200;
const SEED = 0x7a6b5c4d;
const FACTORS = [1, 2, 4] as const;
const MIN_BLOCKS = 5;
const MIN_INTERVALS = 10;
const MIN_BEYOND = 20;
const MAX_INTERVALS = 600;
const MAX_DEGREES = 1e6;

/** The uncertainty of the logarithm of a percentile. */
interface Spread {
  readonly variance: number;
  readonly degrees: number;
}

/** Compares two samples, whose values must have the same unit. Of more than 600 intervals, neighbours are merged. */
export async function difference(
  a: Sample,
  b: Sample,
  percentiles: readonly number[],
  options: DifferenceOptions = {},
): Promise<readonly DifferenceRow[]> {
  const [of, and] = await Promise.all([a, b].map(({ source, tag, span }) => source.columns(tag, span, MAX_INTERVALS)));
  const runToRun = a.source === b.source ? 0 : RUN_TO_RUN;
  return differenceOfColumns(of ?? [], and ?? [], percentiles, { runToRun, ...options });
}

/**
 * Compares two sets of intervals, as `takt compare` does (docs/explanation/comparing.md).
 *
 * Intervals are resampled in blocks of neighbours, because neighbours are correlated (moving block bootstrap: H. R.
 * Künsch, 1989; circular: D. N. Politis and J. P. Romano, 1992). Of three block lengths, the one with the greatest
 * variance is used. The difference of the logarithms is tested by the t distribution with degrees of freedom from the
 * number of blocks (B. L. Welch, 1947), and all percentiles together by S. Holm's procedure (1979).
 */
export function differenceOfColumns(
  a: readonly Column[],
  b: readonly Column[],
  percentiles: readonly number[],
  options: DifferenceOptions = {},
): readonly DifferenceRow[] {
  const sides = [new SampleSide(a), new SampleSide(b)] as const;
  const rows = percentiles.map((percentile) => ({ percentile, insufficient: insufficiency(percentile, ...sides) }));
  const judged = rows.filter((row) => row.insufficient === null).map(({ percentile }) => percentile);
  const spreads = sides.map((side) => spreadsOf(side, judged, options));
  const results = rows.map(({ percentile, insufficient }) => {
    const place = judged.indexOf(percentile);
    const of = spreads[0]?.[place];
    const and = spreads[1]?.[place];
    return of === undefined || and === undefined
      ? undecidedRow(percentile, sides, insufficient ?? "")
      : judgedRow(percentile, sides, of, and, options);
  });
  return adjusted(results, options.level ?? LEVEL);
}

type Sides = readonly [SampleSide, SampleSide];

function insufficiency(percentile: number, ...sides: Sides): string | null {
  const intervals = Math.min(sides[0].size, sides[1].size);
  if (intervals < MIN_INTERVALS) {
    return `too few intervals: ${intervals}, at least ${MIN_INTERVALS} needed`;
  }
  for (const side of sides) {
    const beyond = Math.round((side.total * Math.min(percentile, 100 - percentile)) / 100);
    if (beyond < MIN_BEYOND) {
      return `too few values beyond it: ${beyond}, at least ${MIN_BEYOND} needed`;
    }
    const reaching = side.reaching(percentile);
    if (reaching < MIN_INTERVALS) {
      return `values beyond it in too few intervals: ${reaching}, at least ${MIN_INTERVALS} needed`;
    }
  }
  return null;
}

function undecidedRow(percentile: number, [a, b]: Sides, insufficient: string): DifferenceRow {
  const [of, and] = [a.value(percentile), b.value(percentile)];
  const none = { low: NaN, high: NaN, probability: NaN };
  return { percentile, a: of, b: and, ratio: and / of, ...none, differs: false, insufficient };
}

function judgedRow(
  percentile: number,
  [sideA, sideB]: Sides,
  spreadA: Spread,
  spreadB: Spread,
  options: DifferenceOptions,
): DifferenceRow {
  const a = sideA.value(percentile);
  const b = sideB.value(percentile);
  const apart = position(b) - position(a);
  const widths = sideA.width(percentile) ** 2 + sideB.width(percentile) ** 2;
  const variance = spreadA.variance + spreadB.variance + widths / 12;
  const reach = tQuantile(options.level ?? LEVEL, degreesOf(spreadA, spreadB, variance)) * Math.sqrt(variance);
  const doubt = variance + 2 * (options.runToRun ?? 0) ** 2;
  const probability = twoSided(apart / Math.sqrt(doubt), degreesOf(spreadA, spreadB, doubt));
  const [low, high] = [Math.exp(apart - reach), Math.exp(apart + reach)];
  return { percentile, a, b, ratio: Math.exp(apart), low, high, probability, differs: false, insufficient: null };
}

/** Times are compared by their logarithms, so that differences are relative. */
function position(value: number): number {
  return value > 0 ? Math.log(value) : 0;
}

function degreesOf(a: Spread, b: Spread, variance: number): number {
  const divisor = a.variance ** 2 / a.degrees + b.variance ** 2 / b.degrees;
  return divisor === 0 ? MAX_DEGREES : Math.min(MAX_DEGREES, variance ** 2 / divisor);
}

/** S. Holm's step-down procedure: the i-th smallest p-value is multiplied by the number of remaining hypotheses. */
function adjusted(rows: readonly DifferenceRow[], level: number): readonly DifferenceRow[] {
  const order = rows.filter((row) => row.insufficient === null).sort((a, b) => a.probability - b.probability);
  const probabilities = new Map<DifferenceRow, number>();
  let highest = 0;
  order.forEach((row, i) => {
    highest = Math.max(highest, Math.min(1, row.probability * (order.length - i)));
    probabilities.set(row, highest);
  });
  return rows.map((row) => {
    const probability = probabilities.get(row) ?? NaN;
    return { ...row, probability, differs: probability <= level && Math.abs(row.ratio - 1) >= RESOLUTION };
  });
}

/** The length of a block for a number of intervals: the cube root, times a factor, with at least 5 blocks. */
export function blockLength(intervals: number, factor: number): number {
  const usual = Math.ceil(Math.cbrt(intervals) - 1e-9) * factor;
  return Math.max(1, Math.min(usual, Math.floor(intervals / MIN_BLOCKS)));
}

function spreadsOf(side: SampleSide, percentiles: readonly number[], options: DifferenceOptions): readonly Spread[] {
  const all = FACTORS.map((factor) => resampled(side, percentiles, factor, options));
  return percentiles.map((_, i) =>
    all.map((spreads) => spreads[i] ?? { variance: 0, degrees: 1 }).reduce((a, b) => (b.variance > a.variance ? b : a)),
  );
}

function resampled(
  side: SampleSide,
  percentiles: readonly number[],
  factor: number,
  options: DifferenceOptions,
): readonly Spread[] {
  const length = blockLength(side.size, factor);
  const random = randomInts((options.seed ?? SEED) + factor);
  const replicates = options.replicates ?? REPLICATES;
  const positions = percentiles.map(() => new Float64Array(replicates));
  const weights = new Float64Array(side.size);
  for (let i = 0; i < replicates; i++) {
    draw(weights, length, random);
    percentiles.forEach((percentile, p) => {
      (positions[p] ?? weights)[i] = position(side.weightedValue(percentile, weights));
    });
  }
  // Bias correction: blocks vary around the sample's mean, not the true mean, and longer blocks are closer to it.
  const correction = side.size > length ? side.size / (side.size - length) : 1;
  const degrees = Math.max(1, side.size / length - 1);
  return positions.map((all) => ({ variance: varianceOf(all) * correction, degrees }));
}

/** Draws random blocks until the sample is filled, the last one cut off, and counts how often each interval occurs. */
function draw(weights: Float64Array, length: number, random: (below: number) => number): void {
  const size = weights.length;
  weights.fill(0);
  for (let done = 0; done < size; done += length) {
    const start = random(size);
    const end = start + Math.min(length, size - done);
    for (let i = start; i < end; i++) {
      const place = i < size ? i : i - size;
      weights[place] = (weights[place] as number) + 1;
    }
  }
}

function varianceOf(numbers: Float64Array): number {
  const known = numbers.filter((each) => !Number.isNaN(each));
  const mean = known.reduce((a, b) => a + b, 0) / known.length;
  return known.length < 2 ? 0 : known.reduce((sum, each) => sum + (each - mean) ** 2, 0) / (known.length - 1);
}
