/**
 * Moves labels that stand below each other apart, as little as is needed, within bounds.
 *
 * @param wanted where the middle of each should be, in any order
 * @param apart how far neighbours must be from each other
 * @return where each is, in the order they came; if there is no room for all, they are as close as it takes
 */
export function spread(wanted: readonly number[], apart: number, from: number, to: number): readonly number[] {
  const order = wanted.map((_, index) => index).sort((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0));
  const step = order.length > 1 ? Math.min(apart, (to - from) / (order.length - 1)) : 0;
  const placed = [...wanted];
  let least = from;
  for (const index of order) {
    placed[index] = Math.max(least, placed[index] ?? least);
    least = (placed[index] ?? least) + step;
  }
  let most = to;
  for (const index of [...order].reverse()) {
    placed[index] = Math.min(most, placed[index] ?? most);
    most = (placed[index] ?? most) - step;
  }
  return placed;
}
