import { CanvasSurface, sizeCanvas } from "../draw/canvas.ts";
import type { Draw } from "../draw/png.ts";
import type { Theme } from "../draw/theme.ts";
import { el, setText } from "./dom.ts";
import { pictureButtons } from "./exports.ts";
import { renderTable, type TableModel } from "./table.ts";

export interface ChartTexts {
  readonly id: string;
  readonly title: string;
  /** The description for screen readers. */
  readonly label: string;
  /** Whether a table with the same numbers is shown beside it. */
  readonly tabled?: boolean;
}

/** A picture on the page, with heading, tools, and an alternative table. */
export class Chart {
  readonly element: HTMLElement;
  readonly canvas: HTMLCanvasElement;
  /** Container for the view's own controls. */
  readonly tools: HTMLElement;
  /** Between heading and picture. */
  readonly above: HTMLElement;
  readonly below: HTMLElement;
  /** Whether the table is shown instead of the picture. */
  asTable = false;
  private readonly heading: HTMLElement;
  private readonly holder: HTMLElement;
  private readonly tablePlace: HTMLElement;
  private readonly name: () => string;
  private draw: Draw | null = null;
  private height = 0;

  /**
   * @param resized called when the width changes, and when picture and table are switched
   * @param name returns the base name of exported files
   */
  constructor(texts: ChartTexts, name: () => string, resized: () => void, failed: (error: unknown) => void) {
    this.name = name;
    this.canvas = el("canvas", { role: "img", "aria-label": texts.label });
    this.holder = el("div", { class: "picture" }, this.canvas);
    this.tablePlace = el("div", { class: "scroll", hidden: true });
    this.tools = el("div", { class: "tools" });
    this.above = el("div", { class: "above" });
    this.below = el("div", { class: "below" });
    const toggle = el("button", { type: "button", "aria-pressed": "false" }, "Table");
    toggle.addEventListener("click", () => {
      this.asTable = !this.asTable;
      toggle.setAttribute("aria-pressed", String(this.asTable));
      this.tablePlace.hidden = !this.asTable;
      resized();
    });
    const files = pictureButtons(() => this.picture(), failed);
    this.heading = el("h2", { id: `${texts.id}-title` }, texts.title);
    this.element = el(
      "section",
      { id: texts.id, class: "chart", "aria-labelledby": `${texts.id}-title` },
      el("header", {}, this.heading, this.tools, el("div", { class: "tools end" }, texts.tabled === true ? null : toggle, files)),
      this.above,
      this.holder,
      this.below,
      this.tablePlace,
    );
    new ResizeObserver(resized).observe(this.holder);
  }

  get width(): number {
    return this.holder.clientWidth;
  }

  /** Draws the picture at a height, which may change. */
  show(draw: Draw, height: number, theme: Theme): void {
    this.draw = draw;
    this.height = height;
    const width = this.width;
    if (width === 0) {
      return;
    }
    const ratio = window.devicePixelRatio || 1;
    sizeCanvas(this.canvas, width, height, ratio);
    this.canvas.style.height = `${height}px`;
    draw(new CanvasSurface(this.canvas, ratio, theme));
  }

  /** Sets the table; the model is only created if the table is shown. */
  showTable(model: () => TableModel): void {
    if (this.asTable) {
      this.tablePlace.replaceChildren(renderTable(model()));
    }
  }

  title(text: string): void {
    setText(this.heading, text);
  }

  label(text: string): void {
    if (this.canvas.getAttribute("aria-label") !== text) {
      this.canvas.setAttribute("aria-label", text);
    }
  }

  private picture(): { name: string; width: number; height: number; draw: Draw } | null {
    return this.draw === null
      ? null
      : { name: this.name(), width: Math.max(this.width, 320), height: this.height, draw: this.draw };
  }
}
