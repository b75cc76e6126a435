import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";
import { plotMargins } from "../src/draw/frame.ts";
import { eventually, launch, noChromium, open } from "./browser.ts";
import { becomes, calm, response } from "./pageFacts.ts";
import { reportPage, type Part } from "./reportPage.ts";
import { demoRun, explainedRun, fleetRun, knownRun, packOf, withPhases } from "./synthetic.ts";

const SECONDS = 60;
const LOG = "../../record/src/test/resources/logs/base_rel.hlog.gz";
/** Ten values, of 1 ms to 10 ms. */
const BASE = ["10", "5.50 ms", "5.00 ms", "9.00 ms", "10.0 ms", "10.0 ms", "10.0 ms", "10.0 ms"].join();
const skip = noChromium;
let browser: Browser;
let folder: string;

before(async () => {
  if (skip === false) {
    browser = await launch();
    folder = mkdtempSync(join(tmpdir(), "takt-page-"));
  }
});

after(async () => {
  if (skip === false) {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

async function written(name: string, parts: readonly Part[]): Promise<string> {
  const file = join(folder, name);
  writeFileSync(file, await reportPage(process.cwd(), parts));
  return pathToFileURL(file).href;
}

/** Where second s is on the map, relative to the window. */
async function atSecond(page: Page, second: number): Promise<{ x: number; y: number }> {
  const canvas = page.locator("#heat canvas");
  await canvas.scrollIntoViewIfNeeded();
  const box = await canvas.boundingBox();
  assert.ok(box !== null);
  const { left, right } = plotMargins(box.width);
  return { x: box.x + left + ((box.width - left - right) * second) / SECONDS, y: box.y + box.height / 2 };
}

async function drag(page: Page, from: number, to: number): Promise<void> {
  const start = await atSecond(page, from);
  const end = await atSecond(page, to);
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move((start.x + end.x) / 2, start.y);
  await page.mouse.move(end.x, end.y);
  await page.mouse.up();
}

// In the n-th second, a hundred operations took n ms each.
const ALL = ["6,000", "30.5 ms", "30.0 ms", "54.0 ms", "60.0 ms", "60.0 ms", "60.0 ms", "60.0 ms"];
const FROM_10_TO_20 = ["1,000", "15.5 ms", "15.0 ms", "19.0 ms", "20.0 ms", "20.0 ms", "20.0 ms", "20.0 ms"];
const FROM_11_TO_21 = ["1,000", "16.5 ms", "16.0 ms", "20.0 ms", "21.0 ms", "21.0 ms", "21.0 ms", "21.0 ms"];
const FROM_11_TO_22 = ["1,100", "17.0 ms", "17.0 ms", "21.0 ms", "22.0 ms", "22.0 ms", "22.0 ms", "22.0 ms"];

test("brushing by mouse and keyboard updates the figures", { skip }, async () => {
  const watched = await open(browser, await written("known.html", [await knownRun()]));
  const { page } = watched;
  await becomes(page, ALL, "all of the run is summed at first");

  await drag(page, 10.2, 19.8);
  await becomes(page, FROM_10_TO_20, "a drag over the map sums the seconds that it touches");
  await eventually(() => Promise.resolve(page.url()), (url) => url.endsWith("#brush=10000_20000"), "the address has the brush");
  await eventually(() => page.locator("#announcement").textContent(), (text) => /10 s to 20 s.*p99 20\.0 ms of 1,000/.test(text ?? ""), "the brush is said aloud");

  await page.keyboard.press("ArrowRight");
  await becomes(page, FROM_11_TO_21, "an arrow moves the brush by a second");
  await page.keyboard.press("Shift+ArrowRight");
  await becomes(page, FROM_11_TO_22, "with shift it widens it");
  await page.keyboard.press("Escape");
  await becomes(page, ALL, "escape clears it");

  await page.getByLabel("brush from, seconds").fill("10");
  await page.getByLabel("brush to, seconds").fill("20");
  await page.keyboard.press("Enter");
  await becomes(page, FROM_10_TO_20, "a span can be typed");
  calm(watched);
  await page.close();
});

test("a view is stored in the address, and \"back\" leaves it", { skip }, async () => {
  const url = await written("sent.html", [await knownRun()]);
  const watched = await open(browser, `${url}#brush=10000_20000&unit=us&theme=dark`);
  const { page } = watched;
  await eventually(() => response(page), (row) => row[1] === "15,500 µs", "brush and unit are those of the address");
  assert.equal(await page.locator("html").getAttribute("data-theme"), "dark");
  await page.getByLabel("theme").selectOption("light");
  await eventually(() => Promise.resolve(page.url()), (now) => now.includes("theme=light"), "the address follows");
  await page.goBack();
  await eventually(() => page.locator("html").getAttribute("data-theme"), (theme) => theme === "dark", "back is dark again");
  await page.goto(`${url}#brush=never&unit=parsec`);
  await becomes(page, ALL, "an address that is nonsense is ignored");
  calm(watched);
  await page.close();
});

test("two spans are compared with each other", { skip }, async () => {
  const watched = await open(browser, `${await written("sets.html", [await knownRun()])}#brush=0_20000`);
  const { page } = watched;
  await page.keyboard.press("Shift+A");
  await page.getByLabel("brush from, seconds").fill("20");
  await page.getByLabel("brush to, seconds").fill("40");
  await page.keyboard.press("Enter");
  await page.locator("body").click({ position: { x: 2, y: 2 } });
  await page.keyboard.press("Shift+B");
  const row = page.locator("#compare tbody tr").first().locator("td");
  const found = await eventually(() => row.allTextContents(), (cells) => cells[0] === "10.0 ms" && cells[1] === "30.0 ms", "medians of both spans");
  assert.equal(found[2], "×3");
  calm(watched);
  await page.close();
});

/** The row of a machine: generator, p50, p99, max, count, share, start late, clock. */
function machineRow(page: Page, name: string): Promise<readonly string[]> {
  return page.locator("#machines tbody tr", { has: page.locator('th[scope="row"]', { hasText: name }) }).locator("td").allTextContents();
}

test("the machines of a fleet have their figures, and their operations can be shown apart", { skip }, async () => {
  const watched = await open(browser, await written("fleet.html", [await fleetRun()]));
  const { page } = watched;
  const becomesRow = (name: string, expected: string, what: string): Promise<readonly string[]> =>
    eventually(() => machineRow(page, name), (row) => row.join("|") === expected, what);
  await becomesRow("m1", "ok|30.0 ms|60.0 ms|60.0 ms|3,600|1/2|1.20 µs|25.0 µs", "the first machine");
  await becomesRow("m2", "lost|130 ms|160 ms|160 ms|2,400|2/2|–|563 µs", "the second machine");
  assert.match((await page.locator("#summary .facts").first().textContent()) ?? "", /6,600 intended = 6,000 completed.* never sent \+ 600 unknown/);
  assert.match((await page.locator("#summary .facts").first().textContent()) ?? "", /rateat least 110\/s achieved/);
  assert.equal((await response(page))[0], "6,000", "no operation is counted twice");
  await eventually(() => page.locator("#slowest .row").count(), (count) => count === 3, "the slowest of all machines");

  await page.getByLabel("operations of").selectOption("m2");
  await eventually(() => page.locator("#slowest .row").count(), (count) => count === 2, "the slowest of the second machine");
  assert.match((await page.locator("#slowest .of").textContent()) ?? "", /^m2 sent 2 of the run's 3 slowest operations/);
  assert.equal(await page.locator("#heat select").inputValue(), "m2::read-rt", "the map is of the same machine");
  await page.locator("#spectrum").getByRole("button", { name: "Table" }).click();
  const heads = (): Promise<readonly string[]> => page.locator("#spectrum thead th").allTextContents();
  await eventually(heads, (all) => all.join() === "percentile,m2: read response", "the curve of the second machine");
  await page.getByLabel("operations of").selectOption("each machine");
  await eventually(heads, (all) => all.join() === "percentile,m1: read response,m2: read response", "a curve for each machine");
  await eventually(() => Promise.resolve(page.url()), (url) => url.includes("m1"), "the address has the machines");
  await page.reload();
  await eventually(() => page.getByLabel("operations of").inputValue(), (value) => value === "each", "the address has the choice");

  await page.getByLabel("operations of").selectOption("all machines together");
  await eventually(() => Promise.resolve(page.url()), (url) => !url.includes("tag="), "all machines are the usual view");
  await drag(page, 10.2, 19.8);
  await becomesRow("m1", "ok|15.0 ms|20.0 ms|20.0 ms|600|1/2|1.20 µs|25.0 µs", "the figures are those of the brush");
  calm(watched);
  await page.close();
});

test("a narrow window shows the percentiles of the machines", { skip }, async () => {
  const watched = await open(browser, await written("narrow.html", [await fleetRun()]));
  const { page } = watched;
  await page.setViewportSize({ width: 390, height: 844 });
  await eventually(() => machineRow(page, "m2"), (row) => row.includes("160 ms"), "the figures");
  const box = await page.locator("#machines thead th", { hasText: "max" }).boundingBox();
  assert.ok(box !== null && box.x > 0 && box.x + box.width <= 390, `max is at ${box?.x} to ${(box?.x ?? 0) + (box?.width ?? 0)}`);
  calm(watched);
  await page.close();
});

test("a run of one machine has no machines", { skip }, async () => {
  const watched = await open(browser, await written("one.html", [await explainedRun()]));
  const { page } = watched;
  await becomes(page, ALL, "the run is shown");
  assert.equal(await page.locator("#machines").isHidden(), true);
  assert.match((await page.locator("#summary .facts").first().textContent()) ?? "", / 0 never sentEnvironment/);
  calm(watched);
  await page.close();
});

test("a run has causes, stalls and slowest operations, each with export", { skip }, async () => {
  const watched = await open(browser, await written("demo.html", [await demoRun("demo", "<b>demo</b> & co", 7)]));
  const { page } = watched;
  await eventually(() => page.locator("#slowest .row").count(), (count) => count === 10, "the slowest operations");
  assert.equal(await page.locator("h1").textContent(), "<b>demo</b> & co");
  assert.equal(await page.locator("#causes tbody tr").last().locator("th").textContent(), "unexplained");
  await page.locator("#causes input:enabled").first().check();
  await eventually(() => Promise.resolve(page.url()), (url) => url.includes("without="), "a cause is thought away");
  await page.locator("#spectrum").getByRole("button", { name: "Table" }).click();
  await eventually(() => page.locator("#spectrum th").allTextContents(), (heads) => heads.some((head) => head.startsWith("without target")), "the curve without it is in the table");
  await page.locator(".operation").first().click();
  await eventually(() => page.locator("#slowest .details").count(), (count) => count === 1, "an operation opens");
  assert.match((await page.locator("#slowest .details a").getAttribute("href")) ?? "", /^http:\/\/localhost:16686\/trace\/[0-9a-f]{32}$/);
  for (const [section, button, begin] of [["summary", "CSV", "operation,measure"], ["causes", "CSV", "cause,side"], ["spectrum", "SVG", "<svg"], ["heat", "PNG", "\u0089PNG"]] as const) {
    const [file] = await Promise.all([page.waitForEvent("download"), page.locator(`#${section}`).getByRole("button", { name: button }).click()]);
    const content = readFileSync((await file.path()) ?? "", "latin1");
    assert.ok(content.includes(begin), `${section} ${button} begins with ${content.slice(0, 40)}`);
  }
  calm(watched);
  await page.close();
});

/** A row of the causes: stalls, touched, time lost and so on. */
function causeRow(page: Page, name: string): Promise<readonly string[]> {
  return page.locator("#causes tbody tr", { has: page.locator('th[scope="row"]', { hasText: name }) }).locator("td").allTextContents();
}

async function type(page: Page, from: string, to: string): Promise<void> {
  await page.getByLabel("brush from, seconds").fill(from);
  await page.getByLabel("brush to, seconds").fill(to);
  await page.keyboard.press("Enter");
}

test("a brush shows the causes in its span", { skip }, async () => {
  const watched = await open(browser, await written("explained.html", [await explainedRun()]));
  const { page } = watched;
  // 1 + 2 + … + 60 operations, and 1² + 2² + … + 60² ms.
  await eventually(() => causeRow(page, "System.gc()"), (cells) => cells.slice(0, 5).join() === "target,99.9 %,73.8 s,60,1,830", "all of the run at first");
  assert.equal(await page.locator("#causes tr.over").textContent(), "share fromwithout it");
  await type(page, "10", "20");
  // The seconds are the eleventh to the twentieth: 155 operations, 2,485 ms, and one unexplained operation in each.
  const brushed = await eventually(() => causeRow(page, "System.gc()"), (cells) => cells[3] === "10", "its stalls in the span");
  assert.deepEqual(brushed, ["target", "99.6 %", "2.49 s", "10", "155", "20.0 ms", "2.00 ms", "3.00 ms", "exact"]);
  assert.deepEqual(await causeRow(page, "unexplained"), ["", "0.4 %", "10.0 ms", "", "10", "", "", "", "unknown"]);
  assert.deepEqual(await causeRow(page, "throttled"), [], "what did nothing there is left out");
  assert.equal(await page.locator("#causes .of").textContent(), "155 of the 1,000 operations that ended in 10 s to 20 s were slow (2.49 s of excess).".replace("2.49", "2.50"));
  assert.equal(await page.locator("#causes tr.over").textContent(), "in the spanwithout it, whole run");
  await type(page, "30", "31");
  await eventually(() => causeRow(page, "throttled"), (cells) => cells.slice(2, 5).join() === "5.00 ms,1,2", "the one second of another cause");
  await page.getByLabel("brush to, seconds").press("Escape");
  await eventually(() => causeRow(page, "System.gc()"), (cells) => cells[3] === "60", "escape, also in a field, clears it");
  assert.equal(await page.getByLabel("brush to, seconds").inputValue(), "60");
  calm(watched);
  await page.close();
});

test("an invalid span yields a message beside its fields, and any dash is accepted", { skip }, async () => {
  const watched = await open(browser, await written("typed.html", [await knownRun()]));
  const { page } = watched;
  await becomes(page, ALL, "all of the run");
  const words = page.locator("#span-wrong");
  await type(page, "abc", "20");
  await eventually(() => words.textContent(), (text) => text === "“abc” is not a number of seconds", "what is wrong");
  assert.equal(await page.getByLabel("brush from, seconds").getAttribute("aria-invalid"), "true");
  await becomes(page, ALL, "nothing is brushed by it");
  await page.getByLabel("brush from, seconds").fill("10–20");
  await page.keyboard.press("Enter");
  await becomes(page, FROM_10_TO_20, "a span with a dash is one");
  await eventually(() => words.textContent(), (text) => text === "", "nothing is wrong any more");
  await eventually(() => page.getByLabel("brush to, seconds").inputValue(), (text) => text === "20", "its end stands in its field");
  calm(watched);
  await page.close();
});

test("a run that missed its schedule says so first, without a tick", { skip }, async () => {
  const { document, pack } = await knownRun();
  const { run } = document;
  assert.ok(run !== undefined);
  const missed = "SCHEDULE MISSED: 80/s achieved of 100/s intended (80 %), by the target's fault and not the generator's";
  const watched = await open(browser, await written("missed.html", [{ document: { ...document, run: { ...run, achievedRate: 80, missed: [missed] } }, pack }]));
  const { page } = watched;
  await eventually(() => page.locator(".verdict").first().textContent(), (text) => text === `✕ ${missed}`, "the first verdict");
  assert.equal(await page.locator(".verdict.good").count(), 0);
  assert.match((await page.locator("#summary .of").textContent()) ?? "", /achieved 80\/s/);
  await page.keyboard.press("ArrowRight");
  await eventually(() => page.locator("#summary .of").textContent(), (text) => /100\/s recorded/.test(text ?? ""), "of a span, what was recorded there");
  calm(watched);

  const late = { ...run, verdict: { word: "late", ok: false, findings: ["lateness p99 9 ms; take another core"] }, missed: [missed] };
  const other = await open(browser, await written("late.html", [{ document: { ...document, run: late }, pack }]));
  const verdicts = await eventually(() => other.page.locator(".verdict strong").allTextContents(), (texts) => texts.length === 2, "both verdicts");
  assert.deepEqual(verdicts, [`✕ ${missed}`, "✕ GENERATOR LATE: do not blame the target"]);
  await other.page.close();

  const harmless = { ...late, verdict: { ...late.verdict, decides: false }, missed: [] };
  const beside = await open(browser, await written("harmless.html", [{ document: { ...document, run: harmless }, pack }]));
  const sentences = await eventually(() => beside.page.locator(".verdicts .notes li").allTextContents(), (texts) => texts.length === 2, "a note");
  assert.deepEqual(sentences, ["The generator was late, which does not decide the result:", "lateness p99 9 ms; take another core"]);
  assert.equal(await beside.page.locator(".verdict").count(), 0, "no cross");
  await beside.page.close();

  const finding = "of what the slowest 1 % took too long, 33 % was lost in the generator and not in the target";
  const part = { ...run, verdict: { word: "ok", ok: true, inPart: true, findings: [finding] } };
  const third = await open(browser, await written("part.html", [{ document: { ...document, run: part }, pack }]));
  const words = await eventually(() => third.page.locator(".verdicts .notes li").allTextContents(), (texts) => texts.length === 2, "a note");
  assert.deepEqual(words, ["The generator kept its schedule, but it caused part of the slow time:", finding]);
  assert.equal(await third.page.locator(".verdict").count(), 0, "neither a cross nor a tick");
  await third.page.close();

  const unjudged = { ...run, verdict: { word: "unknown", ok: false, findings: ["the generator was not judged"] } };
  const on = await open(browser, await written("on.html", [{ document: { ...document, entry: { ...document.entry, state: "running" }, run: unjudged }, pack }]));
  await eventually(() => on.page.locator(".notes").first().textContent(), (text) => /still running/.test(text ?? ""), "that it is judged at the end");
  assert.equal(await on.page.locator(".verdict").count(), 0);
  await on.page.close();
  await page.close();
});

test("the warm-up and the start of the schedule are labelled", { skip }, async () => {
  const watched = await open(browser, await written("phases.html", [withPhases(await explainedRun())]));
  const { page } = watched;
  const words = "Hatched: the warm-up until 10 s. It is in no figure, and nothing in it is drawn. The schedule started at 0.";
  await eventually(() => page.locator("#heat .phases").textContent(), (text) => text === words, "it is shown below the map");
  assert.ok(((await page.locator("#heat canvas").getAttribute("aria-label")) ?? "").endsWith(words));
  assert.ok(((await page.locator("#timeline canvas").getAttribute("aria-label")) ?? "").endsWith(words));
  await type(page, "5", "15");
  await eventually(() => page.locator("#causes .of").textContent(), (text) => (text ?? "").endsWith("The warm-up is excluded."), "the causes say so too");
  calm(watched);
  await page.close();
});

test("several runs are drawn together, each with a colour, a letter and a table", { skip }, async () => {
  const named = async (id: string): Promise<Part> => {
    const { document, pack } = await knownRun();
    return { document: { ...document, entry: { ...document.entry, id, name: `${id} run` } }, pack };
  };
  const parts = [await named("one"), await named("two"), await named("three"), await demoRun("demo", "demo", 7)];
  const watched = await open(browser, await written("several.html", parts));
  const { page } = watched;
  await becomes(page, ALL, "the first alone");
  assert.equal(await page.locator("#sources .swatch").count(), 0);
  await page.getByLabel("also draw three run").check();
  await page.getByLabel("also draw demo").check();
  await eventually(() => page.locator("#summary caption").allTextContents(), (texts) => texts.join() === "A: one run,C: three run,D: demo", "a table for each");
  await eventually(() => Promise.resolve(page.url()), (url) => url.endsWith("#a=one&more=three%2Cdemo"), "the address has it");
  assert.match((await page.locator("#spectrum canvas").getAttribute("aria-label")) ?? "", /A: read response, one run, C: read response, three run, D: read response, demo, D: write response, demo/);
  assert.equal(await page.locator("#sources .swatch").count(), 3);
  assert.equal(await page.locator("#compare").isVisible(), false);
  await page.getByLabel("compare with two run").check();
  await eventually(() => page.locator("#summary caption").allTextContents(), (texts) => texts.length === 4, "the one it is compared with has one too");
  assert.match((await page.locator("#summary table").last().textContent()) ?? "", /all operations.*response30,000/);
  await eventually(() => Promise.resolve(page.url()), (url) => url.includes("b=two"), "the address has b, too");
  await page.reload();
  await eventually(() => page.locator("#summary caption").allTextContents(), (texts) => texts.length === 4, "and so it is when it is opened again");
  calm(watched);
  await page.close();
});

test("a damaged pack yields a message", { skip }, async () => {
  const run = await knownRun();
  const watched = await open(browser, await written("damaged.html", [{ ...run, pack: run.pack.slice(0, run.pack.length / 2) }]));
  const { page } = watched;
  const words = await page.locator('[role="alert"]').textContent({ timeout: 5000 });
  assert.match(words ?? "", /known run cannot be shown: the pack of histograms cannot be read/);
  calm(watched);
  await page.close();
});

test("a dropped log is read by the page, and its unit can be chosen", { skip }, async () => {
  const watched = await open(browser, await written("dropped.html", [await knownRun()]));
  const { page } = watched;
  const files = page.locator('input[type="file"]');
  await files.setInputFiles([{ name: "nothing.log", mimeType: "text/plain", buffer: Buffer.from("hello\n") }]);
  const words = await page.locator('[role="alert"]').textContent({ timeout: 5000 });
  assert.match(words ?? "", /nothing\.log cannot be shown/);

  await files.setInputFiles([LOG]);
  await eventually(() => page.locator("#sources tbody tr").count(), (count) => count === 2, "the log is in the list of sources");
  await eventually(() => page.locator("h1").textContent(), (title) => title === "base_rel.hlog.gz", "it is looked at");
  const row = page.locator("#summary tbody tr").first().locator("td");
  await eventually(() => row.allTextContents(), (cells) => cells.join() === BASE, "its figures");
  assert.match((await page.locator("#summary caption").first().textContent()) ?? "", /unit not in the log: ns assumed/);
  await page.getByLabel("recorded in").selectOption("µs");
  await eventually(() => row.allTextContents(), (cells) => cells[1] === "5.50 s", "figures of another unit");
  calm(watched);
  await page.close();
});

test("a stall under the pointer highlights its operations, and vice versa", { skip }, async () => {
  const { document, pack } = await demoRun("demo", "demo", 7);
  const stall = document.stalls?.list.find((each) => each.kind === "throttled");
  assert.ok(stall !== undefined);
  const watched = await open(browser, await written("links.html", [{ document, pack }]), 1280, 1600);
  const { page } = watched;
  await eventually(() => page.locator("#slowest .row").count(), (count) => count === 10, "the slowest operations");
  const canvas = page.locator("#timeline canvas");
  await canvas.scrollIntoViewIfNeeded();
  const box = await canvas.boundingBox();
  assert.ok(box !== null);
  const { left, right } = plotMargins(box.width);
  const x = box.x + left + ((box.width - left - right) * stall.begin) / document.span.to + 1;
  const tip = page.locator(".tip");
  for (let y = box.y + 5; y < box.y + box.height && !((await tip.textContent()) ?? "").includes("throttled"); y += 8) {
    await page.mouse.move(x, y);
  }
  assert.match((await tip.textContent()) ?? "", /target: throttled.*420 ms at 31\.5 s/);
  await eventually(() => page.locator("#slowest .row.lit").count(), (count) => count > 0, "operations light up");
  await page.mouse.move(5, 5);
  await eventually(() => page.locator("#slowest .row.lit").count(), (count) => count === 0, "and go out again");
  await page.locator(".operation").first().focus();
  await eventually(() => page.locator("#slowest .row.lit").count(), (count) => count === 1, "an operation that has the focus is lit");
  calm(watched);
  await page.close();
});

test("a click on a stall shows its details, with the way to its operations", { skip }, async () => {
  const { document, pack } = await demoRun("demo", "demo", 7);
  const stall = document.stalls?.list.find((each) => each.kind === "throttled");
  assert.ok(stall !== undefined);
  const watched = await open(browser, await written("chosen.html", [{ document, pack }]), 1280, 1600);
  const { page } = watched;
  await eventually(() => page.locator("#slowest .row").count(), (count) => count === 10, "the slowest operations");
  const canvas = page.locator("#timeline canvas");
  await canvas.scrollIntoViewIfNeeded();
  const box = await canvas.boundingBox();
  assert.ok(box !== null);
  const { left, right } = plotMargins(box.width);
  const x = box.x + left + ((box.width - left - right) * stall.begin) / document.span.to + 1;
  const tip = page.locator(".tip");
  let y = box.y + 5;
  for (; y < box.y + box.height && !((await tip.textContent()) ?? "").includes("throttled"); y += 8) {
    await page.mouse.move(x, y);
  }
  await page.mouse.click(x, y - 8);
  const chosen = page.locator(".stall-details");
  await eventually(() => chosen.locator("p").textContent(), (text) => /target: throttled · 420 ms at 31\.5 s/.test(text ?? ""), "its details");
  await chosen.getByRole("button").nth(1).click();
  await eventually(() => page.locator("#slowest .details").count(), (count) => count === 1, "the operation opens");
  const own = document.explanation?.slowest.find((each) => each.parts.some((part) => part.stall === stall.id));
  assert.equal(await page.evaluate(() => globalThis.document.activeElement?.getAttribute("data-key")), String(own?.id), "and has the focus");
  await chosen.getByRole("button", { name: "Zoom to the stall" }).click();
  await eventually(() => Promise.resolve(page.url()), (url) => /zoom=31080(\.\d+)?_32340/.test(url), "its time, with as much before and after it");
  const wide = await canvas.boundingBox();
  assert.ok(wide !== null);
  await canvas.click({ position: { x: left + 5, y: wide.height - 50 } });
  await eventually(() => chosen.count(), (count) => count === 0, "a click elsewhere closes them");
  calm(watched);
  await page.close();
});

test("the map shows the figures under the pointer, and a click opens an operation", { skip }, async () => {
  const watched = await open(browser, await written("figures.html", [await knownRun()]));
  const { page } = watched;
  await becomes(page, ALL, "all of the run");
  const { x, y } = await atSecond(page, 10.5);
  await page.mouse.move(x, y);
  const words = "10 s to 11 s: 100 valuesp50 11.0 ms, p99 11.0 ms, max 11.0 ms";
  await eventually(() => page.locator(".tip").textContent(), (text) => text === words, "what took 11 ms in the eleventh second");
  calm(watched);
  await page.close();

  const { document, pack } = await demoRun("demo", "demo", 7);
  const slowest = document.explanation?.slowest[0];
  assert.ok(slowest !== undefined);
  const other = await open(browser, await written("marked.html", [{ document, pack }]), 1280, 1600);
  await eventually(() => other.page.locator("#slowest .row").count(), (count) => count === 10, "the slowest operations");
  const canvas = other.page.locator("#heat canvas");
  await canvas.scrollIntoViewIfNeeded();
  const box = await canvas.boundingBox();
  assert.ok(box !== null);
  const { left, right } = plotMargins(box.width);
  const at = box.x + left + ((box.width - left - right) * slowest.end) / document.span.to;
  // Does not wait for a tip: there is none before the first move.
  const tips = () => other.page.locator(".tip strong").allTextContents();
  let height = box.y + 5;
  for (; height < box.y + box.height && !(await tips()).some((text) => text.includes(`${slowest.id} `)); height += 4) {
    await other.page.mouse.move(at, height);
  }
  await other.page.mouse.click(at, height - 4);
  await eventually(() => other.page.locator("#slowest .details").count(), (count) => count === 1, "its details");
  calm(other);
  await other.page.close();
});

test("keys zoom at the pointer, and a strip shows the visible part of the whole time", { skip }, async () => {
  const watched = await open(browser, await written("strip.html", [await knownRun()]));
  const { page } = watched;
  await becomes(page, ALL, "all of the run");
  const strip = page.locator(".overview");
  assert.equal(await strip.isVisible(), false, "nothing is zoomed to");
  const { x, y } = await atSecond(page, 20);
  await page.mouse.move(x, y);
  const becomesZoom = (from: number, to: number, what: string): Promise<string> =>
    eventually(() => Promise.resolve(page.url()), (url) => {
      const [, begin, end] = /zoom=([\d.]+)_([\d.]+)/.exec(url) ?? [];
      return Math.abs(Number(begin) - from) < 200 && Math.abs(Number(end) - to) < 200;
    }, what);
  await page.keyboard.press("w");
  await becomesZoom(10_000, 40_000, "half of the time, the pointer's moment at the same place");
  await page.keyboard.press("d");
  await becomesZoom(17_500, 47_500, "a quarter to the right");
  await page.keyboard.press("a");
  await becomesZoom(10_000, 40_000, "and back");
  const box = await strip.locator("canvas").boundingBox();
  assert.ok(box !== null);
  assert.match((await strip.locator("canvas").getAttribute("aria-label")) ?? "", /^The visible part is \d+(\.\d+)? s to \d+(\.\d+)? s, of 0 s to 60 s$/);
  const { left, right } = plotMargins(box.width);
  await page.mouse.click(box.x + left + (box.width - left - right) / 2, box.y + box.height / 2);
  await becomesZoom(15_000, 45_000, "a click on the strip moves the visible part there");
  await page.keyboard.press("0");
  await eventually(() => strip.isVisible(), (isVisible) => !isVisible, "the whole time needs no strip");
  calm(watched);
  await page.close();
});

test("an operation is zoomed to, at the resolution of the trace", { skip }, async () => {
  const { document, pack } = await demoRun("demo", "demo", 7);
  const first = document.explanation?.slowest[0];
  assert.ok(first !== undefined);
  const watched = await open(browser, await written("zoomed.html", [{ document, pack }]));
  const { page } = watched;
  await page.locator("#heat").getByRole("button", { name: "Table" }).click();
  await page.locator(".operation").first().click();
  await page.getByRole("button", { name: "Zoom to the operation" }).click();
  const isShown = (url: string): boolean => {
    const [, from, to] = /zoom=([\d.]+)_([\d.]+)/.exec(url) ?? [];
    return Math.abs(Number(from) - (2 * first.due - first.end)) < 0.001 && Math.abs(Number(to) - (2 * first.end - first.due)) < 0.001;
  };
  await eventually(() => Promise.resolve(page.url()), isShown, "its time, with as much before and after it");
  const begins = (): Promise<readonly string[]> => page.locator("#heat tbody th").allTextContents();
  const found = await eventually(begins, (texts) => texts.length > 20 && texts.every((text) => /^\d+(\.\d{1,2})?$/.test(text)), "columns of 10 ms");
  assert.ok(found.some((text) => /\.\d[1-9]$/.test(text)), `not all at tenths of a second: ${found.slice(0, 5).join()}`);
  await page.locator("body").click({ position: { x: 2, y: 2 } });
  await page.keyboard.press("0");
  await eventually(() => Promise.resolve(page.url()), (url) => !url.includes("zoom="), "the whole time again");
  calm(watched);
  await page.close();
});

test("the answer is the first thing of a report", { skip }, async () => {
  const { document, pack } = await demoRun("demo", "demo", 7);
  const watched = await open(browser, await written("answer.html", [{ document, pack }]));
  const { page } = watched;
  const answer = page.locator("#summary > .verdicts > :first-child");
  assert.equal(await answer.textContent(), document.run?.answer);
  assert.equal(await answer.getAttribute("class"), "answer");
  calm(watched);
  await page.close();
});

test("a run without records makes a page that says so", { skip }, async () => {
  const { document } = await knownRun();
  const empty = { ...document, span: { from: 0, to: 0 }, problems: ["latency.hdr ends within its first interval <script>"] };
  const watched = await open(browser, await written("empty.html", [{ document: empty, pack: await packOf([]) }]));
  const { page } = watched;
  await becomes(page, ["0", "–", "–", "–", "–", "–", "–", "–"], "no figures are shown");
  assert.match((await page.locator(".verdicts").textContent()) ?? "", /1 problem.*latency\.hdr ends within its first interval <script>/);
  for (const key of ["ArrowRight", "Shift+ArrowRight", "+", "-", "z", "Escape", "?", "?"]) {
    await page.keyboard.press(key);
  }
  assert.equal(await page.locator(".message").count(), 0);
  calm(watched);
  await page.close();
});

test("a page with a missing part says so", { skip }, async () => {
  const file = join(folder, "cut.html");
  writeFileSync(file, (await reportPage(process.cwd(), [await knownRun()])).replace('id="takt-page"', 'id="gone"'));
  const watched = await open(browser, pathToFileURL(file).href);
  assert.match((await watched.page.locator('[role="alert"]').textContent()) ?? "", /cannot be shown: a part of the page is missing \(takt-page\)/);
  calm(watched);
  await watched.page.close();
});

test("the page fits a phone's width in both themes", { skip }, async () => {
  const url = await written("narrow.html", [await demoRun("demo", "demo", 7), await demoRun("other", "other", 9)]);
  for (const [width, theme] of [[390, "light"], [390, "dark"], [1280, "light"], [1920, "dark"]] as const) {
    const watched = await open(browser, `${url}#theme=${theme}&b=other&brush=20000_40000`, width, 900);
    await eventually(() => watched.page.locator("#compare tbody tr").count(), (count) => count > 0, "all is drawn");
    const wide = await watched.page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= width, `${wide} is wider than ${width}`);
    calm(watched);
    await watched.page.close();
  }
});
