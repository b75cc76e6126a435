import { powerOfTwo } from "./floats.ts";
import { Malformed } from "./malformed.ts";

/** The logarithm of half the slots of the first bucket, by significant digits. */
const HALF_BITS = [0, 4, 7, 10, 14, 17] as const;
const VALUE_BITS = 63;
const MAX_EXPONENT = 960;

/**
 * The bucket layout of an HdrHistogram (Gil Tene), which defines the values that share a slot.
 *
 * The first bucket has 2^k slots of one unit each, where k depends on the significant digits. Each further bucket covers
 * twice the range; its upper half has its own slots, each twice as wide as those of the bucket before.
 *
 * Values are exact up to 2^53; larger ones are the nearest doubles. Immutable.
 */
export class Layout {
  readonly digits: number;
  /** A unit is 2^unitMagnitude; negative only for doubles. */
  readonly unitMagnitude: number;
  /** Whether values are doubles, multiples of 2^unitMagnitude (HdrHistogram's `DoubleHistogram`). */
  readonly fractional: boolean;
  /** The number of slots for values from 0 to the highest possible. */
  readonly slots: number;
  /** Identifies the layout. */
  readonly key: string;
  /** The logarithm of half the slots of the first bucket. */
  readonly halfBits: number;
  private readonly unit: number;

  private constructor(digits: number, unitMagnitude: number, fractional: boolean) {
    const halfBits = HALF_BITS[digits];
    if (halfBits === undefined) {
      throw new Malformed(`a histogram has 0 to 5 significant digits, not ${digits}`);
    }
    const lowest = fractional ? -MAX_EXPONENT : 0;
    const highest = fractional ? MAX_EXPONENT : VALUE_BITS - 2 - halfBits;
    if (!Number.isInteger(unitMagnitude) || unitMagnitude < lowest || unitMagnitude > highest) {
      throw new Malformed(`a histogram cannot have a unit of 2^${unitMagnitude}`);
    }
    this.digits = digits;
    this.unitMagnitude = unitMagnitude;
    this.fractional = fractional;
    this.halfBits = halfBits;
    this.slots = (VALUE_BITS - (fractional ? 0 : unitMagnitude) - halfBits + 1) << halfBits;
    this.key = keyOf(digits, unitMagnitude, fractional);
    this.unit = powerOfTwo(unitMagnitude);
  }

  /** The layout with these properties; equal layouts are the same object. */
  static of(digits: number, unitMagnitude: number, fractional = false): Layout {
    const key = keyOf(digits, unitMagnitude, fractional);
    const known = LAYOUTS.get(key);
    if (known !== undefined) {
      return known;
    }
    const made = new Layout(digits, unitMagnitude, fractional);
    LAYOUTS.set(key, made);
    return made;
  }

  /** The bucket of a slot. */
  private bucketOf(slot: number): number {
    return Math.max(0, (slot >> this.halfBits) - 1);
  }

  private width(slot: number): number {
    return powers[this.bucketOf(slot)] ?? 0;
  }

  private lowestUnits(slot: number): number {
    const bucket = this.bucketOf(slot);
    return (slot - (bucket << this.halfBits)) * (powers[bucket] ?? 0);
  }

  /** The smallest value of a slot. */
  lowest(slot: number): number {
    return this.lowestUnits(slot) * this.unit;
  }

  /** The greatest value of a slot, used for percentiles. */
  highest(slot: number): number {
    const next = this.lowestUnits(slot) + this.width(slot);
    return this.fractional ? (next - 1) * this.unit : next * this.unit - 1;
  }

  /** The value in the middle of a slot, used for means. */
  middle(slot: number): number {
    const width = this.width(slot);
    if (this.fractional) {
      return (this.lowestUnits(slot) + (width > 1 ? width / 2 : 0)) * this.unit;
    }
    const wide = width * this.unit;
    return this.lowest(slot) + (wide > 1 ? wide / 2 : 0);
  }

  /** The slot of a value; values beyond the highest possible are in its slot. */
  slotOf(value: number): number {
    const units = Math.floor(Math.max(0, value) / this.unit);
    const first = 2 << this.halfBits;
    let bucket = 0;
    let rest = units;
    while (rest >= first) {
      rest = Math.floor(rest / 2);
      bucket++;
    }
    return Math.min(this.slots - 1, (bucket << this.halfBits) + rest);
  }

  /** A fixed order, so that sums of doubles are deterministic. */
  static compare(this: void, a: Layout, b: Layout): number {
    return a.digits - b.digits || a.unitMagnitude - b.unitMagnitude;
  }
}

const LAYOUTS = new Map<string, Layout>();
const powers = Array.from({ length: 64 }, (_, exponent) => powerOfTwo(exponent));

function keyOf(digits: number, unitMagnitude: number, fractional: boolean): string {
  return `${digits} ${unitMagnitude} ${fractional ? "doubles" : "integers"}`;
}
