import type { Pointed, Shown, State } from "./state.ts";

/** The one place where the state changes. A state is never changed itself, only followed by another. */
export class Store {
  private current: State;
  private readonly listeners = new Set<() => void>();

  constructor(first: State) {
    this.current = first;
  }

  get state(): State {
    return this.current;
  }

  /** Calls back after each change; the answer ends that. */
  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  change(part: Partial<State>): void {
    if (differs(this.current, part)) {
      this.current = { ...this.current, ...part };
      this.listeners.forEach((listener) => listener());
    }
  }

  show(part: Partial<Shown>): void {
    if (differs(this.current.shown, part)) {
      this.change({ shown: { ...this.current.shown, ...part } });
    }
  }

  point(part: Partial<Pointed>): void {
    if (differs(this.current.pointed, part)) {
      this.change({ pointed: { ...this.current.pointed, ...part } });
    }
  }

  /** Something went wrong that a reader should know. Said once, however often it happens. */
  trouble(words: string): void {
    if (!this.current.troubles.includes(words)) {
      this.change({ troubles: [...this.current.troubles, words] });
    }
  }
}

function differs<T extends object>(before: T, part: Partial<T>): boolean {
  return (Object.keys(part) as (keyof T)[]).some((key) => before[key] !== part[key]);
}
