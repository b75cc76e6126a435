const FLOAT = new Float64Array(1);
const BITS = new BigInt64Array(FLOAT.buffer);

/** The greatest double less than a finite one, as Java's `Math.nextDown`. */
export function nextDown(value: number): number {
  if (value === 0) {
    return -Number.MIN_VALUE;
  }
  FLOAT[0] = value;
  BITS[0] = (BITS[0] ?? 0n) + (value > 0 ? -1n : 1n);
  return FLOAT[0];
}

/** Exactly 2^exponent, from -1022 to 1023: some engines round `Math.pow`. */
export function powerOfTwo(exponent: number): number {
  BITS[0] = BigInt(exponent + 1023) << 52n;
  return FLOAT[0] ?? 0;
}

/** The exponent of a positive number that is a power of two with an integer exponent, else null. */
export function exponentOf(value: number): number | null {
  FLOAT[0] = value;
  const exponent = Number((BITS[0] ?? 0n) >> 52n) - 1023;
  return exponent >= -1022 && exponent <= 1023 && powerOfTwo(exponent) === value ? exponent : null;
}
