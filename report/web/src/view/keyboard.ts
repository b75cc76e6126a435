import type { Brushing } from "./brushing.ts";
import { el } from "./dom.ts";

interface Key {
  readonly keys: readonly string[];
  readonly shift?: boolean;
  readonly shown: string;
  readonly what: string;
  readonly act: (brushing: Brushing) => void;
}

const KEYS: readonly Key[] = [
  { keys: ["ArrowLeft"], shown: "←", what: "move the brush left (creates one first)", act: (b) => b.move(-1) },
  { keys: ["ArrowRight"], shown: "→", what: "move the brush right", act: (b) => b.move(1) },
  { keys: ["ArrowLeft"], shift: true, shown: "Shift ←", what: "extend it to the left", act: (b) => b.widen("from", 1) },
  { keys: ["ArrowRight"], shift: true, shown: "Shift →", what: "extend it to the right", act: (b) => b.widen("to", 1) },
  { keys: ["ArrowUp"], shift: true, shown: "Shift ↑", what: "extend it on both sides", act: (b) => b.widen("both", 1) },
  { keys: ["ArrowDown"], shift: true, shown: "Shift ↓", what: "shrink it on both sides", act: (b) => b.widen("both", -1) },
  { keys: ["w", "+", "="], shown: "w +", what: "zoom in, at the pointer", act: (b) => b.zoom(1 / 2) },
  { keys: ["s", "-", "_"], shown: "s -", what: "zoom out", act: (b) => b.zoom(2) },
  { keys: ["z"], shown: "z", what: "zoom to the brush", act: (b) => b.zoomToBrush() },
  { keys: ["0"], shown: "0", what: "show the whole time", act: (b) => b.zoomTo(null) },
  { keys: ["a", ","], shown: "a ,", what: "scroll left, when zoomed", act: (b) => b.pan(-1 / 4) },
  { keys: ["d", "."], shown: "d .", what: "scroll right, when zoomed", act: (b) => b.pan(1 / 4) },
  { keys: ["A"], shown: "Shift a", what: "store the brush as set A of a comparison", act: (b) => b.keepAs("setA") },
  { keys: ["B"], shown: "Shift b", what: "store it as set B", act: (b) => b.keepAs("setB") },
  { keys: ["Escape"], shown: "Esc", what: "clear the brush, then zoom and sets", act: (b) => b.reset() },
];

/** Handles the page's keys, and shows the help that lists them. Keys in input fields are not handled. */
export function keyboard(brushing: Brushing): { readonly help: HTMLDialogElement; show(): void } {
  const help = helpDialog();
  const show = (): void => (help.open ? help.close() : help.showModal());
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || keepsKey(event)) {
      return;
    }
    if (event.key === "?") {
      event.preventDefault();
      show();
    } else if (!help.open) {
      act(event, brushing);
    }
  });
  return { help, show };
}

function act(event: KeyboardEvent, brushing: Brushing): void {
  const arrow = event.key.startsWith("Arrow");
  const key = KEYS.find((each) => each.keys.includes(event.key) && (!arrow || (each.shift ?? false) === event.shiftKey));
  if (key !== undefined) {
    event.preventDefault();
    key.act(brushing);
  }
}

/** Whether a field handles a key itself: text, Escape in a search with text, and keys of an open list. */
function keepsKey({ target, key }: KeyboardEvent): boolean {
  if (target instanceof HTMLInputElement) {
    const isTyped = target.type !== "checkbox" && target.type !== "radio" && target.type !== "file";
    return isTyped && (key !== "Escape" || (target.type === "search" && target.value !== ""));
  }
  return target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement;
}

function helpDialog(): HTMLDialogElement {
  const list = el("dl", { class: "keys" });
  KEYS.forEach((key) => list.append(el("dt", {}, el("kbd", {}, key.shown)), el("dd", {}, key.what)));
  list.append(el("dt", {}, el("kbd", {}, "?")), el("dd", {}, "this list"));
  const dialog = el(
    "dialog",
    { class: "help", "aria-labelledby": "help-title" },
    el("h2", { id: "help-title" }, "Keys"),
    list,
    el(
      "p",
      {},
      "Drag over the map or the timeline: outside the brush to create one, at its edge to resize it, inside to move it. ",
      "Click a stall or an operation for its details. Double-click the brush to zoom to it. Ctrl and the wheel zoom.",
    ),
    el("form", { method: "dialog" }, el("button", {}, "Close")),
  );
  return dialog;
}
