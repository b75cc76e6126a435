import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import type { SourceDocument } from "../src/data/model.ts";
import { eventually, launch, noChromium, open } from "./browser.ts";
import { becomes } from "./pageFacts.ts";
import { bundle } from "./reportPage.ts";
import { knownSeconds, packOf, type Interval } from "./synthetic.ts";

const SECONDS = 60;
const MILLI = 1e6;
const skip = noChromium;
let browser: Browser;
let server: Server;
let url: string;
let listeners: ServerResponse[] = [];
/** The seconds of the log that have been read. */
let read = 0;
/** The requests for columns. */
let asked: URLSearchParams[] = [];
/** Sums are answered when this resolves, with their values at the time of the request. */
let held: Promise<void> | null = null;
/** How many of them are waiting. */
let waiting = 0;

/** A log of sixty seconds that has been read in part: in the n-th, a hundred operations took n ms. */
async function documentNow(): Promise<SourceDocument> {
  const { document } = await knownSeconds("log", 0, SECONDS);
  const { run: _, ...rest } = document;
  const log: SourceDocument = { ...rest, entry: { id: "log", name: "day.hlog", kind: "log", state: "complete" }, delivery: "query" };
  return read === SECONDS ? log : { ...log, reading: { share: read / SECONDS, to: 1000 * read } };
}

/** The seconds of a span that have been read: a column each, or one for all. */
function columns(query: URLSearchParams): Promise<Uint8Array> {
  asked.push(query);
  const tag = query.get("tag") ?? "";
  const [from, to] = [Number(query.get("from")), Number(query.get("to"))];
  const seconds = Array.from({ length: read }, (_, i): Interval => ({
    tag,
    begin: 1000 * i,
    length: 1000,
    values: Array<number>(100).fill(tag === "read-rt" ? (i + 1) * MILLI : MILLI),
  })).filter(({ begin }) => begin >= from && begin < to);
  const first = seconds[0];
  const sum = first === undefined ? [] : [{ ...first, length: 1000 * seconds.length, values: seconds.flatMap(({ values }) => values) }];
  return packOf(query.get("most") === "1" ? sum : seconds);
}

async function late(sum: Promise<Uint8Array>): Promise<Uint8Array> {
  const made = await sum;
  waiting++;
  await held;
  waiting--;
  return made;
}

async function answer(path: string, query: URLSearchParams): Promise<readonly [type: string, body: string | Uint8Array]> {
  const { script, style } = await built;
  const manifest = JSON.stringify({ format: "takt-page-1", takt: "0.1.0", mode: "explore", sources: [(await documentNow()).entry] });
  switch (path) {
    case "/":
      return ["text/html", pageWith(manifest)];
    case "/page.js":
      return ["text/javascript", script];
    case "/page.css":
      return ["text/css", style];
    case "/api/sources":
      return ["application/json", manifest];
    case "/api/sources/log/columns":
      return ["application/octet-stream", query.get("most") === "1" ? await late(columns(query)) : await columns(query)];
    default:
      return ["application/json", JSON.stringify(await documentNow())];
  }
}

const built = bundle(process.cwd());

before(async () => {
  if (skip !== false) {
    return;
  }
  browser = await launch();
  server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
    if (pathname === "/api/sources/log/events") {
      response.writeHead(200, { "Content-Type": "text/event-stream" }).flushHeaders();
      listeners.push(response);
      response.on("close", () => {
        listeners = listeners.filter((each) => each !== response);
      });
      return;
    }
    void answer(pathname, searchParams).then(([type, body]) => {
      response.setHeader("Content-Type", type);
      response.end(body);
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});

after(async () => {
  if (skip === false) {
    await browser.close();
    listeners.forEach((each) => each.end());
    server.close();
  }
});

function pageWith(manifest: string): string {
  const texts: Readonly<Record<string, string>> = {
    policy: "default-src 'none'; script-src 'self'; style-src 'self'; img-src data: blob:; connect-src 'self'",
    title: "Takt",
    style: '<link rel="icon" href="data:,"><link rel="stylesheet" href="/page.css">',
    data: `<script type="application/json" id="takt-page">${manifest}</script>`,
    script: '<script src="/page.js"></script>',
  };
  return readFileSync("page.html", "utf8").replace(/\{\{(\w+)\}\}/g, (_, name: string) => texts[name] ?? "");
}

function emit(event: "growth" | "end"): void {
  listeners.forEach((each) => each.write(`event: ${event}\ndata: {}\n\n`));
}

/** Reads further and sends the events; at the end both, as the explorer does. */
function readUpTo(seconds: number): void {
  read = seconds;
  emit("growth");
  if (seconds === SECONDS) {
    emit("end");
  }
}

async function opened(hash: string): Promise<{ page: Page; complaints: readonly string[] }> {
  read = 20;
  const watched = await open(browser, `${url}${hash}`, 1280, 800);
  await eventually(() => Promise.resolve(listeners.length), (count) => count === 1, "the page listens");
  return watched;
}

test("a log that is being read is shown in part, and grows until it is complete", { skip }, async () => {
  const { page, complaints } = await opened("");
  await becomes(page, ["2,000", "10.5 ms", "10.0 ms", "18.0 ms", "20.0 ms", "20.0 ms", "20.0 ms", "20.0 ms"], "a third of it");
  assert.equal(await page.locator(".reading").textContent(), "reading the log: 33 %, up to 20");
  assert.match((await page.locator("#summary .of").first().textContent()) ?? "", /^All, of the part read so far: 0 s to 20 s, 100\/s recorded/);
  assert.equal(await page.locator("#summary").getAttribute("data-read"), "part");
  await eventually(() => page.locator("#heat canvas").getAttribute("aria-label"), (label) => (label ?? "").includes("from 0 s to 60 s. Hatched: not read yet, from 20 s on."), "the axis is that of all");

  readUpTo(40);
  await becomes(page, ["4,000", "20.5 ms", "20.0 ms", "36.0 ms", "40.0 ms", "40.0 ms", "40.0 ms", "40.0 ms"], "two thirds");
  assert.equal(await page.locator(".reading").textContent(), "reading the log: 66 %, up to 40");

  readUpTo(SECONDS);
  await becomes(page, ["6,000", "30.5 ms", "30.0 ms", "54.0 ms", "60.0 ms", "60.0 ms", "60.0 ms", "60.0 ms"], "all of it");
  await eventually(() => page.locator('#summary[data-read="whole"], #heat[data-read="whole"]').count(), (count) => count === 2, "both say so");
  assert.equal(await page.locator(".reading").isVisible(), false);
  assert.match((await page.locator("#summary .of").first().textContent()) ?? "", /^All: 0 s to 60 s, 100\/s recorded/);
  await eventually(() => Promise.resolve(listeners.length), (count) => count === 0, "it listens no more");
  assert.deepEqual(complaints, []);
  await page.close();
});

test("brush and zoom stay unchanged while the log grows", { skip }, async () => {
  const { page, complaints } = await opened("#brush=10000_30000&zoom=5000_50000");
  await becomes(page, ["1,000", "15.5 ms", "15.0 ms", "19.0 ms", "20.0 ms", "20.0 ms", "20.0 ms", "20.0 ms"], "the half of the brush that is read");
  assert.match((await page.locator("#summary .of").first().textContent()) ?? "", /^Brushed, of the part read so far: 10 s to 20 s, 100\/s recorded/);
  readUpTo(40);
  const all = ["2,000", "20.5 ms", "20.0 ms", "28.0 ms", "30.0 ms", "30.0 ms", "30.0 ms", "30.0 ms"];
  await becomes(page, all, "all of the brush");
  readUpTo(SECONDS);
  await eventually(() => page.locator("#summary").getAttribute("data-read"), (word) => word === "whole", "all is read");
  await becomes(page, all, "and stays");
  assert.match(page.url(), /#brush=10000_30000&zoom=5000_50000$/);
  assert.deepEqual(complaints, []);
  await page.close();
});

test("a brush created while the log is read stays", { skip }, async () => {
  const { page, complaints } = await opened("");
  await becomes(page, ["2,000", "10.5 ms", "10.0 ms", "18.0 ms", "20.0 ms", "20.0 ms", "20.0 ms", "20.0 ms"], "a third of it");
  await page.getByLabel("brush from, seconds").fill("5");
  await page.getByLabel("brush to, seconds").fill("15");
  await page.keyboard.press("Enter");
  const brushed = ["1,000", "10.5 ms", "10.0 ms", "14.0 ms", "15.0 ms", "15.0 ms", "15.0 ms", "15.0 ms"];
  await becomes(page, brushed, "ten seconds");
  readUpTo(SECONDS);
  await eventually(() => page.locator("#summary").getAttribute("data-read"), (word) => word === "whole", "all is read");
  await becomes(page, brushed, "the same ten seconds");
  assert.match(page.url(), /brush=5000_15000/);
  assert.deepEqual(complaints, []);
  await page.close();
});

test("typed text and opened lists stay unchanged while the log grows", { skip }, async () => {
  const { page, complaints } = await opened("");
  await becomes(page, ["2,000", "10.5 ms", "10.0 ms", "18.0 ms", "20.0 ms", "20.0 ms", "20.0 ms", "20.0 ms"], "a third of it");
  const made = await Promise.all(["#heat select option", "#spectrum .chips input"].map((each) => page.locator(each).first().elementHandle()));
  const level = page.getByLabel("service level");
  await level.pressSequentially("99: 5ms");
  readUpTo(SECONDS);
  await eventually(() => page.locator('#summary[data-read="whole"], #heat[data-read="whole"]').count(), (count) => count === 2, "all of it");
  assert.equal(await level.inputValue(), "99: 5ms");
  for (const each of made) {
    assert.equal(await each?.evaluate((node) => node.isConnected), true);
  }
  assert.deepEqual(complaints, []);
  await page.close();
});

test("figures are described as of the part that was read when they were requested", { skip }, async () => {
  const { page } = await opened("");
  await becomes(page, ["2,000", "10.5 ms", "10.0 ms", "18.0 ms", "20.0 ms", "20.0 ms", "20.0 ms", "20.0 ms"], "a third of it");
  const sentences = await page.locator("#summary .of").first().evaluateHandle((of) => {
    const seen: string[] = [];
    new MutationObserver(() => seen.push(of.textContent ?? "")).observe(of, { childList: true });
    return seen;
  });
  // Two thirds are requested, and arrive after the page has learned that the log has been read.
  let stopUnusedFollowing = (): void => undefined;
  held = new Promise((go) => (stopUnusedFollowing = go));
  readUpTo(40);
  await eventually(() => page.locator(".reading").textContent(), (words) => words === "reading the log: 66 %, up to 40", "it knows of two thirds");
  await eventually(() => Promise.resolve(waiting), (count) => count > 0, "and asks for them");
  readUpTo(SECONDS);
  await eventually(() => page.locator(".reading").isVisible(), (visible) => !visible, "it knows of all");
  held = null;
  stopUnusedFollowing();
  await becomes(page, ["6,000", "30.5 ms", "30.0 ms", "54.0 ms", "60.0 ms", "60.0 ms", "60.0 ms", "60.0 ms"], "all of it");
  const shown = (await sentences.jsonValue()).filter((words) => words.includes("4,000 operations"));
  assert.ok(shown.length > 0, "two thirds were shown");
  shown.forEach((words) => assert.match(words, /^All, of the part read so far: 0 s to 40 s, 100\/s recorded/));
  await page.close();
});

test("an unchanged document is not requested again", { skip }, async () => {
  const { page } = await opened("");
  await becomes(page, ["2,000", "10.5 ms", "10.0 ms", "18.0 ms", "20.0 ms", "20.0 ms", "20.0 ms", "20.0 ms"], "a third of it");
  await eventually(() => page.locator("#heat").getAttribute("data-read"), (word) => word === "part", "and its map");
  asked = [];
  emit("growth");
  emit("growth");
  readUpTo(SECONDS);
  await eventually(() => page.locator('#summary[data-read="whole"], #heat[data-read="whole"]').count(), (count) => count === 2, "all of it");
  const texts = asked.map((query) => query.toString());
  assert.deepEqual([...new Set(texts)].sort(), texts.sort(), "each part of the whole log once");
  await page.close();
});
