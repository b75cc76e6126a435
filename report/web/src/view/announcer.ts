import { el } from "./dom.ts";

const AFTER_MILLIS = 400;

/** Says a sentence to who listens, once a brush has come to rest. */
export function announcer(): { readonly element: HTMLElement; announce(sentence: string): void } {
  const element = el("div", { class: "unseen", "aria-live": "polite", id: "announcement" });
  let timer: number | undefined;
  let last: string | null = null;
  const announce = (sentence: string): void => {
    window.clearTimeout(timer);
    if (last === null) {
      // The first one is on the page already; nobody has done anything yet.
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
