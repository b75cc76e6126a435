import type { TagInfo } from "../data/model.ts";
import { el, watch } from "./dom.ts";
import { isMain, nameOf } from "./tags.ts";

const MOST_CHIPS = 9;

export interface TagChips {
  readonly element: HTMLElement;
  update(all: readonly TagInfo[], chosen: readonly string[]): void;
}

/** Which histograms are drawn: the main ones side by side, all others in a list that opens. */
export function tagChips(legend: string, changed: (tags: readonly string[]) => void): TagChips {
  const element = el("fieldset", { class: "chips" });
  const list = el("div", { class: "menu-list" });
  const summary = el("summary", {}, "more");
  const more = el("details", { class: "menu" }, summary, list);
  let chosen: readonly string[] = [];
  const boxes = new Map<string, HTMLInputElement>();
  const chip = (info: TagInfo): HTMLLabelElement => {
    const box = el("input", { type: "checkbox" });
    box.addEventListener("change", () => {
      changed(box.checked ? [...chosen, info.tag] : chosen.filter((tag) => tag !== info.tag));
    });
    boxes.set(info.tag, box);
    return el("label", { class: "chip" }, box, nameOf(info));
  };
  const build = (all: readonly TagInfo[]): void => {
    boxes.clear();
    const main = all.filter(isMain).slice(0, MOST_CHIPS);
    const others = all.filter((info) => !main.includes(info));
    list.replaceChildren(...others.map(chip));
    more.hidden = others.length === 0;
    summary.textContent = `${others.length} more`;
    element.replaceChildren(el("legend", { class: "unseen" }, legend), ...main.map(chip), more);
  };
  const other = watch();
  const update = (all: readonly TagInfo[], tags: readonly string[]): void => {
    chosen = tags;
    // A log that is read is told anew each time, mostly with the same tags: where the focus is, it stays.
    if (other(JSON.stringify(all))) {
      build(all);
    }
    boxes.forEach((box, tag) => (box.checked = tags.includes(tag)));
  };
  return { element, update };
}
