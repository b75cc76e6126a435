import type { Context } from "./context.ts";
import { el } from "./dom.ts";
import { tableButton } from "./exports.ts";
import type { TableModel } from "./table.ts";

/** A section with a long list: a sentence, the first items, and a button for the others. */
export interface ListSection {
  readonly element: HTMLElement;
  readonly sentence: HTMLElement;
  /** Whether all items are shown. */
  readonly isLong: () => boolean;
  /** Sets the button's text; null if there are no other items. */
  offer(others: string | null): void;
}

/**
 * @param model returns the list as a table for export
 * @param inside the content between the sentence and the button, and after the button
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
