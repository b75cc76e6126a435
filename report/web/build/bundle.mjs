// Bundles the tests of a folder for Node, and runs them.

import { build } from "esbuild";
import { spawnSync } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Runs all `*.test.ts` of a folder, and ends with the exit code of Node's test runner. */
export async function test(folder, ...flags) {
  const out = join(root, "target", folder);
  rmSync(out, { recursive: true, force: true });
  const chosen = process.argv.slice(2);
  const files = readdirSync(join(root, folder))
    .filter((name) => name.endsWith(".test.ts"))
    .filter((name) => chosen.length === 0 || chosen.some((each) => name.includes(each)));
  // Without a file, Node would search for tests by itself.
  if (files.length === 0) {
    console.log(`no tests in ${folder}`);
    process.exit(0);
  }
  await build({
    absWorkingDir: root,
    entryPoints: files.map((name) => join(folder, name)),
    outdir: out,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    sourcemap: "inline",
    packages: "external",
    loader: { ".css": "empty" },
  });
  const run = spawnSync(
    process.execPath,
    ["--enable-source-maps", "--test", "--test-reporter=tap", ...flags, ...files.map((name) => join(out, name.replace(/\.ts$/, ".mjs")))],
    { cwd: root, stdio: "inherit" },
  );
  process.exit(run.status ?? 1);
}
