// The table of garbage collections, independent of the DOM.

import type { Collections } from "../data/model.ts";
import { countCell, timeCell } from "./figures.ts";
import type { UnitChoice } from "./state.ts";
import type { TableCell, TableModel } from "./table.ts";
import { visible } from "./tags.ts";

const UNITS = ["B", "KB", "MB", "GB", "TB"];

const KINDS: Readonly<Record<string, string>> = {
  humongous: "humongous allocation",
  concurrent: "concurrent cycle",
  concurrent_mode_failed: "concurrent failed",
  full_explicit: "full, System.gc()",
};

/** Whose collections they are. */
export function collectionsTitle({ side, machine }: Collections): string {
  return `Garbage collections of the ${side}${machine === undefined ? "" : ` on ${visible(machine)}`}`;
}

/** What the collections of a JVM achieved. */
export function collectionsTable(collections: Collections, unit: UnitChoice): TableModel {
  return {
    caption: collectionsTitle(collections),
    columns: [
      { title: "collections" },
      { title: "count" },
      { title: "paused", csv: "paused (ns)", hint: "all their pauses together" },
      { title: "longest", csv: "longest (ns)", hint: "the longest pause" },
      { title: "before", csv: "before (bytes)", hint: "the heap in use before a collection, in the mean" },
      { title: "after", csv: "after (bytes)", hint: "the heap in use after a collection, in the mean" },
      { title: "freed", csv: "freed (bytes)", hint: "by all of them together" },
      { title: "promoted", csv: "promoted (bytes)", hint: "moved to the old generation, by all of them together" },
    ],
    rows: collections.kinds.map((row) => ({
      head: { text: KINDS[row.kind] ?? row.kind.replaceAll("_", " ") },
      cells: [
        countCell(row.count),
        timeCell(row.pausedNanos, unit),
        timeCell(row.longestNanos, unit),
        sizeCell(row.beforeBytes),
        sizeCell(row.afterBytes),
        sizeCell(row.freedBytes),
        sizeCell(row.promotedBytes),
      ],
    })),
  };
}

function sizeCell(bytes: number | null): TableCell {
  return bytes === null ? { text: "–", value: null } : { text: size(bytes), value: bytes };
}

/** A size with three digits, in the units of the JVM's options: a KB is 1,024 bytes. */
export function size(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1024;
    unit++;
  }
  const decimals = unit === 0 || value >= 99.95 ? 0 : value >= 9.995 ? 1 : value >= 0.9995 ? 2 : 3;
  return `${value.toFixed(decimals)} ${UNITS[unit] ?? ""}`;
}
