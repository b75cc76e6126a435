// Benchmark: how long the page takes to read a log of a day and to answer a brush (24 hours of seconds, six tags).
//
//   node build/data-bench.mjs [hours] [values per interval]

import { build } from "esbuild";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { deflateSync } from "node:zlib";

const root = fileURLToPath(new URL("..", import.meta.url));
const out = join(root, "target", "bench");
const hours = Number(process.argv[2] ?? 24);
const values = Number(process.argv[3] ?? 100);
const TAGS = ["get-rt", "get-st", "get-wt", "put-rt", "put-st", "generator:lateness-lt"];
const DIFFERENT = 512;

mkdirSync(out, { recursive: true });
await build({
  absWorkingDir: root,
  stdin: {
    contents: ["log", "local", "pack", "bootstrap"].map((name) => `export * from "./src/data/${name}.ts";`).join("\n"),
    resolveDir: root,
  },
  outfile: join(out, "data.mjs"),
  bundle: true,
  format: "esm",
  target: "node20",
  logLevel: "warning",
});
const { readLog, LocalSource, readPack, writePack, difference } = await import(join(out, "data.mjs"));

/** Some hundred different histograms in HdrHistogram's V2, log-normal around a millisecond: their lines are repeated. */
function payloads() {
  return Array.from({ length: DIFFERENT }, () => {
    const counts = new Map();
    for (let i = 0; i < values; i++) {
      const normal = Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random());
      let units = Math.round(1e6 * Math.exp(0.5 * normal));
      let bucket = 0;
      for (; units >= 2048; units = Math.floor(units / 2)) {
        bucket++;
      }
      const slot = bucket * 1024 + units;
      counts.set(slot, (counts.get(slot) ?? 0) + 1);
    }
    return encoded([...counts.entries()].sort(([a], [b]) => a - b));
  });
}

function encoded(slots) {
  const payload = [];
  const put = (signed) => {
    let left = signed < 0 ? -2 * signed - 1 : 2 * signed;
    for (; left > 127; left >>>= 7) {
      payload.push((left & 127) | 128);
    }
    payload.push(left);
  };
  let next = 0;
  for (const [slot, count] of slots) {
    if (slot - next === 1) {
      put(0);
    } else if (slot > next) {
      put(next - slot);
    }
    put(count);
    next = slot + 1;
  }
  const plain = Buffer.alloc(40 + payload.length);
  plain.writeInt32BE(0x1c849313, 0);
  plain.writeInt32BE(payload.length, 4);
  plain.writeInt32BE(3, 12);
  plain.writeBigInt64BE(1n, 16);
  plain.writeBigInt64BE(3_600_000_000_000n, 24);
  plain.writeDoubleBE(1, 32);
  plain.set(payload, 40);
  const packed = deflateSync(plain, { level: 1 });
  const head = Buffer.alloc(8);
  head.writeInt32BE(0x1c849314, 0);
  head.writeInt32BE(packed.length, 4);
  return Buffer.concat([head, packed]).toString("base64");
}

function log() {
  const ready = payloads();
  const pieces = [Buffer.from("#[StartTime: 1735689600.000 (seconds since epoch)]\n#[BaseTime: 1735689600.000]\n")];
  for (let second = 0; second < hours * 3600; second++) {
    let lines = "";
    for (const tag of TAGS) {
      lines += `Tag=${tag},${second}.000,1.000,10.0,${ready[Math.floor(Math.random() * DIFFERENT)]}\n`;
    }
    pieces.push(Buffer.from(lines));
  }
  return new Uint8Array(Buffer.concat(pieces));
}

function spread(millis) {
  millis.sort((a, b) => a - b);
  const [median, longest] = [millis[millis.length >> 1], millis[millis.length - 1]].map((each) => each.toFixed(1));
  return millis.length === 1 ? `${median} ms` : `median ${median} ms, longest ${longest} ms`;
}

/** CPU time, because elapsed time is unreliable on a shared machine. */
async function timed(what, work, times = 1) {
  const took = [];
  const worked = [];
  let result;
  for (let i = 0; i < times; i++) {
    const begin = performance.now();
    const busy = process.cpuUsage();
    result = await work(i);
    took.push(performance.now() - begin);
    const { user, system } = process.cpuUsage(busy);
    worked.push((user + system) / 1000);
  }
  console.log(what.padEnd(58), "clock:", spread(took), " processor:", spread(worked));
  return result;
}

const megabytes = (bytes) => `${Math.round(bytes / 2 ** 20)} MB`;

const bytes = log();
console.log(`log of ${hours} h, ${TAGS.length} tags, ${values} values each: ${megabytes(bytes.length)}`);
const { document, pack } = await timed("read the log", () => readLog("bench", bytes));
console.log(`${pack.size} intervals, ${megabytes(pack.bytes.length)} of counts, ${document.problems.length} problems`);
const packed = await timed("write the pack", () => writePack(pack));
console.log(`pack: ${megabytes(packed.length)}`);
await timed("read the pack", () => readPack(packed));
const source = await timed("make the source", () => new LocalSource(document, pack));
const end = document.span.to;
const sums = (span) => TAGS.map((tag) => source.sumNow(tag, span).valueAt(99));
await timed("first sum of all, six tags (builds the pyramid)", () => sums({ from: 0, to: end }));
await timed("brush of all, six tags", () => sums({ from: 0, to: end }), 51);
await timed("brush of all but a little, six tags", () => sums({ from: 1000, to: end - 1000 }), 51);
const random = () => {
  const [a, b] = [Math.random() * end, Math.random() * end];
  return { from: Math.min(a, b), to: Math.max(a, b) };
};
await timed("brush of any span, six tags", () => sums(random()), 501);
await timed("snap", () => source.snap(random()), 501);
await timed("1000 columns of all, one tag", () => source.columns(TAGS[0], { from: 0, to: end }, 1000), 5);
const half = (from) => ({ source, tag: TAGS[0], span: { from, to: from + Math.min(600_000, end / 2) } });
await timed("difference of 600 s and 600 s, five percentiles", () => difference(half(0), half(end / 2), [50, 90, 99, 99.9, 99.99]), 5);
await timed("difference of half and half, five percentiles", () => {
  const sample = (from) => ({ source, tag: TAGS[0], span: { from, to: from + end / 2 } });
  return difference(sample(0), sample(end / 2), [50, 90, 99, 99.9, 99.99]);
}, 5);
console.log(`memory: ${megabytes(process.memoryUsage().rss)}`);
