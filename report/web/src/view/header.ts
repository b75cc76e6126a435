import type { Context, View } from "./context.ts";
import { choice, el, setText, changeDetector } from "./dom.ts";
import { readingBar } from "./reading.ts";
import { dateOf } from "./sources.ts";
import { idOfA, idOfB, idsOfMore, sourceA, type ThemeChoice, type UnitChoice } from "./state.ts";
import { visible } from "./tags.ts";
import { isUnitAssumed } from "./assumedUnit.ts";

const UNITS: readonly UnitChoice[] = ["auto", "ns", "µs", "ms", "s"];
const THEMES: readonly ThemeChoice[] = ["auto", "light", "dark"];
const RECORDED = [["1", "ns (assumed)"], ["1000", "µs"], ["1000000", "ms"], ["1000000000", "s"]] as const;

/** The header: the name of the source, and the display settings. */
export function headerView({ store }: Context, showHelp: () => void, drop: HTMLElement): View {
  const title = el("h1");
  const live = el("span", { class: "live", hidden: true }, "● live");
  const reading = readingBar();
  const began = el("span", { class: "quiet" });
  const unit = choice("unit", UNITS.map((each) => [each, each]), (value) =>
    store.show({ unit: UNITS.find((each) => each === value) ?? "auto" }));
  const theme = choice("theme", THEMES.map((each) => [each, each]), (value) =>
    store.show({ theme: THEMES.find((each) => each === value) ?? "auto" }));
  const recorded = choice("recorded in", RECORDED, (value) => store.show({ recorded: Number(value) }));
  recorded.element.title = "the log does not say the unit of its values; choose it here";
  const help = el("button", { type: "button", title: "keys (?)", onclick: showHelp }, "?");
  const element = el(
    "header",
    { class: "page" },
    el("span", { class: "brand" }, "takt"),
    title,
    live,
    reading.element,
    began,
    el("div", { class: "tools end" }, recorded.element, unit.element, theme.element, drop, help),
  );
  const changed = changeDetector();

  const update = (): void => {
    const state = store.state;
    const a = state.entries.find((entry) => entry.id === idOfA(state));
    const b = state.entries.find((entry) => entry.id === idOfB(state));
    const source = sourceA(state);
    const running = (source?.document.entry ?? a)?.state === "running";
    if (!changed(a, b, source, source?.document, state.shown, running)) {
      return;
    }
    const more = idsOfMore(state).length;
    const others = more === 0 ? "" : ` and ${more} more`;
    const name = a === undefined ? "no run" : visible(a.name) + (b === undefined ? "" : ` against ${visible(b.name)}`) + others;
    setText(title, name);
    document.title = `${name} · Takt`;
    live.hidden = !running;
    reading.update(source?.document ?? null);
    began.textContent = a?.began === undefined ? "" : dateOf(a.began);
    unit.select.value = state.shown.unit;
    theme.select.value = state.shown.theme;
    recorded.select.value = String(state.shown.recorded);
    recorded.element.hidden = source === null || !isUnitAssumed(source);
  };
  return { element, update };
}
