package dev.takt.cli.render.ci;

import dev.takt.cli.output.Samples;
import dev.takt.explain.Explanation;
import dev.takt.lab.RunVerdict;
import dev.takt.runs.model.AssertionResult;
import dev.takt.runs.model.Balance;
import dev.takt.runs.model.RunSummary;
import dev.takt.runs.model.RunSummary.Heading;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Judged runs with known figures.
final class CiSamples {

  /// Markup of Markdown, HTML, XML and workflow commands; controls; an emoji; half a pair.
  static final String HOSTILE =
      "a|b`c` <b>\"x\" & 'y'</b> *z* _w_ [l](u) ~~s~~ \\| $m$ \u0000\u0007\u001b[31m\n::error::😀\ud83d]]>";

  private static final Instant START = Instant.parse("2026-11-26T11:30:14.123Z");

  private CiSamples() {}

  /// A run with these rules; its headline is `p99 9.90 ms.`.
  static JudgedRun judged(RunVerdict verdict, AssertionResult... rules) {
    return new JudgedRun("http://127.0.0.1:8080/", START, verdict, summary(rules), null, List.of());
  }

  static RunSummary summary(AssertionResult... rules) {
    return Samples.run("fixed")
        .withHeading(Heading.of("p99 9.90 ms.", null, false))
        .withAssertions(List.of(rules));
  }

  static JudgedRun explained(RunVerdict verdict, Explanation explanation) {
    JudgedRun run = judged(verdict);
    return new JudgedRun(run.target(), START, verdict, run.summary(), explanation, run.problems());
  }

  /// A run whose target, headline, operation, failure and rule have a name of markup.
  static JudgedRun hostile(@Nullable Explanation explanation) {
    AssertionResult rule = new AssertionResult(HOSTILE + " > 1ms", HOSTILE, true, HOSTILE, null);
    RunSummary plain = summary(rule);
    RunSummary summary =
        new RunSummary(
            Heading.of(HOSTILE, null, false),
            new RunSummary.Execution("fixed", HOSTILE, null, true, 20_000_000_000L),
            new RunSummary.Results(
                List.of(Samples.operation(HOSTILE, true, new Balance(1, 1, 0, 0, 0, 0))),
                plain.results().total(),
                plain.results().balance(),
                plain.results().warmup(),
                plain.results().rate()),
            plain.generator(),
            new RunSummary.Failures(Map.of(HOSTILE, 1L), null),
            plain.assertions(),
            List.of(HOSTILE),
            HOSTILE);
    return new JudgedRun(HOSTILE, START, RunVerdict.RULE_BROKEN, summary, explanation, List.of());
  }
}
