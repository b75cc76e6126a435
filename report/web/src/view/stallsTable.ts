import type { Span, Stall } from "../data/model.ts";
import { timeCell } from "./figures.ts";
import { stallsWithin } from "./lanes.ts";
import { seconds } from "./spans.ts";
import type { UnitChoice } from "./state.ts";
import type { TableModel } from "./table.ts";
import { visible } from "./tags.ts";

const MAX_STALLS = 500;

/** "gc pause (System.gc())" */
export function stallTitle(stall: Stall): string {
  const kind = stall.kind.replaceAll("_", " ");
  return stall.cause === null ? kind : `${kind} (${visible(stall.cause)})`;
}

/** The stalls of a span, longest first. */
export function stallsTable(stalls: readonly Stall[], span: Span, unit: UnitChoice): TableModel {
  const within = stallsWithin(stalls, span.from, span.to);
  const isFleet = stalls.some((stall) => stall.machine !== undefined);
  const rest = within.length > MAX_STALLS ? `, the ${MAX_STALLS} longest of ${within.length}` : "";
  return {
    caption: `Stalls${rest}`,
    columns: [
      { title: "stall" },
      { title: "side", text: true },
      ...(isFleet ? [{ title: "machine", text: true }] : []),
      { title: "begin (s)" },
      { title: "length", csv: "length (ns)" },
      { title: "error", csv: "error (ns)" },
      { title: "thread", text: true },
      { title: "culprit", text: true },
      { title: "source", text: true },
    ],
    rows: within.slice(0, MAX_STALLS).map((stall) => ({
      head: { text: stallTitle(stall) },
      cells: [
        { text: stall.side },
        ...(isFleet ? [{ text: visible(stall.machine ?? "") }] : []),
        { text: seconds(stall.begin), value: stall.begin / 1000 },
        timeCell((stall.end - stall.begin) * 1e6, unit),
        timeCell(stall.error, unit),
        { text: visible(stall.thread ?? "") },
        { text: visible(stall.culprit ?? "") },
        { text: visible(stall.source) },
      ],
    })),
  };
}
