// A browser for tests: Chromium, wherever it is installed.

import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium, type Browser, type Page } from "playwright-core";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** The first Chromium on the PATH; null if there is none. */
export function findChromium(): string | null {
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  const files = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return files.find(isExecutable) ?? null;
}

/** Why tests are skipped, or false. */
export const noChromium: string | false =
  findChromium() === null ? `no browser: none of ${NAMES.join(", ")} is on the PATH` : false;

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export function launch(): Promise<Browser> {
  return chromium.launch({ executablePath: findChromium() ?? "chromium", args: ["--no-sandbox"] });
}

/** A page with a record of everything that must not happen. */
export interface Watched {
  readonly page: Page;
  /** Errors and warnings on the console, and exceptions. */
  readonly complaints: readonly string[];
  /** Network requests. */
  readonly requests: readonly string[];
}

export async function open(browser: Browser, url: string, width = 1280, height = 900): Promise<Watched> {
  const page = await browser.newPage({ viewport: { width, height } });
  const complaints: string[] = [];
  const requests: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") {
      complaints.push(message.text());
    }
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("request", (request) => {
    if (!/^(file|data|blob):/.test(request.url())) {
      requests.push(request.url());
    }
  });
  await page.goto(url);
  return { page, complaints, requests };
}

/** Waits until a condition holds; fails with its description after a timeout. */
export async function eventually<T>(ask: () => Promise<T>, isRight: (answer: T) => boolean, what: string): Promise<T> {
  const end = Date.now() + 10_000;
  let answer = await ask();
  while (!isRight(answer)) {
    if (Date.now() > end) {
      throw new Error(`${what}; it is still ${JSON.stringify(answer)}`);
    }
    await new Promise((resume) => setTimeout(resume, 20));
    answer = await ask();
  }
  return answer;
}
