import type { Explanation, SlowOperation, Span, StallList } from "../data/model.ts";
import { plural, timeCell } from "./figures.ts";
import { inOneLine, normalPart, taken } from "./operations.ts";
import { seconds } from "./spans.ts";
import type { TableModel } from "./table.ts";
import { visible } from "./tags.ts";

const NANOS_PER_MILLI = 1e6;

/** Those that ended in a span: there the log has them, and the map shows them. */
export function endedIn(operations: readonly SlowOperation[], span: Span | null, whole: Span): readonly SlowOperation[] {
  // Edges are whole milliseconds: at its end, a run can go on for a part of one.
  const { from, to } = span ?? whole;
  return operations.filter(({ end }) => (from <= whole.from || end >= from) && (to >= whole.to || end < to));
}

export function slowestSentence({ slowest }: Explanation, within: readonly SlowOperation[], isBrushed: boolean): string {
  return isBrushed
    ? `${within.length} of the ${slowest.length} slowest of the run ended in what is brushed.`
    : `${plural(within.length, "operation")}; hatched is the backlog that a stall left behind, grey is unexplained, pale is normal.`;
}

/** Some of the slowest operations as a file has them. */
export function slowestTable(explanation: Explanation, operations: readonly SlowOperation[], stalls: StallList | undefined): TableModel {
  return {
    caption: "Slowest operations",
    columns: [
      { title: "operation" },
      { title: "name", text: true },
      { title: "state", text: true },
      { title: "due (s)" },
      { title: explanation.measure, csv: `${explanation.measure} (ns)` },
      { title: "wait", csv: "wait (ns)" },
      { title: "service", csv: "service (ns)" },
      { title: "normal", csv: "normal (ns)" },
      { title: "unexplained", csv: "unexplained (ns)" },
      { title: "why", text: true },
    ],
    rows: operations.map((operation) => ({
      head: { text: String(operation.id), value: operation.id },
      cells: [
        { text: visible(operation.name) },
        { text: operation.state },
        { text: seconds(operation.due), value: operation.due / 1000 },
        timeCell(taken(operation, explanation.measure), "auto"),
        timeCell((operation.start - operation.due) * NANOS_PER_MILLI, "auto"),
        timeCell((operation.end - operation.start) * NANOS_PER_MILLI, "auto"),
        timeCell(normalPart(operation, explanation.measure), "auto"),
        timeCell(operation.unexplainedWait + operation.unexplainedService, "auto"),
        { text: inOneLine(operation, stalls, "auto") },
      ],
    })),
  };
}
