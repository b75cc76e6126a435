// Student's t distribution (W. S. Gosset, "The probable error of a mean", Biometrika 1908), for degrees of freedom
// that need not be integers. Its tail is an incomplete beta function, computed by the continued fraction of NIST's
// Digital Library of Mathematical Functions, 8.17.22, with the algorithm of W. J. Lentz (1976), as in `takt compare`.

const TINY = 1e-300;
const PRECISION = 1e-12;
const MAX_TERMS = 10_000;
const BISECTIONS = 100;
/** The logarithm of the gamma function, by C. Lanczos (1964). */
const LANCZOS_G = 7;
const LANCZOS_FIRST = 0.9999999999998099;
const LANCZOS = [
  676.5203681218851, -1259.1392167224028, 771.3234287776531, -176.6150291621406, 12.507343278686905,
  -0.13857109526572012, 9.984369578019572e-6, 1.5056327351493116e-7,
] as const;

/** The probability that a value is at least as far from 0 as `t`, on either side. */
export function twoSided(t: number, degrees: number): number {
  return incompleteBeta(degrees / 2, 0.5, degrees / (degrees + t * t));
}

/** The positive value whose absolute value is exceeded with a probability. */
export function tQuantile(probability: number, degrees: number): number {
  let low = 0;
  let high = 1;
  while (twoSided(high, degrees) > probability && high < 1e300) {
    high *= 2;
  }
  for (let i = 0; i < BISECTIONS && high - low > high * PRECISION; i++) {
    const middle = (low + high) / 2;
    if (twoSided(middle, degrees) > probability) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return (low + high) / 2;
}

function incompleteBeta(a: number, b: number, x: number): number {
  if (x <= 0 || x >= 1) {
    return x <= 0 ? 0 : 1;
  }
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x));
  return x < (a + 1) / (a + b + 2) ? (front * fraction(a, b, x)) / a : 1 - (front * fraction(b, a, 1 - x)) / b;
}

function fraction(a: number, b: number, x: number): number {
  let c = 1;
  let d = 1 / awayFromZero(1 - ((a + b) * x) / (a + 1));
  let value = d;
  for (let m = 1; m < MAX_TERMS; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / awayFromZero(1 + even * d);
    c = awayFromZero(1 + even / c);
    value *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / awayFromZero(1 + odd * d);
    c = awayFromZero(1 + odd / c);
    const step = d * c;
    value *= step;
    if (Math.abs(step - 1) < PRECISION) {
      break;
    }
  }
  return value;
}

function awayFromZero(value: number): number {
  return Math.abs(value) < TINY ? TINY : value;
}

function logGamma(z: number): number {
  if (z < 0.5) {
    return Math.log(Math.PI / Math.sin(Math.PI * z)) - logGamma(1 - z);
  }
  const sum = LANCZOS.reduce((total, factor, i) => total + factor / (z + i), LANCZOS_FIRST);
  const base = z - 1 + LANCZOS_G + 0.5;
  return 0.5 * Math.log(2 * Math.PI) + (z - 0.5) * Math.log(base) - base + Math.log(sum);
}
