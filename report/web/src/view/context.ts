import type { Theme } from "../draw/theme.ts";
import type { Brushing } from "./brushing.ts";
import type { Library } from "./library.ts";
import type { Store } from "./store.ts";
import type { Sums } from "./sums.ts";
import type { Tip } from "./tip.ts";

/** Services that every view uses. */
export interface Context {
  readonly store: Store;
  readonly sums: Sums;
  readonly brushing: Brushing;
  readonly library: Library;
  /** A file name that contains the source's name. */
  file(what: string): string;
  /** The current colours of pictures. */
  theme(): Theme;
  readonly tip: Tip;
  /** Requests a redraw at the next frame. */
  redraw(): void;
  /** Reports an unexpected error. */
  failed(error: unknown): void;
}

/** A part of the page. */
export interface View {
  readonly element: HTMLElement;
  /** Called once per frame if anything changed; the view checks whether it is affected. */
  update(): void;
}
