import type { Column } from "../data/source.ts";
import { CanvasSurface, sizeCanvas } from "../draw/canvas.ts";
import type { Scale } from "../draw/charts.ts";
import { drawOverview } from "../draw/overview.ts";
import type { Context, View } from "./context.ts";
import { changeDetector, el } from "./dom.ts";
import { Latest } from "./latest.ts";
import { inWords, middle, moved } from "./spans.ts";
import { sourceA } from "./state.ts";
import { heatTag } from "./tags.ts";
import { columnsThatFit } from "./timeChart.ts";

const HEIGHT = 32;

/** The whole time above the zoomed pictures, with their part of it, which a pointer moves. */
export function overviewView(context: Context): View {
  const { store, sums, brushing } = context;
  const canvas = el("canvas", { role: "img" });
  const element = el("div", { class: "picture overview", hidden: true, title: "the whole time, of which a part is shown: click or drag to move it" }, canvas);
  const otherData = changeDetector();
  const otherPicture = changeDetector();
  const latest = new Latest(context.failed);
  let columns: readonly Column[] = [];
  let x: Scale | null = null;
  new ResizeObserver(context.redraw).observe(element);

  const move = (event: PointerEvent): void => {
    const source = sourceA(store.state);
    const { zoom } = store.state.shown;
    if (event.buttons === 1 && source !== null && zoom !== null && x !== null) {
      brushing.zoomTo(moved(zoom, x.toValue(event.offsetX) - middle(zoom), source.document.span));
    }
  };
  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    move(event);
  });
  canvas.addEventListener("pointermove", move);

  const update = (): void => {
    const state = store.state;
    const source = sourceA(state);
    const { zoom } = state.shown;
    element.hidden = source === null || zoom === null;
    const width = element.clientWidth;
    if (source === null || zoom === null || width === 0) {
      return;
    }
    const { document } = source;
    const { span } = document;
    const tag = heatTag(document, state.shown)?.tag;
    if (otherData(source, tag, span.from, span.to, width, state.growth)) {
      latest.run(async () => {
        columns = tag === undefined ? [] : await sums.columns(source, tag, span, columnsThatFit(width), state.growth);
        context.redraw();
      });
    }
    if (otherPicture(columns, span.from, span.to, zoom, width, context.theme())) {
      const ratio = window.devicePixelRatio || 1;
      sizeCanvas(canvas, width, HEIGHT, ratio);
      canvas.style.height = `${HEIGHT}px`;
      x = drawOverview(new CanvasSurface(canvas, ratio, context.theme()), { x: 0, y: 0, width, height: HEIGHT }, columns, document.unit ?? 1, span, zoom);
      canvas.setAttribute("aria-label", `The visible part is ${inWords(zoom)}, of ${inWords(span)}`);
    }
  };
  return { element, update };
}
