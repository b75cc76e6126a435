/**
 * Separates labels in a column by the minimum displacement, within bounds.
 *
 * @param wanted the preferred middle of each label, in any order
 * @param apart the minimum distance of neighbours
 * @return the positions in the same order; if there is too little room, they are closer than `apart`
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
