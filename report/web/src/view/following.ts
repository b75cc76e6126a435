import { visibleSpan, sourceA } from "./state.ts";
import type { Store } from "./store.ts";

/** Scrolls with the end of a growing run, if its end was visible and there is no brush. */
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
      const wasAtEnd = visibleSpan(store.state, source).to >= last.end - 1e-6;
      const by = span.to - last.end;
      store.show({ zoom: wasAtEnd ? { from: zoom.from + by, to: zoom.to + by } : zoom });
    }
  };
}
