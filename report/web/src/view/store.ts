import type { Pointed, Shown, State } from "./state.ts";

/** Holds the state and notifies listeners of changes. States are immutable; a change replaces the state. */
export class Store {
  private current: State;
  private readonly listeners = new Set<() => void>();

  constructor(first: State) {
    this.current = first;
  }

  get state(): State {
    return this.current;
  }

  /** Registers a listener for changes; the returned function removes it. */
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

  /** Adds an error message for the reader, unless it is already shown. */
  addMessage(words: string): void {
    if (!this.current.messages.includes(words)) {
      this.change({ messages: [...this.current.messages, words] });
    }
  }
}

function differs<T extends object>(before: T, part: Partial<T>): boolean {
  return (Object.keys(part) as (keyof T)[]).some((key) => before[key] !== part[key]);
}
