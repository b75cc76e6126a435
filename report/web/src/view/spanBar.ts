import type { Context, View } from "./context.ts";
import { el, setText, changeDetector } from "./dom.ts";
import { inWords, seconds, typedSpan } from "./spans.ts";
import { idOfB, sourceA } from "./state.ts";

/** The brushed span as editable text, with its actions. */
export function spanBar({ store, brushing }: Context): View {
  const from = el("input", { inputmode: "decimal", size: 8, "aria-label": "brush from, seconds", title: "a time, or a span: 100–200" });
  const to = el("input", { inputmode: "decimal", size: 8, "aria-label": "brush to, seconds" });
  const button = (text: string, title: string, act: () => void): HTMLButtonElement =>
    el("button", { type: "button", title, onclick: act }, text);
  const toBrush = button("Zoom to it", "show only the brushed span (z)", () => brushing.zoomToBrush());
  const all = button("All", "clear the brush (Esc)", () => brushing.select(null));
  const setA = button("Set A", "store the brushed span as set A of a comparison (Shift a)", () => brushing.keepAs("setA"));
  const setB = button("Set B", "store the brushed span as set B of a comparison (Shift b)", () => brushing.keepAs("setB"));
  const unzoom = button("Whole time", "show the whole time (0)", () => brushing.zoomTo(null));
  const wrong = el("span", { class: "warning", role: "status", id: "span-wrong" });
  [from, to].forEach((field) => field.setAttribute("aria-describedby", "span-wrong"));
  const kept = el("span", { class: "quiet" });
  const forget = button("Clear sets", "end the comparison of spans", () => store.show({ setA: null, setB: null }));
  const element = el(
    "form",
    { class: "span-bar", "aria-label": "brushed span" },
    el("label", { class: "field" }, el("span", {}, "from"), from, "s"),
    el("label", { class: "field" }, el("span", {}, "to"), to, "s"),
    wrong,
    all,
    toBrush,
    button("+", "zoom in (w)", () => brushing.zoom(1 / 2)),
    button("−", "zoom out (s)", () => brushing.zoom(2)),
    button("‹", "scroll left (a)", () => brushing.pan(-1 / 4)),
    button("›", "scroll right (d)", () => brushing.pan(1 / 4)),
    unzoom,
    setA,
    setB,
    kept,
    forget,
    el("button", { type: "submit", class: "unseen" }, "Brush"),
  );
  const typed = (): void => {
    const source = sourceA(store.state);
    const span = source === null ? "there is nothing to brush yet" : typedSpan(from.value, to.value, source.document.span);
    const words = typeof span === "string" ? span : brushing.selectBegun(span) ? "" : "no interval begins there";
    showProblem(words);
  };
  const showProblem = (words: string): void => {
    setText(wrong, words);
    [from, to].forEach((field) => field.setAttribute("aria-invalid", String(words !== "")));
  };
  // A field that is being edited is not overwritten by a change from the other field.
  const unfinished = new Set<HTMLInputElement>();
  [from, to].forEach((field) => {
    field.addEventListener("input", () => unfinished.add(field));
    field.addEventListener("keydown", (event) => {
      if (event.key === "Escape") {
        // A new brush discards unfinished input.
        unfinished.clear();
        submitted = true;
        showProblem("");
        show(from, fromText);
        show(to, toText);
      }
    });
    field.addEventListener("change", () => {
      unfinished.delete(field);
      typed();
    });
  });
  element.addEventListener("submit", (event) => {
    event.preventDefault();
    unfinished.clear();
    submitted = true;
    typed();
  });
  let submitted = false;
  let fromText = "";
  let toText = "";
  const show = (field: HTMLInputElement, text: string): void => {
    // Nor is a focused field, as setting its value would clear the selected text.
    const isIdle = !unfinished.has(field) && document.activeElement !== field;
    if (field.value !== text && (submitted || isIdle)) {
      field.value = text;
    }
  };
  const changed = changeDetector();
  const otherBrush = changeDetector();

  const update = (): void => {
    const source = sourceA(store.state);
    const { brush, zoom, setA: a, setB: b } = store.state.shown;
    const span = source === null ? null : (brush ?? source.document.span);
    const isAgainst = idOfB(store.state) !== null;
    if (!changed(brush, zoom, a, b, source, span?.from, span?.to, isAgainst)) {
      return;
    }
    if (otherBrush(brush)) {
      showProblem("");
    }
    fromText = span === null ? "" : seconds(span.from);
    toText = span === null ? "" : seconds(span.to);
    show(from, fromText);
    show(to, toText);
    submitted = false;
    [toBrush, all].forEach((each) => (each.disabled = brush === null));
    [setA, setB].forEach((each) => (each.disabled = brush === null || isAgainst));
    unzoom.disabled = zoom === null;
    const words = [a === null ? "" : `A: ${inWords(a)}`, b === null ? "" : `B: ${inWords(b)}`].filter((each) => each !== "");
    kept.textContent = words.join(" · ");
    forget.hidden = words.length === 0;
  };
  return { element, update };
}
