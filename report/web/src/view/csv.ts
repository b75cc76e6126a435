/** A cell: a number is written as it is, a text so that no spreadsheet takes it for a formula. */
export type Cell = string | number | null;

/** Rows as RFC 4180 has them, with a line break at the end of each. */
export function toCsv(rows: readonly (readonly Cell[])[]): string {
  return rows.map((row) => row.map(cell).join(",") + "\r\n").join("");
}

function cell(value: Cell): string {
  if (value === null) {
    return "";
  }
  if (typeof value === "number") {
    return Number.isFinite(value) ? String(value) : "";
  }
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
