// Draws all charts with synthetic data and writes pictures of them, for developers of the charts:
//   node build/gallery.mjs [a folder for the pictures]

import { build } from "esbuild";
import { mkdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { existsSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const root = fileURLToPath(new URL("..", import.meta.url));
const out = process.argv[2] ?? join(root, "target", "gallery");
mkdirSync(out, { recursive: true });

const built = await build({
  absWorkingDir: root,
  entryPoints: ["test/gallery/page.ts"],
  bundle: true,
  write: false,
  format: "iife",
  target: "es2022",
});
const page = join(out, "gallery.html");
writeFileSync(
  page,
  `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width"><body><script>${built.outputFiles[0].text.replaceAll("</script", "<\\/script")}</script>`,
);

const executablePath = (process.env.PATH ?? "")
  .split(delimiter)
  .flatMap((folder) => ["chromium", "chromium-browser", "google-chrome"].map((name) => join(folder, name)))
  .find(existsSync);
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
const views = [
  { name: "light-1280", query: "theme=light", size: { width: 1280, height: 800 } },
  { name: "dark-1280", query: "theme=dark", size: { width: 1280, height: 800 } },
  { name: "print-svg-1280", query: "theme=print&as=svg", size: { width: 1280, height: 800 } },
  { name: "light-1920", query: "theme=light", size: { width: 1920, height: 1080 } },
  { name: "dark-390", query: "theme=dark", size: { width: 390, height: 844 } },
  { name: "light-390", query: "theme=light", size: { width: 390, height: 844 }, scale: 2 },
];
for (const { name, query, size, scale } of views) {
  const tab = await browser.newPage({ viewport: size, deviceScaleFactor: scale ?? 1 });
  tab.on("pageerror", (error) => console.error(`${name}: ${error.message}`));
  await tab.goto(`${pathToFileURL(page)}?${query}`);
  await tab.waitForSelector("#times");
  console.log(`${name}: ${await tab.textContent("#times")}`);
  const whole = await tab.evaluate("document.documentElement.scrollHeight");
  for (let top = 0, part = 1; top < whole; top += size.height, part++) {
    const clip = { x: 0, y: top, width: size.width, height: Math.min(size.height, whole - top) };
    await tab.screenshot({ path: join(out, `${name}-${part}.png`), fullPage: true, clip });
  }
  await tab.close();
}
await browser.close();
