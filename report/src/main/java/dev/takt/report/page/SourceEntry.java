package dev.takt.report.page;

import dev.takt.report.text.JsonWriter;
import dev.takt.runs.model.Balance;
import dev.takt.runs.model.GeneratorReport;
import dev.takt.runs.model.RunRecord;
import dev.takt.runs.model.RunSummary;
import dev.takt.runs.text.EnglishText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The list entry of a run or a log.
///
/// @param id hexadecimal digits, unique in a page
/// @param name of its folder or file
/// @param isRun whether it is a run; else a log without a run
/// @param state complete, running or broken
/// @param problem why it is broken, if it is
/// @param beginEpochNanos when it began, in nanoseconds since 1970-01-01T00:00:00Z
/// @param load what is known of the run's load
public record SourceEntry(
    String id,
    String name,
    boolean isRun,
    State state,
    @Nullable String problem,
    @Nullable Long beginEpochNanos,
    Load load) {

  /// The load of a run and its result.
  ///
  /// @param target the system under test
  /// @param rate intended operations per second
  /// @param p99 of the headline measure over all operations, in nanoseconds
  /// @param result null before the run has ended
  public record Load(
      @Nullable String target, @Nullable Double rate, @Nullable Long p99, @Nullable Result result) {

    static final Load UNKNOWN = new Load(null, null, null, null);

    /// The load of a run.
    static Load of(RunRecord record) {
      RunSummary summary = record.summary();
      String target = RunFacts.target(record);
      return summary == null
          ? new Load(target, null, null, null)
          : new Load(
              target,
              summary.results().rate().intended(),
              RunFacts.p99(summary),
              Result.of(record, summary));
    }

    private void write(JsonWriter json) throws IOException {
      if (target != null) {
        json.name("target").string(target);
      }
      if (rate != null) {
        json.name("rate").number(Double.toString(rate));
      }
      if (p99 != null) {
        json.name("p99").number(p99);
      }
      if (result != null) {
        result.write(json);
      }
    }
  }

  /// The result of a run in words.
  ///
  /// @param verdict `ok`, or what was wrong first
  /// @param errors how many operations failed or timed out
  /// @param mainCause the main cause of slow operations, with its share; null if there is none
  /// @param headline the first sentences of the answer; null in runs of older versions
  public record Result(
      String verdict, long errors, @Nullable String mainCause, @Nullable String headline) {

    static Result of(RunRecord record, RunSummary summary) {
      Balance balance = summary.results().balance();
      RunSummary.MainCause main = summary.heading().mainCause();
      return new Result(
          verdict(record, summary),
          balance.failed() + balance.timedOut(),
          main == null
              ? null
              : EnglishText.format(
                  "%.0f %% %s (%s)", 100 * main.share(), main.name(), main.side().lowerCase()),
          summary.heading().headline());
    }

    private static String verdict(RunRecord record, RunSummary summary) {
      GeneratorReport.Verdict generator = summary.generator().verdict();
      if (summary.results().balance().completed() == 0) {
        return "failed";
      }
      if (summary.warnings().stream().anyMatch(RunFacts::isMissedSchedule)) {
        return "schedule missed";
      }
      if (summary.hasBrokenRule()) {
        return "rule broken";
      }
      if (record.fleet() != null && record.fleet().hasLostShare()) {
        return "machine lost";
      }
      return generator == GeneratorReport.Verdict.OK ? "ok" : "generator " + generator.lowerCase();
    }

    private void write(JsonWriter json) throws IOException {
      json.name("verdict").string(verdict);
      json.name("errors").number(errors);
      if (mainCause != null) {
        json.name("mainCause").string(mainCause);
      }
      if (headline != null) {
        json.name("headline").string(headline);
      }
    }
  }

  /// The state of a run or log.
  public enum State {
    /// It has ended.
    COMPLETE,
    /// It is still being written.
    RUNNING,
    /// It was killed, it failed, or it cannot be read.
    BROKEN
  }

  /// The list entry of a log without a run.
  ///
  /// @param beganEpoch null if unknown
  public static SourceEntry ofLog(Path log, State state, @Nullable Long beganEpoch) {
    String name = String.valueOf(log.toAbsolutePath().normalize().getFileName());
    return new SourceEntry(Hashes.id(log), name, false, state, null, beganEpoch, Load.UNKNOWN);
  }

  /// The default source of a page: the first that is not broken, or else the first.
  ///
  /// @return null if there are no entries
  public static @Nullable SourceEntry first(List<SourceEntry> entries) {
    return entries.stream()
        .filter(each -> each.state != State.BROKEN)
        .findFirst()
        .orElse(entries.isEmpty() ? null : entries.getFirst());
  }

  /// Returns the same entry in state RUNNING: more data is expected, whatever its record says.
  SourceEntry asRunning() {
    return new SourceEntry(id, name, isRun, State.RUNNING, null, beginEpochNanos, load);
  }

  void write(JsonWriter json) throws IOException {
    json.open('{');
    json.name("id").string(id);
    json.name("name").string(name);
    json.name("kind").string(isRun ? "run" : "log");
    json.name("state").string(SourceDocument.lowerCase(state));
    if (problem != null) {
      json.name("problem").string(problem);
    }
    if (beginEpochNanos != null) {
      json.name("began").number(SourceDocument.millis(beginEpochNanos));
    }
    load.write(json);
    json.close('}');
  }
}
