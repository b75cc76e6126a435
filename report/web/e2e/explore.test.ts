import assert from "node:assert/strict";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";
import { readFileSync } from "node:fs";
import type { Browser } from "playwright-core";
import type { PageManifest, SourceDocument, SourceEntry } from "../src/data/model.ts";
import { eventually, launch, noChromium, open } from "./browser.ts";
import { becomes } from "./pageFacts.ts";
import { bundle, type Part } from "./reportPage.ts";
import { demoRun, knownRun, knownSeconds, packOf } from "./synthetic.ts";

const skip = noChromium;
let browser: Browser;
let server: Server;
let url: string;
let listeners: ServerResponse[] = [];
let more: Uint8Array = new Uint8Array(0);
let ended: SourceDocument | null = null;

/** A run of which ten seconds are there; ten more come when a test says so. */
async function running(): Promise<Part> {
  const { document, pack } = await knownSeconds("running", 0, 10);
  return { document: { ...document, entry: { ...document.entry, state: "running" } }, pack };
}

before(async () => {
  if (skip !== false) {
    return;
  }
  browser = await launch();
  const { script, style } = await bundle(process.cwd());
  const parts = new Map([await running(), await knownRun(), await demoRun("demo", "demo", 7)].map((part) => [part.document.entry.id, part]));
  const broken: SourceEntry = { id: "broken", name: "broken run", kind: "run", state: "broken", problem: "run.json: line 3 ends too soon" };
  const entries = [broken, ...[...parts.values()].map((part) => part.document.entry)];
  const { document } = await knownRun();
  parts.set("broken", { document: { ...document, entry: broken, tags: [] }, pack: await packOf([]) });
  const page = pageWith({ format: "takt-page-1", takt: "0.1.0", mode: "explore", sources: entries });
  server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
    const [, , , id = "", what] = pathname.split("/");
    const part = parts.get(id);
    if (pathname === "/") {
      send(response, "text/html", page);
    } else if (pathname === "/page.js" || pathname === "/page.css") {
      send(response, pathname === "/page.js" ? "text/javascript" : "text/css", pathname === "/page.js" ? script : style);
    } else if (pathname === "/api/sources") {
      send(response, "application/json", JSON.stringify({ format: "takt-page-1", takt: "0.1.0", mode: "explore", sources: entries }));
    } else if (part === undefined) {
      response.statusCode = 404;
      send(response, "application/json", JSON.stringify({ error: "there is no such source" }));
    } else if (what === "pack") {
      send(response, "application/octet-stream", searchParams.has("after") ? more : part.pack);
    } else if (what === "events") {
      response.writeHead(200, { "Content-Type": "text/event-stream" }).flushHeaders();
      listeners.push(response);
      response.on("close", () => {
        listeners = listeners.filter((each) => each !== response);
      });
    } else {
      send(response, "application/json", JSON.stringify(id === "running" && ended !== null ? ended : part.document));
    }
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

function send(response: ServerResponse, type: string, body: string | Uint8Array): void {
  response.setHeader("Content-Type", type);
  response.end(body);
}

function pageWith(manifest: PageManifest): string {
  const texts: Readonly<Record<string, string>> = {
    policy: "default-src 'none'; script-src 'self'; style-src 'self'; img-src data: blob:; connect-src 'self'",
    title: "Takt",
    style: '<link rel="icon" href="data:,"><link rel="stylesheet" href="/page.css">',
    data: `<script type="application/json" id="takt-page">${JSON.stringify(manifest)}</script>`,
    script: '<script src="/page.js"></script>',
  };
  return readFileSync("page.html", "utf8").replace(/\{\{(\w+)\}\}/g, (_, name: string) => texts[name] ?? "");
}

test("a running run is followed until it ends", { skip }, async () => {
  const { page, complaints } = await open(browser, url);
  await becomes(page, ["1,000", "5.50 ms", "5.00 ms", "9.00 ms", "10.0 ms", "10.0 ms", "10.0 ms", "10.0 ms"], "its first ten seconds");
  assert.equal(await page.locator(".live").isVisible(), true);
  await eventually(() => Promise.resolve(listeners.length), (count) => count > 0, "the page listens");

  more = (await knownSeconds("running", 10, 20)).pack;
  listeners.forEach((each) => each.write("event: growth\ndata: {}\n\n"));
  await becomes(page, ["2,000", "10.5 ms", "10.0 ms", "18.0 ms", "20.0 ms", "20.0 ms", "20.0 ms", "20.0 ms"], "twenty seconds");

  const { document } = await knownSeconds("running", 0, 20);
  ended = document;
  more = (await knownSeconds("running", 20, 20)).pack;
  listeners.forEach((each) => each.write("event: end\ndata: {}\n\n"));
  await eventually(() => page.locator(".live").isVisible(), (visible) => !visible, "it is live no more");
  assert.deepEqual(complaints, []);
  await page.close();
});

test("a running run is followed only while it is chosen", { skip }, async () => {
  ended = null;
  const { page, complaints } = await open(browser, `${url}#a=running`);
  await eventually(() => Promise.resolve(listeners.length), (count) => count === 1, "the page listens");
  await page.evaluate(() => (location.hash = "#a=known"));
  await becomes(page, ["6,000", "30.5 ms", "30.0 ms", "54.0 ms", "60.0 ms", "60.0 ms", "60.0 ms", "60.0 ms"], "another one");
  await eventually(() => Promise.resolve(listeners.length), (count) => count === 0, "the page listens no more");
  await page.evaluate(() => (location.hash = "#a=running"));
  await becomes(page, ["1,000", "5.50 ms", "5.00 ms", "9.00 ms", "10.0 ms", "10.0 ms", "10.0 ms", "10.0 ms"], "what went on");
  await eventually(() => Promise.resolve(listeners.length), (count) => count === 1, "the page listens again");
  assert.deepEqual(complaints, []);
  await page.close();
});

test("sources are filtered, chosen and compared", { skip }, async () => {
  const { page, complaints } = await open(browser, `${url}#a=known`);
  await becomes(page, ["6,000", "30.5 ms", "30.0 ms", "54.0 ms", "60.0 ms", "60.0 ms", "60.0 ms", "60.0 ms"], "the one of the address");
  await page.getByLabel("filter").fill("demo");
  await eventually(() => page.locator("#sources tbody tr").count(), (count) => count === 1, "one is left");
  await page.getByLabel("compare with demo").check();
  await eventually(() => page.locator("#compare tbody tr").count(), (count) => count > 0, "both are compared");
  assert.match(page.url(), /a=known&b=demo/);
  assert.match((await page.locator("#compare .of").textContent()) ?? "", /A: known run \(baseline\); B: demo/);
  await page.getByRole("button", { name: "Swap A and B" }).click();
  await eventually(() => page.locator("#compare .of").textContent(), (text) => /A: demo \(baseline\); B: known run/.test(text ?? ""), "the other is the baseline");
  assert.match(page.url(), /a=demo&b=known/);
  assert.match((await page.locator("#sources tbody tr").first().locator("th").textContent()) ?? "", /demo run.*p50 0\.45 ms, .*14 of 30,014 operations failed/);
  const cells = await page.locator("#sources tbody tr").first().locator("td").allTextContents();
  assert.deepEqual(cells.slice(3, 7), ["✕ rule broken", "14", "50.0 ms", "62 % gc pause (target)"]);
  assert.deepEqual(complaints, []);
  await page.close();
});

test("a broken source shows its problem in the list and when chosen", { skip }, async () => {
  const { page, complaints } = await open(browser, url);
  assert.match((await page.locator("#sources tbody tr").first().textContent()) ?? "", /✕ broken: run\.json: line 3 ends too soon/);
  await page.getByLabel("show broken run").check();
  await eventually(() => page.locator('[role="alert"]').allTextContents(), (texts) => texts.some((text) => text.includes("broken run cannot be shown: run.json: line 3")), "its words");
  assert.deepEqual(complaints, []);
  await page.close();
});
