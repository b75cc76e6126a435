import { dark, light, print, type Theme } from "../draw/theme.ts";
import type { Store } from "./store.ts";

const DARK = "(prefers-color-scheme: dark)";

/** Applies the chosen theme to the page, and returns the current one for pictures. */
export function followTheme(store: Store, redraw: () => void): () => Theme {
  const wish = window.matchMedia(DARK);
  let printing = false;
  const current = (): Theme => {
    const chosen = store.state.shown.theme;
    return printing ? print : chosen === "dark" || (chosen === "auto" && wish.matches) ? dark : light;
  };
  const apply = (): void => {
    document.documentElement.dataset["theme"] = current().name;
  };
  const printingIs = (on: boolean) => (): void => {
    printing = on;
    apply();
    redraw();
  };
  wish.addEventListener("change", () => {
    apply();
    redraw();
  });
  window.addEventListener("beforeprint", printingIs(true));
  window.addEventListener("afterprint", printingIs(false));
  store.subscribe(apply);
  apply();
  return current;
}
