/**
 * Seeded pseudo-random numbers: C. Doty-Humphrey's sfc32 (PractRand, 2010).
 *
 * @return a function that draws an integer from 0 to below its argument
 */
export function randomInts(seed: number): (below: number) => number {
  let a = 0x9e3779b9 | 0;
  let b = seed | 0;
  let c = 0x243f6a88 | 0;
  let counter = 1;
  const next = (): number => {
    const result = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + result;
    return result >>> 0;
  };
  for (let i = 0; i < 12; i++) {
    next();
  }
  return (below) => Math.floor((next() / 2 ** 32) * below);
}
