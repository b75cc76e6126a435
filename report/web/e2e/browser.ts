import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium, type Browser, type Page } from "playwright-core";

const names = ["chromium", "chromium-browser", "google-chrome"];

function onPath(): string | null {
  for (const directory of (process.env["PATH"] ?? "").split(delimiter)) {
    for (const name of names) {
      const file = join(directory, name);
      try {
        accessSync(file, constants.X_OK);
        return file;
      } catch {
        // Not there: the next one.
      }
    }
  }
  return null;
}

const executable = onPath();

/** Why there is no browser to test with; false if there is one. */
export const noBrowser: string | false = executable ? false : `none of ${names.join(", ")} is on the PATH`;

export async function openBrowser(): Promise<Browser> {
  if (!executable) {
    throw new Error(String(noBrowser));
  }
  return chromium.launch({ executablePath: executable, args: ["--no-sandbox", "--disable-gpu"] });
}

/** What a page did that it should not: words on the console, errors, requests to anywhere but its own origin. */
export function watchPage(page: Page, origin: string): string[] {
  const seen: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") {
      seen.push(`console: ${message.text()}`);
    }
  });
  page.on("pageerror", (error) => seen.push(`error: ${error.message}`));
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(origin) && !url.startsWith("data:") && !url.startsWith("blob:")) {
      seen.push(`request: ${url}`);
    }
  });
  return seen;
}
