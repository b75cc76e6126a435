import type { Box } from "./charts.ts";
import type { Cells, Fill, Points, Stroke, Surface, TextStyle } from "./paint.ts";
import { finitePoints, isFiniteBox } from "./paint.ts";
import { rasterOf } from "./raster.ts";
import { FONTS, plainText } from "./text.ts";
import type { Theme } from "./theme.ts";

const HALO = 4;
const MAX_CACHED_WIDTHS = 2000;

/** Sizes a canvas for CSS pixels at a pixel ratio; does nothing if the size is right, which keeps the contents. */
export function sizeCanvas(canvas: HTMLCanvasElement, width: number, height: number, pixelRatio: number): void {
  const wide = Math.max(1, Math.round(width * pixelRatio));
  const high = Math.max(1, Math.round(height * pixelRatio));
  if (canvas.width !== wide) {
    canvas.width = wide;
  }
  if (canvas.height !== high) {
    canvas.height = high;
  }
}

/** Draws on a canvas of the page, which it first clears to the paper's colour. */
export class CanvasSurface implements Surface {
  readonly width: number;
  readonly height: number;
  readonly theme: Theme;
  private readonly pixelRatio: number;
  private readonly context: CanvasRenderingContext2D;
  private static readonly widths = new Map<string, number>();

  /**
   * @param canvas sized by {@link sizeCanvas}
   * @param pixelRatio device pixels per CSS pixel
   */
  constructor(canvas: HTMLCanvasElement, pixelRatio: number, theme: Theme) {
    const context = canvas.getContext("2d", { alpha: false });
    if (context === null) {
      throw new Error("this browser cannot draw on a canvas");
    }
    this.context = context;
    this.pixelRatio = pixelRatio;
    this.theme = theme;
    this.width = canvas.width / pixelRatio;
    this.height = canvas.height / pixelRatio;
    context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
    context.globalAlpha = 1;
    context.fillStyle = theme.paper;
    context.fillRect(0, 0, this.width, this.height);
  }

  line(x1: number, y1: number, x2: number, y2: number, stroke: Stroke): void {
    this.polyline([x1, y1, x2, y2], stroke);
  }

  polyline(points: Points, stroke: Stroke): void {
    const finite = finitePoints(points);
    if (finite.length >= 4) {
      this.path(finite);
      this.stroke(stroke);
    }
  }

  area(points: Points, fill: Fill): void {
    const finite = finitePoints(points);
    if (finite.length >= 6) {
      this.path(finite);
      this.context.closePath();
      this.fill(fill);
    }
  }

  rect(box: Box, fill: Fill | null, stroke?: Stroke): void {
    if (!isFiniteBox(box)) {
      return;
    }
    this.context.beginPath();
    this.context.rect(box.x, box.y, box.width, box.height);
    this.fillAndStroke(fill, stroke);
  }

  circle(x: number, y: number, radius: number, fill: Fill | null, stroke?: Stroke): void {
    if (!Number.isFinite(x + y)) {
      return;
    }
    this.context.beginPath();
    this.context.arc(x, y, radius, 0, 2 * Math.PI);
    this.fillAndStroke(fill, stroke);
  }

  text(x: number, y: number, text: string, style: TextStyle): void {
    if (!Number.isFinite(x + y)) {
      return;
    }
    const context = this.context;
    context.save();
    context.font = fontOf(style);
    context.textAlign = style.anchor === "middle" ? "center" : (style.anchor ?? "start");
    context.translate(x, y);
    context.rotate(((style.rotation ?? 0) * Math.PI) / 180);
    const plain = plainText(text);
    if (style.halo === true) {
      context.strokeStyle = this.theme.paper;
      context.lineWidth = HALO;
      context.lineJoin = "round";
      context.strokeText(plain, 0, 0);
    }
    context.fillStyle = style.colour;
    context.fillText(plain, 0, 0);
    context.restore();
  }

  textWidth(text: string, style: Pick<TextStyle, "size" | "bold">): number {
    const font = fontOf(style);
    const key = font + text;
    const known = CanvasSurface.widths.get(key);
    if (known !== undefined) {
      return known;
    }
    if (CanvasSurface.widths.size > MAX_CACHED_WIDTHS) {
      CanvasSurface.widths.clear();
    }
    this.context.font = font;
    const width = this.context.measureText(plainText(text)).width;
    CanvasSurface.widths.set(key, width);
    return width;
  }

  cells(cells: Cells): void {
    const { context } = this;
    const raster = rasterOf(cells, this.pixelRatio, context.canvas);
    if (raster === null) {
      return;
    }
    const scratch = document.createElement("canvas");
    sizeCanvas(scratch, raster.width, raster.height, 1);
    scratch.getContext("2d")?.putImageData(new ImageData(raster.bytes, raster.width, raster.height), 0, 0);
    context.save();
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.drawImage(scratch, raster.left, raster.top);
    context.restore();
  }

  clip(box: Box, draw: () => void): void {
    this.context.save();
    this.context.beginPath();
    this.context.rect(box.x, box.y, box.width, box.height);
    this.context.clip();
    draw();
    this.context.restore();
  }

  group(_title: string, draw: () => void): void {
    draw();
  }

  private path(points: Points): void {
    this.context.beginPath();
    for (let i = 0; i + 1 < points.length; i += 2) {
      this.context.lineTo(points[i] ?? 0, points[i + 1] ?? 0);
    }
  }

  private fillAndStroke(fill: Fill | null, stroke: Stroke | undefined): void {
    if (fill !== null) {
      this.fill(fill);
    }
    if (stroke !== undefined) {
      this.stroke(stroke);
    }
  }

  private fill(fill: Fill): void {
    this.context.globalAlpha = fill.opacity ?? 1;
    this.context.fillStyle = fill.colour;
    this.context.fill();
    this.context.globalAlpha = 1;
  }

  private stroke(stroke: Stroke): void {
    this.context.globalAlpha = stroke.opacity ?? 1;
    this.context.strokeStyle = stroke.colour;
    this.context.lineWidth = stroke.width;
    this.context.lineJoin = "round";
    this.context.setLineDash([...(stroke.dash ?? [])]);
    this.context.stroke();
    this.context.globalAlpha = 1;
  }
}

function fontOf(style: Pick<TextStyle, "size" | "bold">): string {
  return `${style.bold === true ? "bold " : ""}${style.size}px ${FONTS}`;
}
