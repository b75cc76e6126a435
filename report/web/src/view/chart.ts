import { CanvasSurface, sizeCanvas } from "../draw/canvas.ts";
import type { Draw } from "../draw/png.ts";
import type { Theme } from "../draw/theme.ts";
import { el, say } from "./dom.ts";
import { pictureButtons } from "./exports.ts";
import { renderTable, type TableModel } from "./table.ts";

export interface ChartTexts {
  readonly id: string;
  readonly title: string;
  /** What the picture is, for who does not see it. */
  readonly label: string;
  /** Whether its numbers stand beside it anyway. */
  readonly tabled?: boolean;
}

/** A picture on the page, with its heading, its tools, and what it shows as a table if that is asked for. */
export class Chart {
  readonly element: HTMLElement;
  readonly canvas: HTMLCanvasElement;
  /** Where a view puts what belongs to the picture alone. */
  readonly tools: HTMLElement;
  /** Between heading and picture. */
  readonly above: HTMLElement;
  readonly below: HTMLElement;
  /** The table in place of a picture: whether it is asked for. */
  asTable = false;
  private readonly heading: HTMLElement;
  private readonly holder: HTMLElement;
  private readonly tablePlace: HTMLElement;
  private readonly name: () => string;
  private draw: Draw | null = null;
  private height = 0;

  /**
   * @param resized called when the picture has another width, and when it becomes a table or back
   * @param name of its files
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

  /** Draws; how high the picture is may differ from time to time. */
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

  /** What the picture shows, as a table; only called for if one is asked for. */
  showTable(model: () => TableModel): void {
    if (this.asTable) {
      this.tablePlace.replaceChildren(renderTable(model()));
    }
  }

  title(text: string): void {
    say(this.heading, text);
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
