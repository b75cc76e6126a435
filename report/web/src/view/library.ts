import type { SourceEntry } from "../data/model.ts";
import { isGrowing } from "../data/open.ts";
import type { Source } from "../data/source.ts";
import { idsShown, type Loaded } from "./state.ts";
import type { Store } from "./store.ts";

/** A source, and what ends its following; without that it is not followed. */
export interface Opened {
  readonly source: Source;
  readonly close?: () => void;
}

/** Fetches what is shown, keeps it, and tells when it grows. */
export class Library {
  private readonly store: Store;
  private readonly open: (entry: SourceEntry) => Promise<Opened>;
  /** Redraws for growth are not made more often than this. */
  private static readonly GROWTH_MILLIS = 250;
  /** A browser has six connections to one server: more that listen leave none to ask with. */
  private static readonly MOST_FOLLOWED = 4;
  private growing: number | undefined;
  private lastGrowth = -Infinity;
  private readonly dropped = new Set<string>();
  private readonly followed = new Map<string, Required<Opened>>();

  constructor(store: Store, open: (entry: SourceEntry) => Promise<Opened>) {
    this.store = store;
    this.open = open;
  }

  /** Sees to it that what is chosen is there or on its way. */
  fetchChosen(): void {
    this.letGo();
    const { state } = this.store;
    for (const id of idsShown(state)) {
      const entry = state.entries.find((each) => each.id === id);
      if (entry !== undefined && !state.loaded.has(entry.id)) {
        void this.load(entry);
      }
    }
  }

  /**
   * Ends the following of what is chosen no more: a browser has few connections to one server, and each that listens
   * takes one. What went on then is fetched anew if it is chosen again.
   */
  private letGo(): void {
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
    this.put(entry.id, { is: "loading" });
    try {
      const { source, close } = await this.open(entry);
      // Of a run that was killed, what it had written is there to be seen.
      if (entry.state === "broken" && source.document.tags.length === 0) {
        throw new Error("nothing of it can be read");
      }
      if (close !== undefined && this.followed.size >= Library.MOST_FOLLOWED) {
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

  /** At once, unless that was done a moment ago. */
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
