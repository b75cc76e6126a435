// Sanitising and measuring of external texts.

/** The font families, the same as in the command line's pictures. */
export const FONTS = "system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,'DejaVu Sans',sans-serif";

export const SMALL = 12;
export const NORMAL = 13;

const UNSHOWABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Cn}]/gu;
const NARROW = new Set("iljI.,:;|!'`()[]{} /\\-ftr");
const WIDE = new Set("mwMWGOQ%@&+=<>~#−→…");
const FIRST_IDEOGRAPH = 0x1100;
const ELLIPSIS = "…";

/**
 * Sanitises a text to a single line that every format can show: without line ends, control characters, unpaired
 * surrogates and bidirectional controls.
 */
export function plainText(text: string): string {
  return text.replace(UNSHOWABLE, "\ufffd");
}

/** Estimates the width of a text by the widths of DejaVu Sans, which is wider than most fonts. */
export function roughWidth(text: string, size: number, bold = false): number {
  let ems = 0;
  for (const character of text) {
    ems += emsOf(character);
  }
  return ems * size * (bold ? 1.1 : 1);
}

function emsOf(character: string): number {
  if (NARROW.has(character)) {
    return 0.38;
  }
  if (WIDE.has(character)) {
    return 0.9;
  }
  return (character.codePointAt(0) ?? 0) >= FIRST_IDEOGRAPH ? 1 : 0.64;
}

/** The text if it fits; else its two ends around an ellipsis, since names differ at either end. */
export function fitted(text: string, width: number, measure: (text: string) => number): string {
  if (measure(text) <= width) {
    return text;
  }
  const characters = [...text];
  let fits = 0;
  let tooMany = characters.length;
  while (tooMany - fits > 1) {
    const kept = (fits + tooMany) >>> 1;
    if (measure(ends(characters, kept)) <= width) {
      fits = kept;
    } else {
      tooMany = kept;
    }
  }
  return ends(characters, fits);
}

function ends(characters: readonly string[], kept: number): string {
  const head = (kept + 1) >>> 1;
  const tail = kept - head;
  return characters.slice(0, head).join("") + ELLIPSIS + characters.slice(characters.length - tail).join("");
}
