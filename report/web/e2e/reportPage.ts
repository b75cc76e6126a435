// Builds a report.html as specified in PAGE.md, like the Java side, for tests of the page alone.

import { build } from "esbuild";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { PageManifest, SourceDocument } from "../src/data/model.ts";

export interface Part {
  readonly document: SourceDocument;
  readonly pack: Uint8Array;
}

/** Script and style of the page, as they are delivered. */
export async function bundle(root: string): Promise<{ readonly script: string; readonly style: string }> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ["src/main.ts"],
    bundle: true,
    minify: true,
    charset: "utf8",
    target: "es2022",
    write: false,
    outdir: "out",
  });
  const textOf = (ending: string): string => outputFiles.find((file) => file.path.endsWith(ending))?.text ?? "";
  return { script: textOf(".js"), style: textOf(".css") };
}

export async function reportPage(root: string, parts: readonly Part[]): Promise<string> {
  const { script, style } = await bundle(root);
  const manifest: PageManifest = {
    format: "takt-page-1",
    takt: "0.1.0",
    mode: "report",
    sources: parts.map((part) => part.document.entry),
  };
  const data = [
    json("takt-page", manifest),
    ...parts.flatMap(({ document, pack }) => [
      `<script type="text/plain" id="takt-source-${document.entry.id}">${compressed(document)}</script>`,
      `<script type="text/plain" id="takt-pack-${document.entry.id}">${Buffer.from(pack).toString("base64")}</script>`,
    ]),
  ];
  const texts: Readonly<Record<string, string>> = {
    policy: `default-src 'none'; script-src '${hash(script)}'; style-src '${hash(style)}'; img-src data: blob:; connect-src 'self'`,
    title: "Takt",
    style: `<style>${style}</style>`,
    data: data.join("\n"),
    script: `<script>${script}</script>`,
  };
  return readFileSync(join(root, "page.html"), "utf8").replace(/\{\{(\w+)\}\}/g, (_, name: string) => texts[name] ?? "");
}

function compressed(document: SourceDocument): string {
  return gzipSync(JSON.stringify(document)).toString("base64");
}

function json(id: string, value: unknown): string {
  return `<script type="application/json" id="${id}">${JSON.stringify(value).replaceAll("<", "\\u003c")}</script>`;
}

function hash(text: string): string {
  return `sha256-${createHash("sha256").update(text, "utf8").digest("base64")}`;
}
