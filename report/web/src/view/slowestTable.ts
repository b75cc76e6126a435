import type { Explanation, StallList } from "../data/model.ts";
import { timeCell } from "./figures.ts";
import { inOneLine, normalPart, taken } from "./operations.ts";
import { seconds } from "./spans.ts";
import type { TableModel } from "./table.ts";
import { visible } from "./tags.ts";

const NANOS_PER_MILLI = 1e6;

/** The slowest operations as a file has them. */
export function slowestTable(explanation: Explanation, stalls: StallList | undefined): TableModel {
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
    rows: explanation.slowest.map((operation) => ({
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
