import { toPng, toSvg, type Draw } from "../draw/png.ts";
import { light } from "../draw/theme.ts";
import { el } from "./dom.ts";
import { tableCsv, type TableModel } from "./table.ts";

/** A picture that can be exported. */
export interface Picture {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly draw: Draw;
}

/** Buttons that export a picture; always on white, for documents. */
export function pictureButtons(picture: () => Picture | null, failed: (error: unknown) => void): HTMLElement {
  const svg = (): void => {
    const of = picture();
    if (of !== null) {
      const text = toSvg(of.draw, of.width, of.height, light, of.name);
      download(new Blob([text], { type: "image/svg+xml" }), `${of.name}.svg`);
    }
  };
  const png = (): void => {
    const of = picture();
    if (of !== null) {
      toPng(of.draw, of.width, of.height, light).then((blob) => download(blob, `${of.name}.png`), failed);
    }
  };
  return el(
    "span",
    { class: "files" },
    el("button", { type: "button", onclick: svg, title: "the picture as an SVG file" }, "SVG"),
    el("button", { type: "button", onclick: png, title: "the picture as a PNG file" }, "PNG"),
  );
}

/** A button that exports a table. */
export function tableButton(name: () => string, table: () => TableModel | null): HTMLButtonElement {
  const csv = (): void => {
    const of = table();
    if (of !== null) {
      download(new Blob([tableCsv(of)], { type: "text/csv;charset=utf-8" }), `${name()}.csv`);
    }
  };
  return el("button", { type: "button", onclick: csv, title: "the table as a CSV file, times in nanoseconds" }, "CSV");
}

/** A name that is valid in any file system. */
export function fileName(...parts: readonly string[]): string {
  const name = parts.join("-").replace(/[^A-Za-z0-9._-]+/g, "-").replace(/^[-.]+|-+$/g, "");
  return name.slice(0, 100) || "takt";
}

function download(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = el("a", { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  window.setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
