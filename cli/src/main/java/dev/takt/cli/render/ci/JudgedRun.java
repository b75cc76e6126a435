package dev.takt.cli.render.ci;

import dev.takt.explain.Explanation;
import dev.takt.lab.Headline;
import dev.takt.lab.NothingCompleted;
import dev.takt.lab.RunResult;
import dev.takt.lab.RunVerdict;
import dev.takt.runs.model.RunRecord;
import dev.takt.runs.model.RunSummary;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A run with its verdict, as a build server shows it.
///
/// @param target the tested system
/// @param start when it started
/// @param verdict decides the exit code
/// @param summary null for a run without a result
/// @param explanation null if the run was not watched or could not be explained
/// @param problems why it failed, a sentence each; may be empty
public record JudgedRun(
    String target,
    Instant start,
    RunVerdict verdict,
    @Nullable RunSummary summary,
    @Nullable Explanation explanation,
    List<String> problems) {

  /// A run that has just ended.
  ///
  /// @param verdict also considers what was done with the result
  /// @param explanation null if it is not needed, or there is none
  public static JudgedRun of(
      RunResult result, RunVerdict verdict, @Nullable Explanation explanation) {
    return of(result.record(), verdict, explanation, result.storageFailures());
  }

  /// A run as `run.json` has it.
  ///
  /// @param explanation null if the run was not watched or could not be explained
  public static JudgedRun of(RunRecord run, @Nullable Explanation explanation) {
    boolean isOpen = run.state() == RunRecord.State.RUNNING;
    List<String> problems = isOpen ? List.of("the run was killed, or is still running") : List.of();
    return of(run, RunVerdict.of(run), explanation, problems);
  }

  private static JudgedRun of(
      RunRecord run, RunVerdict verdict, @Nullable Explanation explanation, List<String> problems) {
    RunSummary summary = run.summary();
    String target =
        summary == null ? String.valueOf(run.plan().get("target")) : summary.execution().target();
    Instant start = run.timeBase().clockAnchors().getFirst().instantAt(run.beginNanoTime());
    return new JudgedRun(target, start, verdict, summary, explanation, problems);
  }

  /// A run that could not begin.
  public static JudgedRun failed(String target, RunVerdict verdict, String problem) {
    return new JudgedRun(target, Instant.now(), verdict, null, null, List.of(problem));
  }

  /// The result in words.
  public String headline() {
    if (summary == null) {
      return String.join("; ", problems);
    }
    String known = summary.heading().headline();
    return String.valueOf(
        known == null
            ? Headline.of(summary, explanation, summary.missedSchedule().orElse(null)).headline()
            : known);
  }

  /// The duration in nanoseconds; 0 without a result.
  long nanos() {
    return summary == null ? 0 : summary.execution().durationNanos();
  }

  /// The run itself, then its rules.
  public List<Check> checks() {
    List<Check> checks = new ArrayList<>(List.of(ofRun()));
    if (summary != null) {
      summary.assertions().forEach(each -> checks.add(Check.of(each)));
    }
    return checks;
  }

  /// The worst state of its checks.
  Check.State state() {
    return switch (verdict) {
      case OK -> Check.State.PASSED;
      case RULE_BROKEN -> Check.State.FAILED;
      case NOT_TRUSTED -> Check.State.SKIPPED;
      case FAILED, INTERRUPTED -> Check.State.ERROR;
    };
  }

  private Check ofRun() {
    return switch (verdict) {
      case FAILED -> new Check(Check.RUN, Check.State.ERROR, reason());
      case INTERRUPTED ->
          new Check(
              Check.RUN, Check.State.ERROR, summary == null ? reason() : "stopped before its end");
      case NOT_TRUSTED ->
          summary == null || !summary.assertions().isEmpty()
              ? new Check(Check.RUN, Check.State.PASSED, headline())
              : new Check(Check.RUN, Check.State.SKIPPED, doubt(summary));
      case OK, RULE_BROKEN -> new Check(Check.RUN, Check.State.PASSED, headline());
    };
  }

  private String reason() {
    if (!problems.isEmpty()) {
      return String.join("; ", problems);
    }
    String failed = summary == null ? null : NothingCompleted.headline(summary);
    return failed == null ? "a file could not be written" : failed;
  }

  private static String doubt(RunSummary summary) {
    return summary
        .missedSchedule()
        .orElseGet(() ->
            "the generator was at fault: " + String.join("; ", summary.generator().findings()));
  }
}
