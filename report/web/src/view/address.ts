import { decode, encode } from "./hash.ts";
import type { Store } from "./store.ts";

/** Changes within this time are one step of the browser's history. */
const ONE_STEP_MILLIS = 700;
const WRITE_AFTER_MILLIS = 120;

/** Synchronises the page's address and its state, in both directions. */
export function keepInAddress(store: Store): void {
  let written = encode(store.state.shown);
  let lastPush = -Infinity;
  let timer: number | undefined;

  const write = (): void => {
    timer = undefined;
    const hash = encode(store.state.shown);
    if (hash === written) {
      return;
    }
    written = hash;
    const now = performance.now();
    const url = hash === "" ? location.pathname + location.search : `#${hash}`;
    put(now - lastPush > ONE_STEP_MILLIS, url);
    lastPush = now;
  };

  store.subscribe(() => {
    // Browsers reject too frequent changes of the address.
    timer ??= window.setTimeout(write, WRITE_AFTER_MILLIS);
  });

  const read = (): void => {
    window.clearTimeout(timer);
    timer = undefined;
    const shown = decode(location.hash);
    written = encode(shown);
    store.change({ shown });
  };
  window.addEventListener("popstate", read);
  window.addEventListener("hashchange", () => {
    if (location.hash.replace(/^#/, "") !== written) {
      read();
    }
  });
}

function put(step: boolean, url: string): void {
  if (step) {
    history.pushState(null, "", url);
  } else {
    history.replaceState(null, "", url);
  }
}
