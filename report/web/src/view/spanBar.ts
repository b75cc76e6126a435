import type { Context, View } from "./context.ts";
import { el, say, watch } from "./dom.ts";
import { inWords, seconds, typedSpan } from "./spans.ts";
import { idOfB, sourceA } from "./state.ts";

/** The span that is looked at, as text that can be typed, and what can be done with it. */
export function spanBar({ store, brushing }: Context): View {
  const from = el("input", { inputmode: "decimal", size: 8, "aria-label": "brush from, seconds", title: "a moment, or a whole span: 100–200" });
  const to = el("input", { inputmode: "decimal", size: 8, "aria-label": "brush to, seconds" });
  const button = (text: string, title: string, act: () => void): HTMLButtonElement =>
    el("button", { type: "button", title, onclick: act }, text);
  const toBrush = button("Zoom to it", "show the brushed span alone (z)", () => brushing.zoomToBrush());
  const all = button("All", "no brush (Esc)", () => brushing.select(null));
  const setA = button("Set A", "keep the brushed span to compare it with another (a)", () => brushing.keepAs("setA"));
  const setB = button("Set B", "keep the brushed span as the other one (b)", () => brushing.keepAs("setB"));
  const unzoom = button("Whole time", "show all of the time (0)", () => brushing.zoomTo(null));
  const wrong = el("span", { class: "warning", role: "status", id: "span-wrong" });
  [from, to].forEach((field) => field.setAttribute("aria-describedby", "span-wrong"));
  const kept = el("span", { class: "quiet" });
  const forget = button("Forget sets", "compare no spans", () => store.show({ setA: null, setB: null }));
  const element = el(
    "form",
    { class: "span-bar", "aria-label": "brushed span" },
    el("label", { class: "field" }, el("span", {}, "from"), from, "s"),
    el("label", { class: "field" }, el("span", {}, "to"), to, "s"),
    wrong,
    all,
    toBrush,
    button("+", "zoom in (+)", () => brushing.zoom(1 / 2)),
    button("−", "zoom out (-)", () => brushing.zoom(2)),
    button("‹", "further left (,)", () => brushing.pan(-1 / 4)),
    button("›", "further right (.)", () => brushing.pan(1 / 4)),
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
    tell(words);
  };
  const tell = (words: string): void => {
    say(wrong, words);
    [from, to].forEach((field) => field.setAttribute("aria-invalid", String(words !== "")));
  };
  // What is being typed is not overwritten by what the field before it has changed.
  const unfinished = new Set<HTMLInputElement>();
  [from, to].forEach((field) => {
    field.addEventListener("input", () => unfinished.add(field));
    field.addEventListener("keydown", (event) => {
      if (event.key === "Escape") {
        // What was typed goes with the brush.
        unfinished.clear();
        submitted = true;
        tell("");
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
    // Nor is what somebody is about to type over: to set a value lets go of what is selected in it.
    const isIdle = !unfinished.has(field) && document.activeElement !== field;
    if (field.value !== text && (submitted || isIdle)) {
      field.value = text;
    }
  };
  const changed = watch();
  const otherBrush = watch();

  const update = (): void => {
    const source = sourceA(store.state);
    const { brush, zoom, setA: a, setB: b } = store.state.shown;
    const span = source === null ? null : (brush ?? source.document.span);
    const isAgainst = idOfB(store.state) !== null;
    if (!changed(brush, zoom, a, b, source, span?.from, span?.to, isAgainst)) {
      return;
    }
    if (otherBrush(brush)) {
      tell("");
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
