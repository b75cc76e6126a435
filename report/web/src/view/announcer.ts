import { el } from "./dom.ts";

const AFTER_MILLIS = 400;

/** Announces a sentence to screen readers once the brush has not moved for a while. */
export function announcer(): { readonly element: HTMLElement; announce(sentence: string): void } {
  const element = el("div", { class: "unseen", "aria-live": "polite", id: "announcement" });
  let timer: number | undefined;
  let last: string | null = null;
  const announce = (sentence: string): void => {
    window.clearTimeout(timer);
    if (last === null) {
      // The first sentence describes the initial page, not a change by the user.
      last = sentence;
      return;
    }
    timer = window.setTimeout(() => {
      if (sentence !== last) {
        last = sentence;
        element.textContent = sentence;
      }
    }, AFTER_MILLIS);
  };
  return { element, announce };
}
