// Number formats, the same everywhere on the page.

import { formatCount, formatDuration, formatPercentile, formatRate, type UnitChoice } from "../draw/units.ts";
import type { TableCell } from "./table.ts";

export { formatCount as count, formatDuration as time, formatPercentile as percentileName, formatRate as rate };

/** A share in percent with one decimal: "12.5 %"; "–" if the whole is 0. */
export function share(part: number, whole: number): string {
  return whole === 0 ? "–" : `${((100 * part) / whole).toFixed(1)} %`;
}

export function plural(number: number, one: string, many = `${one}s`): string {
  return `${formatCount(number)} ${number === 1 ? one : many}`;
}

/** A cell with a duration; "–" if there is none. */
export function timeCell(nanos: number | null, unit: UnitChoice): TableCell {
  return nanos === null ? { text: "–", value: null } : { text: formatDuration(nanos, unit), value: Math.round(nanos) };
}

export function countCell(value: number): TableCell {
  return { text: formatCount(value), value };
}

export const NO_CELL: TableCell = { text: "", value: null };
