// All elements are created here, so that text of a log is always inserted as text, never as HTML.

export type Child = Node | string | null;

type Value = string | number | boolean | null | undefined | ((event: never) => void);

/**
 * Creates an element with attributes and children. A function is a listener (`onclick`), true an attribute without a
 * value; null, undefined and false omit the attribute.
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

/** Replaces the children of an element. */
export function fill(element: HTMLElement, ...children: readonly Child[]): void {
  element.replaceChildren(...children.filter((child) => child !== null));
}

/**
 * Replaces the children of an element. If an old child has the focus, it moves to the new one with the same `data-key`.
 */
export function replaceKeepingFocus(element: HTMLElement, ...children: readonly Node[]): void {
  const focused = element.contains(document.activeElement) ? document.activeElement?.getAttribute("data-key") : null;
  element.replaceChildren(...children);
  if (focused !== null && focused !== undefined) {
    const again = [...element.querySelectorAll<HTMLElement>("[data-key]")].find((each) => each.dataset["key"] === focused);
    again?.focus({ preventScroll: true });
  }
}

/** Sets a text only if it differs, because screen readers announce a live region each time it is set. */
export function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) {
    element.textContent = text;
  }
}

/** A labelled drop-down list. */
export function choice(
  label: string,
  options: readonly (readonly [value: string, text: string])[],
  changed: (value: string) => void,
): { readonly element: HTMLLabelElement; readonly select: HTMLSelectElement } {
  const select = el("select", { onchange: () => changed(select.value) });
  options.forEach(([value, text]) => select.append(el("option", { value }, text)));
  return { element: el("label", { class: "field" }, el("span", {}, label), select), select };
}

/** Creates a function that returns whether any of its arguments has changed since its last call. */
export function changeDetector(): (...values: readonly unknown[]) => boolean {
  let last: readonly unknown[] | null = null;
  return (...values) => {
    const before = last;
    last = values;
    return before === null || values.some((value, i) => value !== before[i]);
  };
}
