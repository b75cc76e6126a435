import type { Context, View } from "./context.ts";
import { el, changeDetector } from "./dom.ts";
import { idsShown, loadedOf, type State } from "./state.ts";
import { visible } from "./tags.ts";

/** Messages: sources that are loading, sources that cannot be shown, and errors. */
export function messagesView({ store }: Context): View {
  const element = el("div", { class: "messages" });
  const changed = changeDetector();
  const update = (): void => {
    const state = store.state;
    if (!changed(state.entries, state.loaded, state.messages, idsShown(state).join())) {
      return;
    }
    element.replaceChildren(
      ...waiting(state).map((words) => el("p", { role: "status", class: "waiting" }, words)),
      ...broken(state).map((words) => el("p", { role: "alert", class: "message" }, `✕ ${words}`)),
      ...state.messages.map((words) => message(words)),
    );
  };
  const message = (words: string): HTMLElement => {
    const forget = (): void => store.change({ messages: store.state.messages.filter((each) => each !== words) });
    const close = el("button", { type: "button", "aria-label": "close this message", onclick: forget }, "×");
    return el("p", { role: "alert", class: "message" }, `✕ ${visible(words)} `, close);
  };
  return { element, update };
}

function waiting(state: State): readonly string[] {
  if (state.entries.length === 0) {
    return ["Nothing is open. Drop an HdrHistogram log on this page, or open one. It is read in the browser and stays on this machine."];
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
