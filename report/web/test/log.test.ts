import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { readLog } from "../src/data/log.ts";
import { tagInfo } from "../src/data/tags.ts";
import { chance } from "./given.ts";

const BASE = readFileSync("../../record/src/test/resources/logs/base_rel.hlog");
const LINES = BASE.toString("latin1").split("\n");
const INTERVAL = LINES[5] ?? "";

function bytesOf(...lines: readonly string[]): Uint8Array {
  return new TextEncoder().encode(lines.join("\n") + "\n");
}

test("anything that is not a log yields a sentence", async () => {
  const noLogs: Readonly<Record<string, Uint8Array>> = {
    "picture.png": Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13]),
    "run.json": bytesOf("{", '  "format": "takt-run-1"', "}"),
    "zeros.bin": new Uint8Array(5000),
    "no-lines.txt": new Uint8Array(3_000_000).fill(120),
    "log.zst": Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 1, 2, 3),
    "empty.gz": gzipSync(""),
    "half.gz": gzipSync(BASE).subarray(0, 12),
    "short.gz": Uint8Array.of(0x1f, 0x8b),
  };
  for (const [name, bytes] of Object.entries(noLogs)) {
    const { document, pack } = await readLog(name, bytes);
    assert.equal(pack.size, 0, name);
    assert.equal(document.entry.state, "broken", name);
    assert.match(document.entry.problem ?? "", new RegExp(`^${name}: .{10}`), name);
    assert.deepEqual(document.problems[0], document.entry.problem);
    assert.ok(document.problems.every((problem) => problem.length < 200));
  }
});

test("a truncated gzip file is read up to its end", async () => {
  const long = bytesOf(...LINES.slice(0, 5), ...new Array<string>(3000).fill(INTERVAL));
  const zipped = gzipSync(long, { level: 1 });
  const { document, pack } = await readLog("cut.hlog.gz", zipped.subarray(0, zipped.length - 200));
  assert.ok(pack.size > 500 && pack.size < 3000, `${pack.size}`);
  assert.match(document.problems[document.problems.length - 1] ?? "", /^cut\.hlog\.gz:\d+: the compressed data is cut off/);
});

test("the first problems are listed, the others counted", async () => {
  const { document } = await readLog("x", bytesOf(...LINES.slice(0, 15), ...new Array<string>(5000).fill("nonsense")));
  assert.equal(document.problems.length, 101);
  assert.match(document.problems[100] ?? "", /and 4900 more lines/);
});

test("a log with random changes is read without exceptions, and each lost line is reported", async () => {
  const { below } = chance(21);
  for (let i = 0; i < 1500; i++) {
    const damaged = Uint8Array.from(BASE);
    for (let n = 0; n <= below(4); n++) {
      damaged[below(damaged.length)] = below(256);
    }
    const { document, pack } = await readLog("damaged", damaged);
    const intervals = new TextDecoder("latin1").decode(damaged).match(/HIST/g)?.length ?? 0;
    assert.ok(pack.size + document.problems.length >= Math.min(9, intervals), `${i}: ${pack.size} of ${intervals}`);
  }
});

test("Takt's own tags are parsed, and their values are nanoseconds", async () => {
  assert.deepEqual(tagInfo("warmup:get:timeout-rt"), {
    tag: "warmup:get:timeout-rt",
    group: "latency",
    operation: "get",
    measure: "response",
    outcome: "timed_out",
    warmup: true,
  });
  const { tag: _, ...lateness } = tagInfo("generator:lateness-lt");
  assert.deepEqual(lateness, { group: "latency", measure: "lateness", outcome: "completed", warmup: false });
  assert.deepEqual(tagInfo("target:hiccup-raw"), { tag: "target:hiccup-raw", group: "hiccups" });
  for (const foreign of ["", "A", "get-xt", "a b-rt", "get:lost-st"]) {
    assert.deepEqual(tagInfo(foreign), { tag: foreign, group: "latency" });
  }
  const tagged = LINES.slice(5, 9).map((line, i) => `Tag=${i === 0 ? "warmup:" : ""}get-rt,${line}`);
  const { document } = await readLog("latency.hdr", bytesOf(...LINES.slice(0, 5), `Tag=host:hiccup-raw,${INTERVAL}`, ...tagged));
  assert.equal(document.unit, 1);
  assert.deepEqual(document.tags.map(({ tag }) => tag), ["warmup:get-rt", "get-rt", "host:hiccup-raw"]);
  assert.deepEqual(document.measured, { from: 1000, to: 4000 });
  assert.deepEqual(document.span, { from: 0, to: 4000 });
});

test("the unit of a foreign log is that of the log, or unknown", async () => {
  assert.equal((await readLog("x", BASE)).document.unit, undefined);
  const said = await readLog("x", bytesOf("#[Unit: microseconds]", ...LINES));
  assert.equal(said.document.unit, 1000);
  const corrected = await readLog("x", bytesOf("#[Corrected: expected interval 1 ms]", ...LINES));
  assert.match(corrected.document.notes[0] ?? "", /an estimate.*expected interval 1 ms/);
});

test("tags that are not UTF-8 stay different, and a byte-order mark between joined logs belongs to no line", async () => {
  const lines = ["Tag=f\u00fcr", "Tag=f\u00e4r", "Tag=\u00e2\u0082\u00ac"].map((tag) => `${tag},${INTERVAL}`);
  const log = Buffer.from([...LINES.slice(0, 5), ...lines, ""].join("\n"), "latin1");
  const mark = Uint8Array.of(0xef, 0xbb, 0xbf);
  const { document, pack } = await readLog("joined", Uint8Array.from(Buffer.concat([mark, log, mark, log])));
  assert.deepEqual(pack.tags, ["f\\xfcr", "f\\xe4r", "\u20ac"]);
  assert.equal(pack.size, 6);
  assert.deepEqual(document.problems, []);
});

test("a log in UTF-16, truncated anywhere, or with carriage returns is read like one in UTF-8", async () => {
  const text = readFileSync("../../record/src/test/resources/logs/tag_utf8.hlog", "utf8");
  const expected = await readLog("x", new TextEncoder().encode(text));
  const le = Buffer.from(`\ufeff${text}`, "utf16le");
  const be = Buffer.from(le).swap16();
  const cr = Buffer.from(text.replaceAll("\n", "\r"));
  for (const bytes of [le, be, le.subarray(2), be.subarray(2), gzipSync(le), cr, Buffer.from(text.replaceAll("\n", "\r\n"))]) {
    const { document, pack } = await readLog("x", bytes);
    assert.equal(pack.size, 8);
    assert.deepEqual(document, expected.document);
  }
  for (const cut of [1, 2, 3, 51]) {
    const { document, pack } = await readLog("x", le.subarray(0, le.length - cut));
    assert.equal(pack.size + document.problems.length, 8, `${cut}`);
    assert.ok(pack.size >= 7);
  }
  assert.match((await readLog("x", le.subarray(0, 2))).document.entry.problem ?? "", /the file is empty/);
});

test("the detected dialect is a note", async () => {
  const logs = "../../record/src/test/resources/logs/";
  const go = await readLog("go.hlog", readFileSync(`${logs}go-base.hlog`));
  assert.deepEqual(go.document.problems, []);
  assert.deepEqual(go.document.span, { from: 0, to: 10_000 });
  assert.match(go.document.notes[0] ?? "", /^go\.hlog: times read as milliseconds less the base time's seconds/);
  assert.match(go.document.notes[1] ?? "", /^go\.hlog: lengths read as ends of intervals/);
  const own = await readLog("x", bytesOf("#[Takt x]", `0.0,1000.0,1,${INTERVAL.split(",")[3]}`, `1000.0,2000.0,1,${INTERVAL.split(",")[3]}`));
  assert.deepEqual(own.document.span, { from: 0, to: 3_000_000 });
  const payload = INTERVAL.split(",")[3];
  const lengths = await readLog("x", bytesOf("#[StartTime: 1700000000]", `0.0,10.0,1,${payload}`, `10.0,20.0,1,${payload}`));
  assert.deepEqual(lengths.document.span, { from: 0, to: 30_000 });
  const ends = await readLog("x", bytesOf("#[StartTime: 1700000000]", `0.0,1000.0,1,${payload}`, `1000.0,2000.0,1,${payload}`));
  assert.deepEqual(ends.document.span, { from: 0, to: 2000 });
  const units = await readLog("x", readFileSync(`${logs}nosqlbench.hlog`));
  assert.equal(units.document.unit, 1);
});

test("the id of a log has only characters that are valid in an element's id", async () => {
  const { document } = await readLog("a folder/läuft (1).hlog", BASE, { onProgress: () => undefined });
  assert.match(document.entry.id, /^[A-Za-z0-9_-]+$/);
  assert.equal(document.entry.name, "a folder/läuft (1).hlog");
  assert.equal((await readLog("x", BASE, { id: "given" })).document.entry.id, "given");
});
