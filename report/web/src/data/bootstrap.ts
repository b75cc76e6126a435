import type { Span } from "./model.ts";
import { randomInts } from "./random.ts";
import { SampleSide } from "./sampleSide.ts";
import type { Column, Source } from "./source.ts";
import { tQuantile, twoSided } from "./studentT.ts";

/** What is compared: the intervals of a tag that belong to a span. */
export interface Sample {
  readonly source: Source;
  readonly tag: string;
  readonly span: Span;
}

/** A percentile of both sides, and how far apart they are. */
export interface DifferenceRow {
  readonly percentile: number;
  readonly a: number;
  readonly b: number;
  /** b / a, and the interval that holds the true one in 95 of 100 cases; NaN if there is too little data. */
  readonly ratio: number;
  readonly low: number;
  readonly high: number;
  /** How likely such a difference is by chance, adjusted for the number of percentiles; NaN as above. */
  readonly probability: number;
  /** Whether the data show a difference. */
  readonly differs: boolean;
  /** Why nothing can be told, in words; null if it can. */
  readonly lack: string | null;
}

export interface DifferenceOptions {
  /** How likely it may be that equal sides are called different; 0.05 if absent. */
  readonly level?: number;
  /**
   * By how much runs of the same system differ beyond what each run's own unrest tells, as a standard deviation: 0.7 %
   * between two sources if absent, as `takt compare` takes it, and none within one.
   */
  readonly runToRun?: number;
  /** How often intervals are drawn; 200 if absent. */
  readonly replicates?: number;
  /** The same seed gives the same rows. */
  readonly seed?: number;
}

const LEVEL = 0.05;
const RUN_TO_RUN = 0.007;
/** Smaller differences are never claimed: values have three digits. */
const RESOLUTION = 0.002;
const REPLICATES = 200;
const SEED = 0x7a6b5c4d;
const FACTORS = [1, 2, 4] as const;
const FEWEST_BLOCKS = 5;
const FEWEST_INTERVALS = 10;
const FEWEST_BEYOND = 20;
const MOST_INTERVALS = 600;
const MANY = 1e6;

/** How far the logarithm of a percentile may be off. */
interface Spread {
  readonly variance: number;
  readonly degrees: number;
}

/** Compares two samples, whose values must be of the same unit. Neighbours are joined if there are more than 600. */
export async function difference(
  a: Sample,
  b: Sample,
  percentiles: readonly number[],
  options: DifferenceOptions = {},
): Promise<readonly DifferenceRow[]> {
  const [of, and] = await Promise.all([a, b].map(({ source, tag, span }) => source.columns(tag, span, MOST_INTERVALS)));
  const runToRun = a.source === b.source ? 0 : RUN_TO_RUN;
  return differenceOfColumns(of ?? [], and ?? [], percentiles, { runToRun, ...options });
}

/**
 * Compares intervals with intervals, as `takt compare` does (docs/comparing.md).
 *
 * Intervals are drawn again in blocks of neighbours, for those resemble each other (H. R. Künsch's moving block
 * bootstrap, 1989, on a circle: D. N. Politis and J. P. Romano, 1992). Of three lengths of a block, the one counts
 * that shows the greatest spread. The difference of the logarithms is judged by the t distribution, with as many
 * degrees of freedom as there were blocks (B. L. Welch, 1947), and all percentiles together by S. Holm's procedure
 * (1979).
 */
export function differenceOfColumns(
  a: readonly Column[],
  b: readonly Column[],
  percentiles: readonly number[],
  options: DifferenceOptions = {},
): readonly DifferenceRow[] {
  const sides = [new SampleSide(a), new SampleSide(b)] as const;
  const rows = percentiles.map((percentile) => ({ percentile, lack: lackOf(percentile, ...sides) }));
  const judged = rows.filter(({ lack }) => lack === null).map(({ percentile }) => percentile);
  const spreads = sides.map((side) => spreadsOf(side, judged, options));
  const told = rows.map(({ percentile, lack }) => {
    const place = judged.indexOf(percentile);
    const of = spreads[0]?.[place];
    const and = spreads[1]?.[place];
    return of === undefined || and === undefined
      ? untold(percentile, sides, lack ?? "")
      : judgedRow(percentile, sides, of, and, options);
  });
  return adjusted(told, options.level ?? LEVEL);
}

type Sides = readonly [SampleSide, SampleSide];

function lackOf(percentile: number, ...sides: Sides): string | null {
  const intervals = Math.min(sides[0].size, sides[1].size);
  if (intervals < FEWEST_INTERVALS) {
    return `there are ${intervals} intervals only; it takes ${FEWEST_INTERVALS}`;
  }
  for (const side of sides) {
    const beyond = Math.round((side.total * Math.min(percentile, 100 - percentile)) / 100);
    if (beyond < FEWEST_BEYOND) {
      return `${beyond} values lie beyond it; it takes ${FEWEST_BEYOND}`;
    }
    const reaching = side.reaching(percentile);
    if (reaching < FEWEST_INTERVALS) {
      return `what lies beyond it is in ${reaching} intervals only; it takes ${FEWEST_INTERVALS}`;
    }
  }
  return null;
}

function untold(percentile: number, [a, b]: Sides, lack: string): DifferenceRow {
  const [of, and] = [a.value(percentile), b.value(percentile)];
  const none = { low: NaN, high: NaN, probability: NaN };
  return { percentile, a: of, b: and, ratio: and / of, ...none, differs: false, lack };
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
  return { percentile, a, b, ratio: Math.exp(apart), low, high, probability, differs: false, lack: null };
}

/** Times are compared by their logarithm: what is 5 % slower is so at 1 ms and at 1 s. */
function position(value: number): number {
  return value > 0 ? Math.log(value) : 0;
}

function degreesOf(a: Spread, b: Spread, variance: number): number {
  const divisor = a.variance ** 2 / a.degrees + b.variance ** 2 / b.degrees;
  return divisor === 0 ? MANY : Math.min(MANY, variance ** 2 / divisor);
}

/** S. Holm's step-down procedure: the least likely one must be unlikely enough for all, the next for all but one. */
function adjusted(rows: readonly DifferenceRow[], level: number): readonly DifferenceRow[] {
  const order = rows.filter((row) => row.lack === null).sort((a, b) => a.probability - b.probability);
  const probabilities = new Map<DifferenceRow, number>();
  let most = 0;
  order.forEach((row, i) => {
    most = Math.max(most, Math.min(1, row.probability * (order.length - i)));
    probabilities.set(row, most);
  });
  return rows.map((row) => {
    const probability = probabilities.get(row) ?? NaN;
    return { ...row, probability, differs: probability <= level && Math.abs(row.ratio - 1) >= RESOLUTION };
  });
}

/** The shortest block of so many intervals. */
export function blockLength(intervals: number, factor: number): number {
  const usual = Math.ceil(Math.cbrt(intervals) - 1e-9) * factor;
  return Math.max(1, Math.min(usual, Math.floor(intervals / FEWEST_BLOCKS)));
}

function spreadsOf(side: SampleSide, percentiles: readonly number[], options: DifferenceOptions): readonly Spread[] {
  const all = FACTORS.map((factor) => drawn(side, percentiles, factor, options));
  return percentiles.map((_, i) =>
    all.map((spreads) => spreads[i] ?? { variance: 0, degrees: 1 }).reduce((a, b) => (b.variance > a.variance ? b : a)),
  );
}

function drawn(
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
  // Blocks are drawn around the mean of the sample, not the true one, which they resemble the more the longer they are.
  const correction = side.size > length ? side.size / (side.size - length) : 1;
  const degrees = Math.max(1, side.size / length - 1);
  return positions.map((all) => ({ variance: varianceOf(all) * correction, degrees }));
}

/** How often each interval is drawn: as many blocks as fill the sample, the last one cut off. */
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
