// The table of the machines of a fleet, independent of the DOM.

import type { MachineFacts, SourceDocument } from "../data/model.ts";
import { mergeHistograms } from "../data/mergeHistograms.ts";
import { countCell, timeCell } from "./figures.ts";
import type { UnitChoice } from "./state.ts";
import type { Histograms } from "./summaryTable.ts";
import type { TableCell, TableModel } from "./table.ts";
import { headline, machineTags, visible } from "./tags.ts";

/**
 * What each machine did, and the times of its operations.
 *
 * @param histograms of the tags of all machines, in the span of the figures
 */
export function machinesTable(
  document: SourceDocument,
  machines: readonly MachineFacts[],
  histograms: Histograms,
  unit: UnitChoice,
): TableModel {
  return {
    caption: `${headline(document) === "response" ? "Response" : "Service"} time of the completed operations of each machine`,
    columns: [
      { title: "machine" },
      { title: "generator", text: true, hint: "how far it came, or the verdict on its generator" },
      // First: a narrow window shows no more columns.
      ...["p50", "p99", "max"].map((title) => ({ title, csv: `${title} (ns)` })),
      { title: "count" },
      { title: "share", text: true },
      { title: "start late", csv: "start late (ns)", hint: "how much later than agreed its schedule started" },
      { title: "clock ±", csv: "clock error (ns)", hint: "the maximum error between its clock and that of the run" },
    ],
    rows: machines.map((machine) => ({
      head: { text: visible(machine.name), title: `host ${visible(machine.host)}` },
      cells: [
        { text: visible(machine.state), bad: !["ok", "watched"].includes(machine.state) },
        ...figures(document, machine.name, histograms, unit),
        { text: visible(machine.share ?? "–") },
        timeCell(machine.startLate ?? null, unit),
        timeCell(machine.clockError ?? null, unit),
      ],
    })),
  };
}

/** The figures of all operations of a machine together: their histograms are merged. */
function figures(document: SourceDocument, machine: string, histograms: Histograms, unit: UnitChoice): readonly TableCell[] {
  const found = machineTags(document, machine).map((info) => histograms.get(info.tag)).filter((each) => each !== undefined);
  const all = mergeHistograms(found);
  const values = all.total === 0 ? [null, null, null] : [all.valueAt(50), all.valueAt(99), all.max];
  return [...values.map((value) => timeCell(value === null ? null : value * (document.unit ?? 1), unit)), countCell(all.total)];
}
