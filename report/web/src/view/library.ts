import type { SourceEntry } from "../data/model.ts";
import type { Source } from "../data/source.ts";
import { idOfA, idOfB, type Loaded } from "./state.ts";
import type { Store } from "./store.ts";

/** Fetches what is shown, keeps it, and tells when it grows. */
export class Library {
  private readonly store: Store;
  private readonly open: (entry: SourceEntry) => Promise<Source>;
  /** Redraws for growth are not made more often than this. */
  private static readonly GROWTH_MILLIS = 250;
  private growing: number | undefined;
  private readonly dropped = new Set<string>();

  constructor(store: Store, open: (entry: SourceEntry) => Promise<Source>) {
    this.store = store;
    this.open = open;
  }

  /** Sees to it that what is chosen is there or on its way. */
  fetchChosen(): void {
    const { state } = this.store;
    for (const id of [idOfA(state), idOfB(state)]) {
      const entry = state.entries.find((each) => each.id === id);
      if (entry !== undefined && !state.loaded.has(entry.id)) {
        void this.load(entry);
      }
    }
  }

  /** Takes over a list that was made anew. What could not be read, and is another now, is tried again. */
  relist(listed: readonly SourceEntry[]): void {
    const { entries, loaded } = this.store.state;
    const before = new Map(entries.map((entry) => [entry.id, JSON.stringify(entry)]));
    const now = [...listed, ...entries.filter((entry) => this.dropped.has(entry.id))];
    if (now.length === entries.length && now.every((entry) => before.get(entry.id) === JSON.stringify(entry))) {
      return;
    }
    const again = now.filter((entry) => loaded.get(entry.id)?.is === "failed" && before.get(entry.id) !== JSON.stringify(entry));
    const kept = [...loaded].filter(([id]) => !again.some((entry) => entry.id === id));
    this.store.change({ entries: now, loaded: new Map(kept) });
  }

  /** Adds one that was not in the manifest: a log that was dropped on the page. */
  add(source: Source): void {
    const { entries } = this.store.state;
    this.dropped.add(source.document.entry.id);
    this.store.change({ entries: [...entries, source.document.entry] });
    this.put(source.document.entry.id, { is: "ready", source });
  }

  private async load(entry: SourceEntry): Promise<void> {
    if (entry.state === "broken") {
      this.put(entry.id, { is: "failed", words: entry.problem ?? "it cannot be read" });
      return;
    }
    this.put(entry.id, { is: "loading" });
    try {
      const source = await this.open(entry);
      this.put(entry.id, { is: "ready", source });
      source.onGrowth(() => this.grown());
    } catch (error) {
      this.put(entry.id, { is: "failed", words: error instanceof Error ? error.message : String(error) });
    }
  }

  private grown(): void {
    this.growing ??= window.setTimeout(() => {
      this.growing = undefined;
      this.store.change({ growth: this.store.state.growth + 1 });
    }, Library.GROWTH_MILLIS);
  }

  private put(id: string, loaded: Loaded): void {
    this.store.change({ loaded: new Map(this.store.state.loaded).set(id, loaded) });
  }
}
