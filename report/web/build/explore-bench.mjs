// Benchmark: how long the explorer takes to show a log of a day, and to follow a brush, in a real browser. See bench/explore.

import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { chromium } from "playwright-core";

const root = process.env.TAKT_ROOT;
const java = process.env.TAKT_JAVA;
const { values: options } = parseArgs({
  options: {
    rounds: { type: "string", default: "3" },
    share: { type: "string", default: "10" },
    hours: { type: "string", default: "24" },
    log: { type: "string" },
  },
});
const folder = mkdtempSync(join(tmpdir(), "takt-explore-"));

function madeLog() {
  const log = join(folder, "day.hlog");
  const oracle = execFileSync("find", [join(process.env.HOME, ".m2"), "-name", "HdrHistogram-2.*.jar"], { encoding: "utf8" }).split("\n")[0];
  const seconds = String(Number(options.hours) * 3600);
  process.stderr.write("making the log …\n");
  execFileSync(java, ["-cp", oracle, join(root, "bench/logs/MakeLog.java"), log, "--intervals", seconds, "--share", options.share]);
  // A log that was modified recently counts as growing.
  utimesSync(log, new Date(0), new Date(0));
  return log;
}

/** The explorer, and its address. */
async function explorer(log, cache) {
  const process = spawn(join(root, "takt"), ["explore", log, "--no-browser"], { env: { ...globalThis.process.env, XDG_CACHE_HOME: cache } });
  for await (const line of createInterface({ input: process.stdout })) {
    if (line.startsWith("http://")) {
      return { process, url: line.trim() };
    }
  }
  throw new Error("takt explore has ended");
}

function browserFile() {
  for (const name of ["chromium", "chromium-browser", "google-chrome"]) {
    for (const path of process.env.PATH.split(delimiter)) {
      if (existsSync(join(path, name))) {
        return join(path, name);
      }
    }
  }
  throw new Error("no Chromium on the PATH");
}

/** Polling at each frame would make the browser draw them all, on the cores that read the log. */
const TIMEOUT = { timeout: 120_000, polling: 25 };

/** Waits until the browser has finished its own start-up work. */
const SETTLE_MILLIS = 3000;

/** Milliseconds from the request of the page to the first numbers in its summary and map, and to those of the whole log. */
async function shown(page, request) {
  const begin = performance.now();
  await request();
  await page.waitForFunction(() => document.querySelectorAll("#summary tbody td").length > 0, null, TIMEOUT);
  const first = performance.now() - begin;
  await page.waitForFunction(() => document.querySelectorAll('#summary[data-read="whole"], #heat[data-read="whole"]').length === 2, null, TIMEOUT);
  return { first, whole: performance.now() - begin };
}

/** Times to the first figures, and frame times while brushing: for a log without and with a cached index. */
async function round(log) {
  const cache = mkdtempSync(join(folder, "cache-"));
  const never = await look(log, cache, async (page) => {
    // The second time, the index is cached.
    const { whole: again } = await shown(page, () => page.reload());
    await page.waitForTimeout(1000);
    const brushing = await brushed(page);
    while (!isKept(cache)) {
      await page.waitForTimeout(100);
    }
    return { again, ...brushing };
  });
  const kept = await look(log, cache, () => ({}));
  return { ...never, keptFirst: kept.first, keptWhole: kept.whole, keptSinceStart: kept.sinceStart };
}

/** Whether the explorer has stored the index. */
function isKept(cache) {
  const indexes = join(cache, "takt", "indexes");
  return existsSync(indexes) && readdirSync(indexes).some((name) => name.endsWith(".index"));
}

/** A command and a page. The browser is already running, as for a typical user. */
async function look(log, cache, more) {
  const browser = await chromium.launch({ executablePath: browserFile(), args: ["--no-sandbox"] });
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await page.waitForTimeout(SETTLE_MILLIS);
  const started = performance.now();
  const { process: server, url } = await explorer(log, cache);
  try {
    const { first, whole } = await shown(page, () => page.goto(url));
    const sinceStart = performance.now() - started;
    return { first, whole, sinceStart, ...(await more(page)) };
  } finally {
    await browser.close();
    server.kill();
  }
}

/** Drags over the map for two seconds, a step a frame, and counts how often the summary followed. */
async function brushed(page) {
  const canvas = page.locator("#heat canvas");
  await canvas.scrollIntoViewIfNeeded();
  const box = await canvas.boundingBox();
  await page.evaluate(() => {
    window.frames_ = [];
    window.changes_ = 0;
    let last = performance.now();
    const frame = (now) => {
      window.frames_.push(now - last);
      last = now;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    new MutationObserver(() => window.changes_++).observe(document.querySelector("#summary"), { subtree: true, childList: true, characterData: true });
  });
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + box.width * 0.2, y);
  await page.mouse.down();
  const begin = performance.now();
  while (performance.now() - begin < 2000) {
    const part = (performance.now() - begin) / 2000;
    await page.mouse.move(box.x + box.width * (0.2 + 0.6 * part), y);
  }
  await page.mouse.up();
  const seconds = (performance.now() - begin) / 1000;
  const { frames, changes } = await page.evaluate(() => ({ frames: window.frames_.slice(2), changes: window.changes_ }));
  frames.sort((a, b) => a - b);
  return { frames: frames.length / seconds, worst: frames.at(-1), updates: changes / seconds };
}

function cell(values, digits) {
  const sorted = [...values].sort((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)];
  return `${median.toFixed(digits)} (${sorted[0].toFixed(digits)}–${sorted.at(-1).toFixed(digits)})`;
}

try {
  const log = options.log ?? madeLog();
  const rounds = [];
  for (let i = 0; i < Number(options.rounds); i++) {
    rounds.push(await round(log));
    process.stderr.write(`${JSON.stringify(rounds.at(-1))}\n`);
  }
  const of = (name) => rounds.map((each) => each[name]);
  console.log(`${new Date().toISOString().slice(0, 10)}, ${cpus()[0].model}, ${cpus().length} CPUs, load ${loadavg()[0].toFixed(1)}; ${(statSync(log).size / 1e6).toFixed(0)} MB.`);
  console.log("| | first numbers, s | whole log shown, s | the same since the command, s | whole log again, s | frames/s while brushing | longest frame, ms | summaries/s |");
  console.log("| :--- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
  const seconds = (names) => names.map((name) => cell(of(name).map((ms) => ms / 1000), 2)).join(" | ");
  console.log(`| never looked at | ${seconds(["first", "whole", "sinceStart", "again"])} | ${cell(of("frames"), 0)} | ${cell(of("worst"), 0)} | ${cell(of("updates"), 0)} |`);
  console.log(`| looked at before | ${seconds(["keptFirst", "keptWhole", "keptSinceStart"])} | | | | |`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
