// Takt and its page in a real browser: the page's figures equal those of `takt log`.

import assert from "node:assert/strict";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";
import { eventually, launch, noChromium, open, type Watched } from "./browser.ts";
import { calm, response } from "./pageFacts.ts";
import { folder, noTakt, startTakt, takt } from "./takt.ts";

const LOGS = "../../record/src/test/resources/logs";
const PICTURES = "target/pictures";
const skip = noChromium === false ? noTakt : noChromium;
let browser: Browser;
let place: string;

before(async () => {
  if (skip !== false) {
    return;
  }
  browser = await launch();
  place = folder();
  mkdirSync(PICTURES, { recursive: true });
  // The generator may be late on a busy machine: that is reported, and is not a failure of the page.
  const { code, err } = await takt("run", "--duration", "8s", "--rate", "500/s", "--out", join(place, "one"), "--quiet");
  assert.ok(code === 0 || code === 5, `takt run ended with ${code}: ${err}`);
});

after(async () => {
  if (skip === false) {
    await browser.close();
    rmSync(place, { recursive: true, force: true });
  }
});

interface Series {
  readonly tag: string;
  readonly count: number;
  readonly mean: number;
  readonly max: number;
  readonly percentiles: Readonly<Record<string, number>>;
}

/** The output of `takt log summarize` for a log or a span of it, by tag. */
async function summarized(log: string, ...span: string[]): Promise<Map<string, Series>> {
  const { code, out, err } = await takt(
    "log", "summarize", log, "--format", "json", "--percentiles", "50,90,99,99.9,99.99", ...span);
  assert.equal(code, 0, err);
  const { series } = JSON.parse(out) as { series: Series[] };
  return new Map(series.map((each) => [each.tag, each]));
}

async function brush(page: Page, from: number, to: number): Promise<void> {
  await page.getByLabel("brush from, seconds").fill(String(from));
  await page.getByLabel("brush to, seconds").fill(String(to));
  await page.keyboard.press("Enter");
  const taken = (text: string | null): boolean => {
    const [, first, last] = /^Brushed: (\S+) s to (\S+) s/.exec(text ?? "") ?? [];
    return Number(first) >= from && Number(first) < from + 1 && Number(last) >= to && Number(last) < to + 1;
  };
  await eventually(() => page.locator("#announcement").textContent(), taken, `the brush of ${from} s to ${to} s is taken`);
}

/** The rows of the exported summary: operation, measure, and numbers in nanoseconds. */
async function summary(page: Page): Promise<readonly string[][]> {
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.locator("#summary").getByRole("button", { name: "CSV" }).click(),
  ]);
  const lines = readFileSync((await file.path()) ?? "", "utf8").trim().split("\r\n");
  return lines.slice(1).map((line) => line.split(","));
}

const SUFFIX: Readonly<Record<string, string>> = { response: "rt", service: "st", wait: "wt" };

/** Asserts that each number of the table is that of the log for the span. */
function sameAs(rows: readonly string[][], expected: ReadonlyMap<string, Series>): void {
  assert.ok(rows.length >= 3, `rows: ${rows.length}`);
  for (const [operation, measure, count, mean, p50, p90, p99, p999, p9999, max] of rows) {
    if (operation === "all operations") {
      const each = [...expected].filter(([tag]) => new RegExp(`^[a-z]+-${SUFFIX[measure ?? ""]}$`).test(tag)).map(([, of]) => of);
      assert.equal(Number(count), each.reduce((sum, of) => sum + of.count, 0), `all ${measure}: how many`);
      assert.equal(Number(max), Math.max(...each.map((of) => of.max)), `all ${measure}: maximum`);
      continue;
    }
    const tag = `${operation}-${SUFFIX[measure ?? ""]}`;
    const series = expected.get(tag);
    assert.ok(series !== undefined, `${tag} is in the log`);
    assert.equal(Number(count), series.count, `${tag}: how many`);
    assert.deepEqual(
      [p50, p90, p99, p999, p9999].map(Number),
      ["50", "90", "99", "99.9", "99.99"].map((each) => series.percentiles[each]),
      `${tag}: percentiles`,
    );
    assert.equal(Number(max), series.max, `${tag}: maximum`);
    assert.ok(Math.abs(Number(mean) - series.mean) <= 1e-3 * series.mean + 1, `${tag}: mean ${mean}, and in the log ${series.mean}`);
  }
}

/** Asserts that the figures of all operations equal those of the run. */
function sameAsTotal(rows: readonly string[][]): void {
  const { summary: { total } } = JSON.parse(readFileSync(join(place, "one/run.json"), "utf8")) as { summary: { total: Record<string, Record<string, number>> } };
  for (const measure of ["response", "service", "wait"]) {
    const row = rows.find(([operation, of]) => operation === "all operations" && of === measure) ?? [];
    const expected = ["count", "p50", "p90", "p99", "p999", "p9999", "max"].map((figure) => total[measure]?.[figure]);
    assert.deepEqual([2, 4, 5, 6, 7, 8, 9].map((i) => Number(row[i])), expected, `all ${measure}`);
  }
}

async function picture({ page }: Watched, name: string): Promise<void> {
  for (const [width, height] of [[1280, 800], [1920, 1080], [390, 844]] as const) {
    await page.setViewportSize({ width, height });
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.waitForTimeout(150);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `${name} at ${width} is ${wide} pixels too wide`);
      await page.screenshot({ path: join(PICTURES, `${name}-${width}-${colorScheme}.png`), fullPage: true });
    }
  }
}

test("the report of a run equals its log, as a whole and for a span", { skip, timeout: 120_000 }, async () => {
  const watched = await open(browser, pathToFileURL(join(place, "one/report.html")).href);
  const { page } = watched;
  await eventually(() => response(page), (row) => row.length > 0, "the summary");
  assert.equal(Number(await page.getByLabel("brush from, seconds").inputValue()), 0, "the time axis begins with the schedule");
  const log = join(place, "one/latency.hdr");
  sameAs(await summary(page), await summarized(log));
  sameAsTotal(await summary(page));
  await brush(page, 2, 5);
  sameAs(await summary(page), await summarized(log, "--start", "2", "--end", "5"));
  await brush(page, 4, 5);
  sameAs(await summary(page), await summarized(log, "--start", "4", "--end", "5"));
  assert.ok((await page.locator("#causes tbody tr").count()) > 0, "causes are shown");
  await causesAddUp(page);
  await page.keyboard.press("Escape");
  await picture(watched, "report");
  calm(watched);
  await page.close();
});

/** The number of slow operations, and of all operations, in the sentence on causes. */
async function ofCauses(page: Page): Promise<readonly [number, number]> {
  const text = (await page.locator("#causes .of").textContent()) ?? "";
  const [, none, of] = /^(None|[\d,]+) of (?:the )?([\d,]+) operation/.exec(text) ?? [];
  const number = (digits = ""): number => Number(digits.replaceAll(",", ""));
  return [none === "None" ? 0 : number(none), number(of)];
}

/** The causes of two adjacent spans add up to those of the whole run, which equal `takt explain`. */
async function causesAddUp(page: Page): Promise<void> {
  const { out, err } = await takt("explain", join(place, "one"), "--format", "json");
  const { slow, operations } = JSON.parse(out) as { slow: number; operations: number };
  assert.equal(err, "");
  const found: (readonly [number, number])[] = [];
  for (const [from, to] of [[-5, 4], [4, 100]] as const) {
    // Set the end first, so that the intermediate state cannot match the expected one.
    await page.getByLabel("brush to, seconds").fill(String(to));
    await page.getByLabel("brush from, seconds").fill(String(from));
    await page.keyboard.press("Enter");
    // An interval that began just before a whole second belongs to the span before it.
    const expected = from < 0 ? /in [−-]?[0-2](\.\d+)? m?s to [345]/ : /in [345](\.\d+)? s to/;
    await eventually(() => page.locator("#causes .of").textContent(), (text) => expected.test(text ?? ""), "causes of the span");
    found.push(await ofCauses(page));
  }
  assert.deepEqual([0, 1].map((i) => (found[0]?.[i] ?? 0) + (found[1]?.[i] ?? 0)), [slow, operations]);
}

/** The explorer of a folder, until the test is over. */
async function explored(path: string, use: (url: string) => Promise<void>): Promise<void> {
  const server: ChildProcess = startTakt("explore", path, "--no-browser");
  try {
    const lines = server.stdout === null ? [] : createInterface({ input: server.stdout });
    for await (const line of lines) {
      if (line.startsWith("http://")) {
        await use(line.trim());
        return;
      }
    }
    assert.fail("takt explore has ended");
  } finally {
    server.kill();
  }
}

test("the explorer shows runs and foreign logs, and overlays two of them", { skip, timeout: 120_000 }, async () => {
  const all = join(place, "all");
  cpSync(join(place, "one"), join(all, "one"), { recursive: true });
  cpSync(join(place, "one"), join(all, "two"), { recursive: true });
  cpSync(join(LOGS, "jHiccup-2.0.7S.logV2.hlog"), join(all, "jhiccup.hlog"));
  cpSync(join(LOGS, "ycsb.logV1.hlog"), join(all, "ycsb.hlog"));
  writeFileSync(join(all, "empty.hlog"), "");
  await explored(all, async (url) => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    const complaints: string[] = [];
    page.on("console", (message) => complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("request", (request) => {
      if (!request.url().startsWith(url) && !/^(data|blob):/.test(request.url())) {
        complaints.push(request.url());
      }
    });
    await page.goto(url);
    const rows = page.locator("#sources tbody tr");
    await eventually(() => rows.count(), (count) => count === 5, "the list");
    assert.match(await rows.filter({ hasText: "empty.hlog" }).textContent() ?? "", /empty/);
    for (const [file, name] of [["jhiccup.hlog", "jhiccup"], ["ycsb.hlog", "ycsb"]] as const) {
      await page.getByLabel(`show ${file}`).check();
      await eventually(() => page.locator("h1").textContent(), (title) => (title ?? "").includes(file), `${file} is opened`);
      const expected = [...(await summarized(join(all, file))).values()].reduce((sum, each) => sum + each.count, 0);
      await eventually(
        async () => (await page.locator("#summary tbody tr td:nth-of-type(1)").allTextContents()).reduce((sum, text) => sum + Number(text.replaceAll(",", "")), 0),
        (count) => count === expected,
        `${name}: all ${expected} values`,
      );
      await page.screenshot({ path: join(PICTURES, `explore-${name}.png`), fullPage: true });
    }
    await page.getByLabel("show one").check();
    await page.getByLabel("compare with two").check();
    const ratios = page.locator("#compare tbody tr td:nth-of-type(3)");
    await eventually(() => ratios.allTextContents(), (texts) => texts.length > 0 && texts.every((text) => text === "0%"), "a run is as slow as itself");
    await page.screenshot({ path: join(PICTURES, "compare.png"), fullPage: true });
    assert.deepEqual(complaints, []);
    await page.close();
  });
});
