import type { Explanation, SlowOperation, Span, StallList } from "../data/model.ts";
import { plural, timeCell } from "./figures.ts";
import { inOneLine, normalPart, taken } from "./operations.ts";
import { seconds } from "./spans.ts";
import type { TableModel } from "./table.ts";
import { visible } from "./tags.ts";

const NANOS_PER_MILLI = 1e6;

/** The operations that ended in a span, where the log counts them. */
export function endedIn(operations: readonly SlowOperation[], span: Span | null, whole: Span): readonly SlowOperation[] {
  // Edges are whole milliseconds, but a run can end within a millisecond.
  const { from, to } = span ?? whole;
  return operations.filter(({ end }) => (from <= whole.from || end >= from) && (to >= whole.to || end < to));
}

/** The operations that a machine of a fleet sent; all of them if none is chosen. */
export function sentBy(operations: readonly SlowOperation[], machine: string | null): readonly SlowOperation[] {
  return machine === null ? operations : operations.filter((operation) => operation.machine === machine);
}

export function slowestSentence({ slowest }: Explanation, within: readonly SlowOperation[], isBrushed: boolean, machine: string | null): string {
  if (machine !== null) {
    return `${visible(machine)} sent ${within.length} of the run's ${slowest.length} slowest operations${isBrushed ? " that ended in the brushed span" : ""}.`;
  }
  return isBrushed
    ? `${within.length} of the run's ${slowest.length} slowest operations ended in the brushed span.`
    : `${plural(within.length, "operation")}. Hatched: backlog after a stall. Grey: unexplained. Pale: normal.`;
}

/** Slowest operations as a table for export. */
export function slowestTable(explanation: Explanation, operations: readonly SlowOperation[], stalls: StallList | undefined): TableModel {
  const isFleet = operations.some((operation) => operation.machine !== undefined);
  const hasTraces = operations.some((operation) => operation.traceId !== undefined);
  return {
    caption: "Slowest operations",
    columns: [
      { title: "operation" },
      { title: "name", text: true },
      ...(isFleet ? [{ title: "machine", text: true }] : []),
      { title: "state", text: true },
      { title: "due (s)" },
      { title: explanation.measure, csv: `${explanation.measure} (ns)` },
      { title: "wait", csv: "wait (ns)" },
      { title: "service", csv: "service (ns)" },
      { title: "normal", csv: "normal (ns)" },
      { title: "unexplained", csv: "unexplained (ns)" },
      { title: "why", text: true },
      ...(hasTraces ? [{ title: "trace", text: true }] : []),
    ],
    rows: operations.map((operation) => ({
      head: { text: String(operation.id), value: operation.id },
      cells: [
        { text: visible(operation.name) },
        ...(isFleet ? [{ text: visible(operation.machine ?? "") }] : []),
        { text: operation.state },
        { text: seconds(operation.due), value: operation.due / 1000 },
        timeCell(taken(operation, explanation.measure), "auto"),
        timeCell((operation.start - operation.due) * NANOS_PER_MILLI, "auto"),
        timeCell((operation.end - operation.start) * NANOS_PER_MILLI, "auto"),
        timeCell(normalPart(operation, explanation.measure), "auto"),
        timeCell(operation.unexplainedWait + operation.unexplainedService, "auto"),
        { text: inOneLine(operation, stalls, "auto") },
        ...(hasTraces ? [{ text: operation.traceId ?? "" }] : []),
      ],
    })),
  };
}
