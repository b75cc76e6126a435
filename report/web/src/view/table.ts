import { toCsv, type Cell } from "./csv.ts";
import { el, type Child } from "./dom.ts";

export interface TableColumn {
  readonly title: string;
  /** A common heading above neighbouring columns with the same text. */
  readonly over?: string;
  /** The heading in a CSV file, if it needs more detail: "p99 (ns)". */
  readonly csv?: string;
  readonly text?: boolean;
  /** A tooltip that explains the column. */
  readonly hint?: string;
}

export interface TableCell {
  readonly text: string;
  /** The value in a CSV file, if it differs from the text. */
  readonly value?: Cell;
  readonly title?: string;
  /** Whether it counts failures; shown in the colour of a bad verdict. */
  readonly bad?: boolean;
  /** Content in addition to the text, or instead of it. */
  readonly node?: Child;
}

export interface TableRow {
  /** Rows of one group are shown under its name. */
  readonly group?: string;
  readonly head: TableCell;
  readonly cells: readonly TableCell[];
  readonly strong?: boolean;
  readonly faint?: boolean;
}

export interface TableModel {
  readonly caption: string;
  /** Content before the caption: the colour of its side. */
  readonly mark?: Child;
  /** A tooltip of the caption. */
  readonly hint?: string;
  /** The first column is that of the row headings. */
  readonly columns: readonly TableColumn[];
  readonly rows: readonly TableRow[];
  /** The heading of the groups in a CSV file; only if there are groups. */
  readonly groups?: string;
}

/** Renders a table. `each` can add listeners to rows. */
export function renderTable(
  model: TableModel,
  each: (row: HTMLTableRowElement, i: number) => void = () => {},
): HTMLTableElement {
  const head = el("thead", {}, overRow(model), el("tr", {}, ...model.columns.map((column) => heading(column))));
  const caption = el("caption", { title: model.hint, class: model.hint === undefined ? null : "hinted" }, model.mark ?? null, model.caption);
  const table = el("table", {}, caption, head);
  let group: string | undefined;
  let body = el("tbody");
  model.rows.forEach((row, i) => {
    if (row.group !== group || i === 0) {
      group = row.group;
      body = el("tbody");
      table.append(body);
      if (group !== undefined) {
        const name = el("th", { scope: "rowgroup", colspan: model.columns.length }, group);
        body.append(el("tr", { class: "group" }, name));
      }
    }
    const element = rowOf(model, row);
    each(element, i);
    body.append(element);
  });
  return table;
}

function overRow(model: TableModel): HTMLTableRowElement | null {
  if (!model.columns.some((column) => column.over !== undefined)) {
    return null;
  }
  const row = el("tr", { class: "over" });
  let i = 0;
  while (i < model.columns.length) {
    const over = model.columns[i]?.over;
    let end = i + 1;
    while (over !== undefined && model.columns[end]?.over === over) {
      end++;
    }
    row.append(over === undefined ? el("td") : el("th", { colspan: end - i, scope: "colgroup" }, over));
    i = end;
  }
  return row;
}

function heading(column: TableColumn): HTMLTableCellElement {
  const kinds = [column.text === true ? "text" : "", column.hint === undefined ? "" : "hinted"].filter((each) => each !== "");
  return el("th", { scope: "col", class: kinds.length === 0 ? null : kinds.join(" "), title: column.hint }, column.title);
}

function rowOf(model: TableModel, row: TableRow): HTMLTableRowElement {
  const kind = row.strong === true ? "strong" : row.faint === true ? "faint" : null;
  const element = el("tr", { class: kind }, el("th", { scope: "row", title: row.head.title }, ...inside(row.head)));
  row.cells.forEach((cell, i) => {
    const kinds = [model.columns[i + 1]?.text === true ? "text" : "", cell.bad === true ? "bad" : ""];
    const kind = kinds.join(" ").trim() || null;
    element.append(el("td", { class: kind, title: cell.title }, ...inside(cell)));
  });
  return element;
}

function inside(cell: TableCell): readonly Child[] {
  return [cell.node ?? null, cell.text === "" ? null : cell.text];
}

/** Formats the table as CSV, with durations in nanoseconds regardless of the page's unit. */
export function tableCsv(model: TableModel): string {
  const grouped = model.groups !== undefined;
  const titles = model.columns.map((column) => column.csv ?? column.title);
  const rows = model.rows.map((row) => {
    const cells = [row.head, ...row.cells].map((cell) => (cell.value === undefined ? cell.text : cell.value));
    return grouped ? [row.group ?? "", ...cells] : cells;
  });
  return toCsv([grouped ? [model.groups ?? "", ...titles] : titles, ...rows]);
}
