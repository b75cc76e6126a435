import type { SourceEntry } from "../data/model.ts";
import type { Source } from "../data/source.ts";
import { keepInAddress } from "./address.ts";
import { announcer } from "./announcer.ts";
import { brushFigures } from "./brushFigures.ts";
import { Brushing } from "./brushing.ts";
import { causesView } from "./causes.ts";
import { compareView } from "./compare.ts";
import type { Context, View } from "./context.ts";
import { el } from "./dom.ts";
import { droppedLogs } from "./drop.ts";
import { fileName } from "./exports.ts";
import { following } from "./following.ts";
import { decode } from "./hash.ts";
import { headerView } from "./header.ts";
import { heatView } from "./heat.ts";
import { journeysView } from "./journeys.ts";
import { keyboard } from "./keyboard.ts";
import { Library, type Opened } from "./library.ts";
import { overviewView } from "./overview.ts";
import { slowestView } from "./slowest.ts";
import { FRESH, sourcesView } from "./sources.ts";
import { spanBar } from "./spanBar.ts";
import { spectrumView } from "./spectrum.ts";
import { idOfA, loadedOf, NOWHERE, sourceA } from "./state.ts";
import { Store } from "./store.ts";
import { summaryView } from "./summary.ts";
import { Sums } from "./sums.ts";
import { followTheme } from "./themes.ts";
import { timelineView } from "./timeline.ts";
import { Tip } from "./tip.ts";
import { machinesView } from "./machines.ts";
import { messagesView } from "./messages.ts";

/** Provides the page's sources. */
export interface Sources {
  readonly entries: readonly SourceEntry[];
  open(entry: SourceEntry): Promise<Opened>;
  /** Reads a log that was dropped on the page. */
  read(name: string, bytes: Uint8Array<ArrayBuffer>, id: string): Promise<Source>;
}

/** Builds the page and updates it on changes. */
export function start(root: HTMLElement, sources: Sources): Library {
  const store = new Store({
    shown: decode(location.hash),
    pointed: NOWHERE,
    entries: sources.entries,
    first: (sources.entries.find((entry) => entry.state !== "broken") ?? sources.entries[0])?.id ?? null,
    loaded: new Map(),
    growth: 0,
    open: null,
    messages: [],
  });
  let views: readonly View[] = [];
  let asked = 0;
  const library = new Library(store, (entry) => sources.open(entry));
  const follow = following(store);
  const failed = (error: unknown): void => store.addMessage(words(error));
  const frame = (): void => {
    asked = 0;
    follow();
    views.forEach((view) => guarded(() => view.update(), failed));
  };
  const redraw = (): void => {
    asked ||= requestAnimationFrame(frame);
  };
  const brushing = new Brushing(store);
  const theme = followTheme(store, frame);
  const file = (what: string): string => fileName(sourceA(store.state)?.document.entry.name ?? "takt", what);
  const context: Context = { store, file, sums: new Sums(), brushing, library, tip: new Tip(), theme, redraw, failed };
  views = page(root, context, sources);
  store.subscribe(redraw);
  store.subscribe(() => library.fetchChosen());
  listenForFailures(failed);
  keepInAddress(store);
  library.fetchChosen();
  frame();
  return library;
}

function page(root: HTMLElement, context: Context, sources: Sources): readonly View[] {
  const { store, library } = context;
  const keys = keyboard(context.brushing);
  const { element: live, announce } = announcer();
  const drop = droppedLogs(context, async (name, bytes, id, place) => {
    library.add(await sources.read(name, bytes, id));
    // One dropped log is shown, a second one is compared with it, and further ones are added to the spectrum.
    const { more } = store.state.shown;
    store.show(place === 0 ? { ...FRESH, a: id, b: null } : place === 1 ? { b: id } : { more: [...more, id] });
  });
  const header = headerView(context, keys.show, drop);
  const messages = messagesView(context);
  const list = sourcesView(context);
  const summary = summaryView(context, announce);
  const spectrum = spectrumView(context);
  const compare = compareView(context);
  const machines = machinesView(context);
  const journeys = journeysView(context);
  const bar = spanBar(context);
  const figures = brushFigures(context);
  const overview = overviewView(context);
  const heat = heatView(context);
  const timeline = timelineView(context);
  const causes = causesView(context);
  const slowest = slowestView(context);
  const content = el(
    "div",
    { class: "content" },
    el("div", { class: "pair" }, summary.element, spectrum.element),
    compare.element,
    machines.element,
    journeys.element,
    el("div", { class: "time" }, el("div", { class: "span-row" }, bar.element, figures.element, overview.element), heat.element, timeline.element),
    el("div", { class: "pair" }, causes.element, slowest.element),
  );
  const skip = el("a", { class: "skip", href: "#summary", onclick: skipTo }, "To the summary");
  root.replaceChildren(
    skip,
    header.element,
    el("main", {}, messages.element, list.element, content),
    live,
    keys.help,
    context.tip.element,
  );
  const visible: View = {
    element: content,
    update: () => {
      content.hidden = loadedOf(store.state, idOfA(store.state))?.is !== "ready";
    },
  };
  return [visible, header, messages, list, summary, spectrum, compare, machines, journeys, bar, figures, overview, heat, timeline, causes, slowest];
}

/** Handles the skip link without changing the address, which holds the state. */
function skipTo(event: Event): void {
  event.preventDefault();
  const summary = document.getElementById("summary");
  summary?.setAttribute("tabindex", "-1");
  summary?.focus();
}

/** Isolates failures, so that one failing view does not stop the others. */
function guarded(update: () => void, failed: (error: unknown) => void): void {
  try {
    update();
  } catch (error) {
    failed(error);
  }
}

function listenForFailures(failed: (error: unknown) => void): void {
  window.addEventListener("error", (event) => {
    failed(event.error ?? event.message);
  });
  window.addEventListener("unhandledrejection", (event) => failed(event.reason));
}

function words(error: unknown): string {
  return `An error occurred in this page; its contents may be incomplete: ${error instanceof Error ? error.message : String(error)}`;
}
