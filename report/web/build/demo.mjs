// Writes pages with synthetic runs: target/demo/report.html has one run, two.html two.

import { build } from "esbuild";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const out = join(root, "target", "demo");
mkdirSync(out, { recursive: true });

const code = `
  export { reportPage } from "./e2e/reportPage.ts";
  export { demoRun, knownRun } from "./e2e/synthetic.ts";
`;
const module = join(out, "demo.mjs");
await build({
  absWorkingDir: root,
  stdin: { contents: code, resolveDir: root, loader: "ts" },
  outfile: module,
  bundle: true,
  platform: "node",
  format: "esm",
  packages: "external",
});
const { reportPage, demoRun, knownRun } = await import(pathToFileURL(module).href);
const one = await demoRun("demo", "2026-11-22 shop, 250/s", 7);
const other = await demoRun("other", "2026-11-23 shop, other heap", 11, 1.25);
writeFileSync(join(out, "report.html"), await reportPage(root, [one]));
writeFileSync(join(out, "two.html"), await reportPage(root, [one, other]));
writeFileSync(join(out, "known.html"), await reportPage(root, [await knownRun()]));
