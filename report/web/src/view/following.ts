import { onScreen, sourceA } from "./state.ts";
import type { Store } from "./store.ts";

/** What is on the screen follows the end of a run that goes on, if its end was on it and nothing is brushed. */
export function following(store: Store): () => void {
  let before: { readonly id: string; readonly end: number } | null = null;
  return () => {
    const source = sourceA(store.state);
    if (source === null) {
      return;
    }
    const { entry, span } = source.document;
    const { zoom, brush } = store.state.shown;
    const last = before;
    before = { id: entry.id, end: span.to };
    if (last !== null && last.id === entry.id && span.to > last.end && zoom !== null && brush === null) {
      const wasAtEnd = onScreen(store.state, source).to >= last.end - 1e-6;
      const by = span.to - last.end;
      store.show({ zoom: wasAtEnd ? { from: zoom.from + by, to: zoom.to + by } : zoom });
    }
  };
}
