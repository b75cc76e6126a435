import type { Theme } from "../draw/theme.ts";
import type { Brushing } from "./brushing.ts";
import type { Library } from "./library.ts";
import type { Store } from "./store.ts";
import type { Sums } from "./sums.ts";
import type { Tip } from "./tip.ts";

/** What every view is given. */
export interface Context {
  readonly store: Store;
  readonly sums: Sums;
  readonly brushing: Brushing;
  readonly library: Library;
  /** A file's name, with that of the source in it. */
  file(what: string): string;
  /** The colours of pictures, as they are now. */
  theme(): Theme;
  readonly tip: Tip;
  /** Asks for a redraw, at the next frame. */
  redraw(): void;
  /** What went wrong and was not meant to. */
  failed(error: unknown): void;
}

/** A part of the page. */
export interface View {
  readonly element: HTMLElement;
  /** Called once a frame if anything changed; it looks itself whether that concerns it. */
  update(): void;
}
