import type { Source } from "../data/source.ts";
import type { Context, View } from "./context.ts";
import { changeDetector, el, type Child } from "./dom.ts";
import { tableButton } from "./exports.ts";
import { journeysTable, journeyTags, slowUsers } from "./journeysTable.ts";
import { Latest } from "./latest.ts";
import { selectedSpan, sourceA } from "./state.ts";
import { renderTable, type TableModel } from "./table.ts";

/** The journeys of a run: how many users came to each step, and what the slow ones spent their time with. */
export function journeysView(context: Context): View {
  const { store, sums } = context;
  let model: TableModel | null = null;
  const table = el("div", { class: "scroll" });
  const slow = el("ul", { class: "notes" });
  const element = el(
    "section",
    { id: "journeys", "aria-labelledby": "journeys-title", hidden: true },
    el("header", {}, el("h2", { id: "journeys-title" }, "Journeys"),
      el("div", { class: "tools end" }, tableButton(() => context.file("journeys"), () => model))),
    table,
    slow,
  );
  const otherFigures = changeDetector();
  const latest = new Latest(context.failed);

  const figures = async (source: Source): Promise<void> => {
    const { document } = source;
    const { growth, shown } = store.state;
    const tags = journeyTags(document).map((info) => info.tag);
    const histograms = await sums.all(source, tags, selectedSpan(store.state, source), growth);
    model = journeysTable(document, document.run?.journeys ?? [], histograms, shown.unit, bar);
    table.replaceChildren(renderTable(model));
    const sentences = slowUsers(document.explanation?.journeys ?? [], shown.unit);
    slow.replaceChildren(...sentences.map((each) => el("li", {}, each)));
  };
  const update = (): void => {
    const state = store.state;
    const source = sourceA(state);
    const isShown = (source?.document.run?.journeys ?? []).length > 0;
    element.hidden = !isShown;
    if (source === null || !isShown) {
      return;
    }
    const { document } = source;
    const { from, to } = selectedSpan(state, source);
    if (otherFigures(document, from, to, state.shown.unit, state.growth)) {
      latest.run(() => figures(source));
    }
  };
  return { element, update };
}

function bar(part: number, whole: number): Child {
  return el("progress", { class: "part", max: Math.max(1, whole), value: part, "aria-hidden": "true" });
}
