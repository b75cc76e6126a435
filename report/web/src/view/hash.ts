import type { Span } from "../data/model.ts";
import { NOTHING_CHOSEN, type Shown, type ThemeChoice, type UnitChoice } from "./state.ts";

/** Units as written in an address, without µ. */
const UNITS: Readonly<Record<string, UnitChoice>> = { ns: "ns", us: "µs", ms: "ms", s: "s" };
const RECORDED: Readonly<Record<string, number>> = { ns: 1, us: 1e3, ms: 1e6, s: 1e9 };
const THEMES: readonly ThemeChoice[] = ["auto", "light", "dark"];
const ID = /^[A-Za-z0-9_-]{1,200}$/;
const MOMENT = /^-?\d{1,15}(\.\d{1,6})?$/;
const PLACE = /^\d{1,4}$/;
const MAX_NAMES = 100;
const MAX_TEXT_LENGTH = 500;

/** Encodes the view for the address, after the "#". Defaults are omitted. */
export function encode(shown: Shown): string {
  const out = new URLSearchParams();
  put(out, "a", shown.a);
  put(out, "b", shown.b);
  put(out, "more", shown.more.length === 0 ? null : shown.more.join(","));
  shown.tags?.forEach((tag) => out.append("tag", tag));
  if (shown.tags?.length === 0) {
    out.append("no-tag", "1");
  }
  put(out, "heat", shown.heat);
  put(out, "brush", span(shown.brush));
  put(out, "set-a", span(shown.setA));
  put(out, "set-b", span(shown.setB));
  put(out, "zoom", span(shown.zoom));
  put(out, "unit", shown.unit === "auto" ? null : shown.unit.replace("µ", "u"));
  put(out, "recorded", Object.keys(RECORDED).find((unit) => unit !== "ns" && RECORDED[unit] === shown.recorded) ?? null);
  put(out, "theme", shown.theme === "auto" ? null : shown.theme);
  put(out, "values", shown.linear ? "linear" : null);
  put(out, "sla", shown.sla === "" ? null : shown.sla);
  put(out, "without", shown.without.length === 0 ? null : shown.without.join(","));
  return out.toString();
}

/** Decodes the view from an address. Invalid values are ignored. */
export function decode(hash: string): Shown {
  const asked = new URLSearchParams(hash.replace(/^#/, ""));
  return {
    a: id(asked.get("a")),
    b: id(asked.get("b")),
    more: ids(asked.get("more")),
    tags: tags(asked),
    heat: short(asked.get("heat")),
    brush: toSpan(asked.get("brush")),
    setA: toSpan(asked.get("set-a")),
    setB: toSpan(asked.get("set-b")),
    zoom: toSpan(asked.get("zoom")),
    unit: unitOf(asked.get("unit")),
    recorded: recorded(asked.get("recorded")),
    theme: THEMES.find((theme) => theme === asked.get("theme")) ?? NOTHING_CHOSEN.theme,
    linear: asked.get("values") === "linear",
    sla: short(asked.get("sla")) ?? "",
    without: places(asked.get("without")),
  };
}

function put(out: URLSearchParams, key: string, value: string | null): void {
  if (value !== null) {
    out.append(key, value);
  }
}

function span(of: Span | null): string | null {
  return of === null ? null : `${decimal(of.from)}_${decimal(of.to)}`;
}

/** Formats to a nanosecond, without an exponent. */
function decimal(millis: number): string {
  return millis.toFixed(6).replace(/\.?0+$/, "");
}

function toSpan(text: string | null): Span | null {
  const [from = "", to = "", ...more] = (text ?? "").split("_");
  if (!MOMENT.test(from) || !MOMENT.test(to) || more.length > 0 || Number(from) >= Number(to)) {
    return null;
  }
  return { from: Number(from), to: Number(to) };
}

function unitOf(text: string | null): UnitChoice {
  return (text !== null && Object.hasOwn(UNITS, text) ? UNITS[text] : undefined) ?? NOTHING_CHOSEN.unit;
}

function recorded(text: string | null): number {
  return (text !== null && Object.hasOwn(RECORDED, text) ? RECORDED[text] : undefined) ?? NOTHING_CHOSEN.recorded;
}

function id(text: string | null): string | null {
  return text !== null && ID.test(text) ? text : null;
}

function ids(text: string | null): readonly string[] {
  return [...new Set((text ?? "").split(",").filter((each) => ID.test(each)))].slice(0, MAX_NAMES);
}

function short(text: string | null): string | null {
  return text !== null && text.length <= MAX_TEXT_LENGTH ? text : null;
}

function tags(asked: URLSearchParams): readonly string[] | null {
  const named = [...new Set(asked.getAll("tag"))].filter((tag) => tag.length <= MAX_TEXT_LENGTH).slice(0, MAX_NAMES);
  return named.length > 0 ? named : asked.has("no-tag") ? [] : null;
}

function places(text: string | null): readonly number[] {
  const found = (text ?? "").split(",").filter((place) => PLACE.test(place)).map(Number);
  return [...new Set(found)].slice(0, MAX_NAMES);
}
