import type { Scale } from "../draw/charts.ts";
import type { Span } from "../data/model.ts";
import type { Brushing, Edge } from "./brushing.ts";
import { lengthOf } from "./spans.ts";
import type { Store } from "./store.ts";

/** The distance in pixels within which a pointer grabs an edge of the brush. */
const GRIP = 6;
/** Smaller movements in pixels are a click. */
const MIN_DRAG = 4;

interface Drag {
  readonly start: number;
  readonly holds: Edge | null;
  readonly brush: Span | null;
  moved: boolean;
}

/**
 * Brushing by pointer on a picture with a time axis: a drag outside the brush creates a new one, at an edge it moves that
 * edge, inside it moves the brush. A click outside clears the brush, a double-click inside zooms to it.
 *
 * @param axis null until something is drawn
 * @param choose handles a click on something in the picture; returns whether something is there, which then is all
 *     that the click does
 */
export function brushByPointer(
  canvas: HTMLCanvasElement,
  axis: () => Scale | null,
  store: Store,
  brushing: Brushing,
  choose: (event: PointerEvent) => boolean,
): void {
  let drag: Drag | null = null;
  canvas.classList.add("brushable");

  canvas.addEventListener("pointerdown", (event) => {
    const scale = axis();
    if (event.button === 0 && scale !== null) {
      const { brush } = store.state.shown;
      drag = { start: event.offsetX, holds: held(event.offsetX, scale, brush), brush, moved: false };
      canvas.setPointerCapture(event.pointerId);
    }
  });
  canvas.addEventListener("pointermove", (event) => {
    const scale = axis();
    if (scale === null) {
      return;
    }
    if (drag === null) {
      const holds = held(event.offsetX, scale, store.state.shown.brush);
      canvas.style.cursor = holds === "both" ? "grab" : holds === null ? "crosshair" : "ew-resize";
      return;
    }
    drag.moved ||= Math.abs(event.offsetX - drag.start) >= MIN_DRAG;
    if (drag.moved) {
      brushing.select(dragged(drag, event.offsetX, scale));
    }
  });
  const end = (event: PointerEvent): void => {
    const ended = drag;
    drag = null;
    const isClick = ended !== null && !ended.moved && event.type === "pointerup";
    if (isClick && !choose(event) && ended.holds === null) {
      brushing.select(null);
    }
  };
  canvas.addEventListener("pointerup", end);
  canvas.addEventListener("pointercancel", end);
  canvas.addEventListener("dblclick", () => brushing.zoomToBrush());
  canvas.addEventListener("wheel", (event) => wheel(event, axis(), brushing), { passive: false });
}

function held(x: number, scale: Scale, brush: Span | null): Edge | null {
  if (brush === null) {
    return null;
  }
  const from = scale.toPixel(brush.from);
  const to = scale.toPixel(brush.to);
  if (Math.abs(x - from) <= GRIP) {
    return "from";
  }
  return Math.abs(x - to) <= GRIP ? "to" : x > from && x < to ? "both" : null;
}

function dragged(drag: Drag, x: number, scale: Scale): Span {
  const at = scale.toValue(x);
  const { brush, holds } = drag;
  if (brush === null || holds === null) {
    return ordered(scale.toValue(drag.start), at);
  }
  if (holds === "both") {
    const from = brush.from + at - scale.toValue(drag.start);
    return { from, to: from + lengthOf(brush) };
  }
  return holds === "from" ? ordered(at, brush.to) : ordered(brush.from, at);
}

function ordered(a: number, b: number): Span {
  return { from: Math.min(a, b), to: Math.max(a, b) };
}

/** Zooms by the wheel with Ctrl; without, the wheel scrolls the page. */
function wheel(event: WheelEvent, scale: Scale | null, brushing: Brushing): void {
  if (scale !== null && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    brushing.zoom(Math.exp(event.deltaY / 200), scale.toValue(event.offsetX));
  } else if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
    event.preventDefault();
    brushing.pan(event.deltaX / 1000);
  }
}
