import type { RunFacts, SourceDocument } from "../data/model.ts";
import { el } from "./dom.ts";
import { count, plural, rate, share, time } from "./figures.ts";
import { visible } from "./tags.ts";

/** The verdict on the generator, the assertions, and problems with the files. */
export function verdictsOf(document: SourceDocument): readonly Node[] {
  const run = document.run;
  const out: Node[] = [];
  if (document.entry.problem !== undefined) {
    out.push(verdict(false, visible(document.entry.problem), []));
  }
  if (run !== undefined) {
    const missed = run.missed ?? [];
    if (document.entry.state === "running" && run.verdict.word === "unknown") {
      out.push(el("ul", { class: "notes" }, el("li", {}, "The run is still running. The generator is judged at its end.")));
    } else if (!run.verdict.ok) {
      const word = `GENERATOR ${visible(run.verdict.word).toUpperCase()}: do not blame the target`;
      out.push(verdict(false, word, run.verdict.findings.map(visible)));
    }
    out.push(...missed.map((sentence) => verdict(false, visible(sentence), [])));
    if (run.verdict.ok && run.verdict.inPart === true) {
      out.push(verdict(false, "Generator on schedule, but it caused part of the slow time", run.verdict.findings.map(visible)));
    } else if (run.verdict.ok && missed.length === 0) {
      out.push(verdict(true, "Generator ok", run.verdict.findings.map(visible)));
    } else if (run.verdict.ok) {
      // No green tick for a measurement that is not reliable.
      out.push(el("ul", { class: "notes" }, el("li", {}, "The generator kept its schedule.")));
    }
    if (run.assertions.length > 0) {
      const rules = rulesOf(run.assertions);
      out.push(verdict(rules.ok, rules.word, rules.lines));
    }
  }
  if (document.problems.length > 0) {
    out.push(verdict(false, plural(document.problems.length, "problem"), document.problems.map(visible)));
  }
  if (document.notes.length > 0) {
    out.push(el("ul", { class: "notes" }, ...document.notes.map((note) => el("li", {}, visible(note)))));
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
  const balance = run.balance;
  const achieved = run.intendedRate === undefined
    ? `${rate(run.achievedRate)} achieved`
    : `${rate(run.achievedRate)} achieved of ${rate(run.intendedRate)} intended (${share(run.achievedRate, run.intendedRate)})`;
  const list = el("dl", { class: "facts" });
  const add = (name: string, text: string): void => list.append(el("div", {}, el("dt", {}, name), el("dd", {}, text)));
  add("target", visible(run.target));
  add("schedule", `${visible(run.schedule)}, ${time(run.lengthMillis * 1e6, "auto")}${document.entry.state === "running" ? ", still running" : ""}`);
  add("rate", achieved);
  add("balance", `${count(balance.intended)} intended = ${count(balance.completed)} completed + ${count(balance.failed)} failed + ` +
    `${count(balance.timedOut)} timed out + ${count(balance.unfinished)} unfinished + ${count(balance.neverSent)} never sent`);
  if (run.statuses !== undefined && run.statuses.length > 0) {
    add("status", run.statuses.map((each) => `${visible(each.status)} × ${count(each.count)}`).join(", "));
  }
  return [list, ...errorsOf(run), ...environmentOf(run)];
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
