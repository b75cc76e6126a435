import { hexOf } from "./colour.ts";
import { kindColours } from "./kinds.ts";

/** The colours of pictures. */
export interface Theme {
  readonly name: "light" | "dark" | "print";
  readonly paper: string;
  /** The background of an empty part of a plot. */
  readonly empty: string;
  readonly ink: string;
  readonly softInk: string;
  readonly frame: string;
  readonly grid: string;
  readonly faintGrid: string;
  /** For values that violate a limit. */
  readonly warning: string;
  /** The outline of the brush. */
  readonly brush: string;
  /** Distinguishable with any colour vision. */
  readonly series: readonly string[];
  /** Of kinds of stalls, see `kindColour`. */
  readonly kinds: readonly string[];
  /** From few to many, in perceptually equal steps, also in grey. */
  readonly heat: readonly string[];
}

const HEAT_STEPS = 40;
const DARK_HUES = [300, 95] as const;
const LIGHT_HUES = [160, 300] as const;

function heat(
  lightness: readonly [number, number],
  hues: readonly [number, number],
  chroma: number,
): readonly string[] {
  return Array.from({ length: HEAT_STEPS }, (_, i) => {
    const at = i / (HEAT_STEPS - 1);
    const between = ([from, to]: readonly [number, number]) => from + (to - from) * at;
    return hexOf({ lightness: between(lightness), hue: between(hues), chroma });
  });
}

/**
 * The series' colours are those of Masataka Okabe and Kei Ito (Color Universal Design, 2002), without their yellow,
 * which is too pale for a line on white: the same as in the pictures that the command line makes.
 */
export const light: Theme = {
  name: "light",
  paper: "#ffffff",
  empty: "#f6f8fa",
  ink: "#1f2328",
  softInk: "#59636e",
  frame: "#8c959f",
  grid: "#dde2e7",
  faintGrid: "#f1f3f5",
  warning: "#b54700",
  brush: "#0969da",
  series: ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000"],
  kinds: kindColours([0.42, 0.55, 0.66, 0.75], "#4a525b"),
  heat: heat([0.81, 0.26], LIGHT_HUES, 0.125),
};

/** The same hues, lighter. */
export const dark: Theme = {
  name: "dark",
  paper: "#0d1117",
  empty: "#151b23",
  ink: "#f0f6fc",
  softInk: "#9aa4b0",
  frame: "#656c76",
  grid: "#2a313a",
  faintGrid: "#1b2129",
  warning: "#f0883e",
  brush: "#58a6ff",
  series: ["#2f86d6", "#e8641f", "#14b083", "#d98abb", "#f2b632", "#86ccf5", "#ffffff"],
  kinds: kindColours([0.52, 0.64, 0.76, 0.86], "#c5ccd4"),
  heat: heat([0.44, 0.95], DARK_HUES, 0.135),
};

/** For paper: the light theme with less grey. */
export const print: Theme = {
  ...light,
  name: "print",
  empty: "#f4f4f4",
  ink: "#000000",
  softInk: "#3d444d",
  frame: "#59636e",
  grid: "#d0d7de",
};
