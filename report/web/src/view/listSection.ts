import type { Context } from "./context.ts";
import { el } from "./dom.ts";
import { tableButton } from "./exports.ts";
import type { TableModel } from "./table.ts";

/** A part of the page that is a long list: a sentence on it, its first ones, and a button for the others. */
export interface ListSection {
  readonly element: HTMLElement;
  readonly sentence: HTMLElement;
  /** Whether all are asked for. */
  readonly isLong: () => boolean;
  /** What the button says: null if there are no others. */
  offer(others: string | null): void;
}

/**
 * @param model the list as a file has it
 * @param inside what stands between the sentence and the button, and what after it
 */
export function listSection(
  context: Context,
  id: string,
  title: string,
  model: () => TableModel | null,
  inside: { readonly list: HTMLElement; readonly after?: readonly Node[] },
): ListSection {
  let isLong = false;
  const sentence = el("p", { class: "of" });
  const all = el("button", { type: "button", class: "others" });
  all.addEventListener("click", () => {
    isLong = !isLong;
    context.redraw();
  });
  const element = el(
    "section",
    { id, "aria-labelledby": `${id}-title` },
    el("header", {}, el("h2", { id: `${id}-title` }, title),
      el("div", { class: "tools end" }, tableButton(() => context.file(id), model))),
    sentence,
    inside.list,
    all,
    ...(inside.after ?? []),
  );
  const offer = (others: string | null): void => {
    all.hidden = others === null;
    all.textContent = others;
  };
  return { element, sentence, isLong: () => isLong, offer };
}
