import type { SourceDocument } from "../data/model.ts";
import type { Source } from "../data/source.ts";
import type { Context, View } from "./context.ts";
import { changeDetector, choice, el } from "./dom.ts";
import { tableButton } from "./exports.ts";
import { Latest } from "./latest.ts";
import { machinesTable } from "./machinesTable.ts";
import { selectedSpan, sourceA, type Shown } from "./state.ts";
import { renderTable, type TableModel } from "./table.ts";
import { chosenMachine, chosenTags, machineTags, visible } from "./tags.ts";

const TOGETHER = "together";
const EACH = "each";
/** Before the name of a machine, which can be any text. */
const ONLY = "only ";

/** The machines of a fleet, and the choice of the machines whose operations are shown. */
export function machinesView(context: Context): View {
  const { store, sums } = context;
  let model: TableModel | null = null;
  const show = choice("operations of", [], (value) => {
    const document = sourceA(store.state)?.document;
    if (document !== undefined) {
      store.show(shownOf(document, value));
    }
  });
  const table = el("div", { class: "scroll" });
  const element = el(
    "section",
    { id: "machines", "aria-labelledby": "machines-title", hidden: true },
    el("header", {}, el("h2", { id: "machines-title" }, "Machines"), show.element,
      el("div", { class: "tools end" }, tableButton(() => context.file("machines"), () => model))),
    table,
  );
  const otherDocument = changeDetector();
  const otherFigures = changeDetector();
  const latest = new Latest(context.failed);

  const figures = async (source: Source): Promise<void> => {
    const { document } = source;
    const { growth, shown } = store.state;
    const tags = machineTags(document).map((info) => info.tag);
    const histograms = await sums.all(source, tags, selectedSpan(store.state, source), growth);
    model = machinesTable(document, document.run?.machines ?? [], histograms, shown.unit);
    table.replaceChildren(renderTable(model));
  };
  const update = (): void => {
    const state = store.state;
    const source = sourceA(state);
    const machines = source?.document.run?.machines ?? [];
    element.hidden = machines.length === 0;
    if (source === null || machines.length === 0) {
      return;
    }
    const { document } = source;
    if (otherDocument(document, state.shown.tags)) {
      show.select.replaceChildren(...optionsOf(document).map(([value, text]) =>
        el("option", { value, selected: value === chosen(document, state.shown) }, text)));
    }
    const { from, to } = selectedSpan(state, source);
    if (otherFigures(document, from, to, state.shown.unit, state.growth)) {
      latest.run(() => figures(source));
    }
  };
  return { element, update };
}

function optionsOf(document: SourceDocument): readonly (readonly [value: string, text: string])[] {
  const names = new Set(machineTags(document).map((info) => info.machine ?? ""));
  return [[TOGETHER, "all machines together"], [EACH, "each machine"], ...[...names].map((name) => [`${ONLY}${name}`, visible(name)] as const)];
}

/** The tags that a choice stands for: machines are shown like any other tags. */
function shownOf(document: SourceDocument, value: string): Pick<Shown, "tags" | "heat"> {
  if (value === TOGETHER) {
    return { tags: null, heat: null };
  }
  const tags = machineTags(document, value === EACH ? undefined : value.slice(ONLY.length)).map((info) => info.tag);
  return { tags, heat: value === EACH ? null : (tags[0] ?? null) };
}

function chosen(document: SourceDocument, shown: Shown): string {
  const machine = chosenMachine(document, shown);
  if (machine !== null) {
    return `${ONLY}${machine}`;
  }
  return chosenTags(document, shown).some((info) => info.machine !== undefined) ? EACH : TOGETHER;
}
