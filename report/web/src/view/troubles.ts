import type { Context, View } from "./context.ts";
import { el, watch } from "./dom.ts";
import { idsShown, loadedOf, type State } from "./state.ts";
import { visible } from "./tags.ts";

/** What is on its way, what could not be shown, and what went wrong: in words, never a blank page. */
export function troublesView({ store }: Context): View {
  const element = el("div", { class: "troubles" });
  const changed = watch();
  const update = (): void => {
    const state = store.state;
    if (!changed(state.entries, state.loaded, state.troubles, idsShown(state).join())) {
      return;
    }
    element.replaceChildren(
      ...waiting(state).map((words) => el("p", { role: "status", class: "waiting" }, words)),
      ...broken(state).map((words) => el("p", { role: "alert", class: "trouble" }, `✕ ${words}`)),
      ...state.troubles.map((words) => trouble(words)),
    );
  };
  const trouble = (words: string): HTMLElement => {
    const forget = (): void => store.change({ troubles: store.state.troubles.filter((each) => each !== words) });
    const close = el("button", { type: "button", "aria-label": "close this message", onclick: forget }, "×");
    return el("p", { role: "alert", class: "trouble" }, `✕ ${visible(words)} `, close);
  };
  return { element, update };
}

function waiting(state: State): readonly string[] {
  if (state.entries.length === 0) {
    return ["There is nothing here yet. Drop a HdrHistogram log on this page, or open one: it is read here alone, and nothing of it leaves this machine."];
  }
  return names(state, "loading").map(({ name }) => `Reading ${name}…`);
}

function broken(state: State): readonly string[] {
  return names(state, "failed").map(({ name, words }) => `${name} cannot be shown: ${words}`);
}

function names(state: State, is: "loading" | "failed"): readonly { readonly name: string; readonly words: string }[] {
  return idsShown(state).flatMap((id) => {
    const loaded = loadedOf(state, id);
    const name = state.entries.find((entry) => entry.id === id)?.name ?? "";
    return loaded?.is === is ? [{ name: visible(name), words: loaded.is === "failed" ? visible(loaded.words) : "" }] : [];
  });
}
