package dev.takt.cli.render.ci;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.lab.RunVerdict;
import dev.takt.runs.model.AssertionResult;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class GithubAnnotationsTest {

  private static List<String> lines(JudgedRun run) {
    GithubAnnotations annotations = new GithubAnnotations();
    annotations.add(run.checks(), run.headline());
    return annotations.lines();
  }

  @Test
  void brokenRuleIsAnErrorAndUndecidedOneAWarning() {
    JudgedRun run =
        CiSamples.judged(
            RunVerdict.RULE_BROKEN,
            new AssertionResult("p99 > 20ms", "9.90 ms", false),
            new AssertionResult("a:b,c > 0.1%", "0.695 %", true),
            new AssertionResult("max > 5ms", "10.0 ms", true, null, "unknown"));

    assertThat(lines(run))
        .containsExactly(
            "::error title=takt fail-if a%3Ab%2Cc > 0.1%25::it is 0.695 %25%0Ap99 9.90 ms.",
            "::warning title=takt fail-if max > 5ms::it is 10.0 ms; undecided: unknown%0Ap99 9.90 ms.");
  }

  @Test
  void runThatPassesHasNone() {
    assertThat(lines(CiSamples.judged(RunVerdict.OK))).isEmpty();
  }

  @Test
  void anyNameIsOneLineThatTheRunnerReadsAsWritten() {
    List<String> lines = lines(CiSamples.hostile(null));

    assertThat(lines).hasSize(1);
    String line = lines.getFirst();
    assertThat(line).startsWith("::error title=").doesNotContain("\n", "\r", "\u001b", "\u0000");
    int end = line.indexOf("::", 2); // where the runner takes the properties to end
    String title = line.substring("::error title=".length(), end);
    assertThat(title).doesNotContain(",");
    String read =
        title
            .replace("%0D", "\r")
            .replace("%0A", "\n")
            .replace("%3A", ":")
            .replace("%2C", ",")
            .replace("%25", "%");
    assertThat(read)
        .isEqualTo(
            "takt fail-if "
                + CiSamples.HOSTILE
                    .replace("\u0000", "\\u0000")
                    .replace("\u0007", "\\u0007")
                    .replace("\u001b", "\\u001b")
                + " > 1ms");
  }

  @Test
  void githubKeepsTenErrorsSoThatTheLastOneCountsTheOthers() {
    AssertionResult[] rules =
        IntStream.range(0, 12)
            .mapToObj(i -> new AssertionResult("p99 > " + i + "ms", "20.0 ms", true))
            .toArray(AssertionResult[]::new);

    List<String> lines = lines(CiSamples.judged(RunVerdict.RULE_BROKEN, rules));

    assertThat(lines).hasSize(10);
    assertThat(lines.getLast())
        .isEqualTo("::error title=takt::3 more checks did not pass: see the log");
  }
}
