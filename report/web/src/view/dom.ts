// Elements are made here and nowhere else, so that text of a log can only ever become text.

export type Child = Node | string | null;

type Value = string | number | boolean | null | undefined | ((event: never) => void);

/**
 * An element with its attributes and children. A function is a listener (`onclick`), true an attribute without a
 * value, and null, undefined or false leave the attribute out.
 */
export function el<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Readonly<Record<string, Value>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    set(element, key, value);
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

function set(element: HTMLElement, key: string, value: Value): void {
  if (typeof value === "function") {
    element.addEventListener(key.slice(2), value as EventListener);
  } else if (value === true) {
    element.setAttribute(key, "");
  } else if (value !== null && value !== undefined && value !== false) {
    element.setAttribute(key, String(value));
  }
}

/** Gives an element other children. */
export function fill(element: HTMLElement, ...children: readonly Child[]): void {
  element.replaceChildren(...children.filter((child) => child !== null));
}

/**
 * Gives an element children that were made anew. If the focus was on one of the old ones, it goes to the new one of the
 * same `data-key`.
 */
export function renew(element: HTMLElement, ...children: readonly Node[]): void {
  const focused = element.contains(document.activeElement) ? document.activeElement?.getAttribute("data-key") : null;
  element.replaceChildren(...children);
  if (focused !== null && focused !== undefined) {
    const again = [...element.querySelectorAll<HTMLElement>("[data-key]")].find((each) => each.dataset["key"] === focused);
    again?.focus({ preventScroll: true });
  }
}

/** Sets a text only if it is another one: a live region speaks up whenever it is set. */
export function say(element: HTMLElement, text: string): void {
  if (element.textContent !== text) {
    element.textContent = text;
  }
}

/** A list to choose from. */
export function choice(
  label: string,
  options: readonly (readonly [value: string, text: string])[],
  changed: (value: string) => void,
): { readonly element: HTMLLabelElement; readonly select: HTMLSelectElement } {
  const select = el("select", { onchange: () => changed(select.value) });
  options.forEach(([value, text]) => select.append(el("option", { value }, text)));
  return { element: el("label", { class: "field" }, el("span", {}, label), select), select };
}

/** Whether any of the values given is another than last time. */
export function watch(): (...values: readonly unknown[]) => boolean {
  let last: readonly unknown[] | null = null;
  return (...values) => {
    const before = last;
    last = values;
    return before === null || values.some((value, i) => value !== before[i]);
  };
}
