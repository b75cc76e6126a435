import assert from "node:assert/strict";
import { test } from "node:test";
import { toCsv } from "../src/view/csv.ts";
import { tableCsv } from "../src/view/table.ts";

test("numbers are written unchanged, including negative ones", () => {
  assert.equal(toCsv([[1, -2.5, 1e-7, NaN, null]]), "1,-2.5,1e-7,,\r\n");
});

test("texts with commas, quotes and line breaks are quoted", () => {
  assert.equal(toCsv([["a,b", 'say "x"', "two\nlines", "plain"]]), '"a,b","say ""x""","two\nlines",plain\r\n');
});

test("no text is interpreted as a formula by a spreadsheet", () => {
  const hostile = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", '=HYPERLINK("http://x","y")'];
  assert.equal(toCsv([hostile]), `'=1+1,'+1,'-1,'@SUM(A1),'\t=1,"'=HYPERLINK(""http://x"",""y"")"\r\n`);
});

test("an exported table has the groups first and times in nanoseconds", () => {
  const model = {
    caption: "",
    groups: "operation",
    columns: [{ title: "measure" }, { title: "p99", csv: "p99 (ns)" }],
    rows: [
      { group: "=read", head: { text: "response" }, cells: [{ text: "1.5 ms", value: 1_500_000 }] },
      { head: { text: "other" }, cells: [{ text: "–", value: null }] },
    ],
  };
  assert.equal(tableCsv(model), "operation,measure,p99 (ns)\r\n'=read,response,1500000\r\n,other,\r\n");
});
