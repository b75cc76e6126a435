import type { CounterFact, RunFacts, SourceDocument } from "../data/model.ts";
import { el } from "./dom.ts";
import { count, plural, rate, share, time } from "./figures.ts";
import { visible } from "./tags.ts";

/** The answer in words, the verdicts on schedule, rules and generator, and problems with the files. */
export function verdictsOf(document: SourceDocument): readonly Node[] {
  const run = document.run;
  const out: Node[] = [];
  if (document.entry.problem !== undefined) {
    out.push(verdict(false, visible(document.entry.problem), []));
  }
  if (run !== undefined) {
    out.push(...(run.answer === undefined ? [] : [el("p", { class: "answer" }, visible(run.answer))]));
    out.push(...missedOf(run), ...ruleVerdictOf(run), ...generatorOf(run, document.entry.state === "running"));
  }
  if (document.problems.length > 0) {
    out.push(verdict(false, plural(document.problems.length, "problem"), document.problems.map(visible)));
  }
  if (document.notes.length > 0) {
    out.push(notes(document.notes.map(visible)));
  }
  return out;
}

/** The outcome of all rules, and a line for each. A rule that only the generator breaks is undecided. */
export function rulesOf(rules: RunFacts["assertions"]): { readonly ok: boolean; readonly word: string; readonly lines: readonly string[] } {
  const undecided = rules.filter((each) => each.undecided !== undefined).length;
  const broken = rules.filter((each) => each.broken && each.undecided === undefined).length;
  const [number, outcome] = broken > 0 ? [broken, "broken"] : undecided > 0 ? [undecided, "undecided"] : [rules.length, "kept"];
  return {
    ok: outcome === "kept",
    word: `${plural(number, "assertion")} ${outcome}`,
    lines: rules.map((each) => {
      const sign = each.undecided !== undefined ? "? UNDECIDED" : each.broken ? "✕ BROKEN" : "✓ kept";
      const why = each.undecided === undefined ? "" : `: ${visible(each.undecided)}`;
      return `${sign}  ${visible(each.rule)}  (actual: ${visible(each.actual)})${why}`;
    }),
  };
}

/** How the offered load differed from the requested one: then nothing else was measured as planned. */
function missedOf({ missed = [] }: RunFacts): readonly Node[] {
  return missed.map((sentence) => verdict(false, visible(sentence), []));
}

function ruleVerdictOf({ assertions }: RunFacts): readonly Node[] {
  const { ok, word, lines } = rulesOf(assertions);
  return assertions.length === 0 ? [] : [verdict(ok, word, lines)];
}

/** The verdict on the generator. A part of the slow time that it caused is a note: the causes below have its size. */
function generatorOf({ verdict: found, missed = [] }: RunFacts, isRunning: boolean): readonly Node[] {
  const findings = found.findings.map(visible);
  if (isRunning && found.word === "unknown") {
    return [notes(["The run is still running. The generator is judged at its end."])];
  }
  if (!found.ok && found.decides === false) {
    return [notes([`The generator was ${visible(found.word)}, which does not decide the result:`, ...findings])];
  }
  if (!found.ok) {
    return [verdict(false, `GENERATOR ${visible(found.word).toUpperCase()}: do not blame the target`, findings)];
  }
  if (found.inPart === true) {
    return [notes(["The generator kept its schedule, but it caused part of the slow time:", ...findings])];
  }
  // No green tick for a measurement that is not reliable.
  return [missed.length === 0 ? verdict(true, "Generator ok", findings) : notes(["The generator kept its schedule."])];
}

function notes(sentences: readonly string[]): HTMLElement {
  return el("ul", { class: "notes" }, ...sentences.map((sentence) => el("li", {}, sentence)));
}

/** A verdict by sign and words, not only by colour. */
function verdict(ok: boolean, word: string, findings: readonly string[]): HTMLElement {
  return el(
    "div",
    { class: ok ? "verdict good" : "verdict bad" },
    el("strong", {}, el("span", { "aria-hidden": "true" }, ok ? "✓ " : "✕ "), word),
    findings.length === 0 ? null : el("ul", {}, ...findings.map((finding) => el("li", {}, finding))),
  );
}

/** The run's parameters, and the outcomes of its operations. */
export function factsOf(document: SourceDocument, run: RunFacts): readonly Node[] {
  const list = el("dl", { class: "facts" });
  const add = (name: string, text: string): void => list.append(el("div", {}, el("dt", {}, name), el("dd", {}, text)));
  loadOf(document, run).forEach(([name, text]) => add(name, text));
  if (run.statuses !== undefined && run.statuses.length > 0) {
    add("status", run.statuses.map((each) => `${visible(each.status)} × ${count(each.count)}`).join(", "));
  }
  if (run.allocated !== undefined) {
    add("target allocated", run.allocated);
  }
  if (run.counters !== undefined) {
    add("target's counters", `per operation ${run.counters.map(counterText).join(", ")}`);
  }
  return [list, ...errorsOf(run), ...environmentOf(run)];
}

/**
 * Names and values of what was asked of the target, and what became of it. What became of it is known at the end: while a
 * run goes on, this document is as old as the page.
 */
export function loadOf(document: SourceDocument, run: RunFacts): readonly (readonly [string, string])[] {
  const { balance, intendedRate } = run;
  const target = ["target", visible(run.target)] as const;
  if (document.entry.state === "running") {
    return [target, ["schedule", `${visible(run.schedule)}, still running`]];
  }
  // What a lost machine did after its last interval is not in the rate.
  const isLost = (run.machines ?? []).some((each) => each.share !== undefined && ["lost", "failed"].includes(each.state));
  const achieved = `${isLost ? "at least " : ""}${achievedOf(run)} achieved`;
  return [
    target,
    ["schedule", `${visible(run.schedule)}, ${time(run.lengthMillis * 1e6, "auto")}`],
    ["rate", intendedRate === undefined
      ? achieved
      : `${achieved} of ${rate(intendedRate)} intended (${share(run.achievedRate, intendedRate)})`],
    ["balance", `${count(balance.intended)} intended = ${count(balance.completed)} completed + ${count(balance.failed)} failed + ` +
      `${count(balance.timedOut)} timed out + ${count(balance.unfinished)} unfinished + ${count(balance.neverSent)} never sent` +
      (balance.lost === undefined ? "" : ` + ${count(balance.lost)} unknown`)],
  ];
}

/** The achieved rate: of users in a run of journeys, whose steps are the operations. */
export function achievedOf(run: RunFacts): string {
  return run.journeys === undefined || run.journeys.length === 0
    ? rate(run.achievedRate)
    : rate(run.achievedRate).replace("/s", " users/s");
}

/** A counter of the target, per operation. */
export function counterText(counter: CounterFact): string {
  const estimated = counter.timeShare < 1 ? ` (estimated: counted for ${Math.round(100 * counter.timeShare)} % of the time)` : "";
  const number = counter.value < 1000 ? counter.value.toFixed(2) : count(Math.round(counter.value));
  switch (counter.event) {
    case "task-clock": return `${time(counter.value, "auto")} CPU time${estimated}`;
    case "ipc": return `${number} instructions a cycle${estimated}`;
    default: return `${number} ${visible(counter.event)}${estimated}`;
  }
}

function errorsOf(run: RunFacts): readonly Node[] {
  return run.errors.length === 0 ? [] : [el(
    "details",
    { class: "more", open: run.errors.length <= 3 },
    el("summary", {}, `Errors: ${count(run.errors.reduce((sum, each) => sum + each.count, 0))}`),
    el("ul", { class: "errors" }, ...run.errors.map((error) =>
      el("li", {}, el("b", {}, count(error.count)), ` ${visible(error.text)}`,
        error.file === undefined ? null : el("small", {}, ` first failure: ${visible(error.file)}`)))),
  )];
}

function environmentOf(run: RunFacts): readonly Node[] {
  const list = el("dl", { class: "environment" });
  run.environment.forEach(([name, value]) => list.append(el("dt", {}, visible(name)), el("dd", {}, visible(value))));
  return run.environment.length === 0 ? [] : [el("details", { class: "more" }, el("summary", {}, "Environment"), list)];
}
