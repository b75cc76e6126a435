import type { TagInfo } from "../data/model.ts";
import { el, changeDetector } from "./dom.ts";
import { isMain, nameOf } from "./tags.ts";

const MAX_CHIPS = 9;

export interface TagChips {
  readonly element: HTMLElement;
  update(all: readonly TagInfo[], chosen: readonly string[]): void;
}

/** Checkboxes for the drawn histograms: the main ones in a row, all others in a menu. */
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
    const main = all.filter(isMain).slice(0, MAX_CHIPS);
    const others = all.filter((info) => !main.includes(info));
    list.replaceChildren(...others.map(chip));
    more.hidden = others.length === 0;
    summary.textContent = `${others.length} more`;
    element.replaceChildren(el("legend", { class: "unseen" }, legend), ...main.map(chip), more);
  };
  const other = changeDetector();
  const update = (all: readonly TagInfo[], tags: readonly string[]): void => {
    chosen = tags;
    // The document changes while a log is read, mostly with the same tags; keep the focus then.
    if (other(JSON.stringify(all))) {
      build(all);
    }
    boxes.forEach((box, tag) => (box.checked = tags.includes(tag)));
  };
  return { element, update };
}
