// Colours by perceived lightness: Björn Ottosson's OKLab (2020), in its polar form.

type Rgb = readonly [number, number, number];

/** Lightness 0 to 1, chroma 0 to about 0.3, hue in degrees. */
export interface Oklch {
  readonly lightness: number;
  readonly chroma: number;
  readonly hue: number;
}

/** The colour as "#rrggbb"; a colour outside of sRGB loses chroma until it fits, and keeps its lightness. */
export function hexOf(colour: Oklch): string {
  let chroma = colour.chroma;
  let rgb = linearRgb({ ...colour, chroma });
  while (chroma > 0 && rgb.some((each) => each < -0.001 || each > 1.001)) {
    chroma -= 0.004;
    rgb = linearRgb({ ...colour, chroma });
  }
  return "#" + rgb.map((each) => byteOf(each).toString(16).padStart(2, "0")).join("");
}

function linearRgb({ lightness, chroma, hue }: Oklch): Rgb {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

function byteOf(linear: number): number {
  const bound = Math.min(1, Math.max(0, linear));
  return Math.round(255 * (bound <= 0.0031308 ? 12.92 * bound : 1.055 * bound ** (1 / 2.4) - 0.055));
}

/** The relative luminance of a colour "#rrggbb", 0 to 1, as defined by WCAG 2. */
export function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast ratio of two colours, 1 to 21, as defined by WCAG 2. */
export function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}
