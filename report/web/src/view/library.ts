import type { SourceEntry } from "../data/model.ts";
import { isGrowing } from "../data/open.ts";
import type { Source } from "../data/source.ts";
import { idsShown, type Loaded } from "./state.ts";
import type { Store } from "./store.ts";

/** A source, with a function that ends following it if it is followed. */
export interface Opened {
  readonly source: Source;
  readonly close?: () => void;
}

/** Opens the shown sources, caches them, and reports their growth to the store. */
export class Library {
  private readonly store: Store;
  private readonly open: (entry: SourceEntry) => Promise<Opened>;
  /** The minimum time between redraws for growth. */
  private static readonly GROWTH_MILLIS = 250;
  /** A browser has six connections per server; event streams must leave some for requests. */
  private static readonly MAX_FOLLOWED = 4;
  private growing: number | undefined;
  private lastGrowth = -Infinity;
  private readonly dropped = new Set<string>();
  private readonly followed = new Map<string, Required<Opened>>();

  constructor(store: Store, open: (entry: SourceEntry) => Promise<Opened>) {
    this.store = store;
    this.open = open;
  }

  /** Opens the chosen sources that are not loaded yet. */
  fetchChosen(): void {
    this.stopUnusedFollowing();
    const { state } = this.store;
    for (const id of idsShown(state)) {
      const entry = state.entries.find((each) => each.id === id);
      if (entry !== undefined && !state.loaded.has(entry.id)) {
        void this.load(entry);
      }
    }
  }

  /**
   * Stops following sources that are no longer chosen, as each event stream takes one of the browser's few connections. A
   * source that was still growing is fetched again when it is chosen again.
   */
  private stopUnusedFollowing(): void {
    const { state } = this.store;
    const chosen = idsShown(state);
    const gone = [...this.followed].filter(([id]) => !chosen.includes(id));
    for (const [id, { close }] of gone) {
      this.followed.delete(id);
      close();
    }
    const lacking = new Set(gone.filter(([, { source }]) => isGrowing(source.document)).map(([id]) => id));
    if (lacking.size > 0) {
      this.store.change({ loaded: new Map([...state.loaded].filter(([id]) => !lacking.has(id))) });
    }
  }

  /** Takes over a new list of entries. Sources that failed and whose entries have changed are retried. */
  updateList(listed: readonly SourceEntry[]): void {
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

  /** Adds a source that is not in the manifest: a log that was dropped on the page. */
  add(source: Source): void {
    const { entries } = this.store.state;
    this.dropped.add(source.document.entry.id);
    this.store.change({ entries: [...entries, source.document.entry] });
    this.put(source.document.entry.id, { is: "ready", source });
  }

  private async load(entry: SourceEntry): Promise<void> {
    this.put(entry.id, { is: "loading" });
    try {
      const { source, close } = await this.open(entry);
      // A killed run is shown as far as it was written.
      if (entry.state === "broken" && source.document.tags.length === 0) {
        throw new Error("none of it can be read");
      }
      if (close !== undefined && this.followed.size >= Library.MAX_FOLLOWED) {
        close();
      } else if (close !== undefined) {
        this.followed.set(entry.id, { source, close });
      }
      this.put(entry.id, { is: "ready", source });
      source.onGrowth(() => this.grown());
    } catch (error) {
      const words = error instanceof Error ? error.message : String(error);
      this.put(entry.id, { is: "failed", words: entry.problem ?? words });
    }
  }

  /** Signals growth, at most once per GROWTH_MILLIS. */
  private grown(): void {
    const wait = this.lastGrowth + Library.GROWTH_MILLIS - performance.now();
    this.growing ??= window.setTimeout(() => {
      this.growing = undefined;
      this.lastGrowth = performance.now();
      this.store.change({ growth: this.store.state.growth + 1 });
    }, Math.max(0, wait));
  }

  private put(id: string, loaded: Loaded): void {
    this.store.change({ loaded: new Map(this.store.state.loaded).set(id, loaded) });
  }
}
