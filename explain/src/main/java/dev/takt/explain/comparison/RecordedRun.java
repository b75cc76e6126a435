package dev.takt.explain.comparison;

import dev.takt.record.ClockAnchor;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.model.Baseline;
import dev.takt.runs.model.Baseline.Run;
import dev.takt.runs.model.Baseline.Setup;
import dev.takt.runs.model.Baseline.Work;
import dev.takt.runs.model.Fleet;
import dev.takt.runs.model.GeneratorReport;
import dev.takt.runs.model.RunRecord;
import dev.takt.runs.model.RunRecord.Phase;
import dev.takt.runs.model.RunSummary;
import dev.takt.runs.model.RunTags.Measure;
import dev.takt.runs.model.Stalls;
import dev.takt.runs.model.ThreadTimes;
import dev.takt.runs.text.EnglishText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A run, read from its directory or from a baseline file, without its latencies.
///
/// @param name its name in messages: its path, as given by the user
/// @param directory its directory; null for a run of a baseline file
/// @param measureStart when the warm-up ended, in wall-clock nanoseconds; [Long#MIN_VALUE] if
///   unknown
/// @param setup what ran, and where
/// @param content the other content
public record RecordedRun(
    String name, @Nullable RunDirectory directory, long measureStart, Setup setup, Run content) {

  private static final String FIXED = "fixed";

  /// The modes without a schedule. A closed population with think times has response times, but its
  /// answers decide when it sends: such runs are compared by service time.
  private static final Set<String> WITHOUT_SCHEDULE = Set.of("throughput", "closed");

  /// Reads `run.json` and, if present, `stalls.json` and `threads.json`.
  ///
  /// @param path the run directory
  /// @param name its name in messages
  /// @throws IOException with a message for people, if it is not a run, is damaged, has a newer
  ///   format, or has no latencies
  public static RecordedRun open(Path path, String name) throws IOException {
    RunDirectory directory = RunDirectory.open(path);
    RunRecord record = directory.read();
    if (!Files.isRegularFile(directory.latencyLog())) {
      throw new IOException(
          path + " has no latency.hdr: it is a run without load, so there is nothing to compare");
    }
    List<String> remarks = new ArrayList<>(stateOf(record));
    Stalls stalls = null;
    if (Files.exists(directory.stallsJson())) {
      try {
        stalls = record.duringMeasured(directory.readStalls());
      } catch (IOException e) {
        remarks.add(e.getMessage() + "; its causes are omitted");
      }
    }
    RunSummary.Results results = record.summary() == null ? null : record.summary().results();
    Work work = Costs.of(record.summary(), threads(directory, remarks));
    Setup setup = Changes.setup(record, stalls);
    Run content =
        new Run(
            record.state(),
            started(record),
            setup,
            work,
            stalls == null ? null : Causes.sums(stalls),
            results == null ? null : results.allocation(),
            results == null ? null : results.counters(),
            List.copyOf(remarks));
    return new RecordedRun(name, directory, measureStart(record), setup, content);
  }

  /// The runs of a baseline file.
  ///
  /// @param name the name of the file in messages
  static List<RecordedRun> ofBaseline(Baseline baseline, String name) {
    List<RecordedRun> runs = new ArrayList<>();
    baseline
        .runs()
        .forEach((each, content) -> {
          Setup setup = content.setup() == null ? runs.getFirst().setup : content.setup();
          String its = baseline.runs().size() == 1 ? name : name + " (" + each + ")";
          runs.add(new RecordedRun(its, null, Long.MIN_VALUE, setup, content));
        });
    return runs;
  }

  private static @Nullable ThreadTimes threads(RunDirectory directory, List<String> remarks) {
    if (!Files.exists(directory.threadsJson())) {
      return null;
    }
    try {
      return directory.readThreadTimes();
    } catch (IOException e) {
      remarks.add(e.getMessage() + "; the target's CPU time is omitted");
      return null;
    }
  }

  private static List<String> stateOf(RunRecord record) {
    List<String> remarks = new ArrayList<>();
    switch (record.state()) {
      case RUNNING ->
          remarks.add("the run was killed or is still running: its data so far are used");
      case STOPPED -> remarks.add("the run was stopped before its end: its data so far are used");
      case FAILED -> remarks.add("the run failed: its data so far are used");
      case FINISHED -> {}
    }
    Fleet fleet = record.fleet();
    if (fleet != null && fleet.hasLostShare()) {
      remarks.add(
          "a machine was lost or failed: its operations of which nothing is known are omitted");
    }
    return remarks;
  }

  private static String started(RunRecord record) {
    List<ClockAnchor> anchors = record.timeBase().clockAnchors();
    return anchors.isEmpty()
        ? ""
        : Instant.ofEpochSecond(0, anchors.getFirst().epochNanos()).toString();
  }

  /// When the warm-up ended, in the log's time.
  private static long measureStart(RunRecord record) {
    Phase phase = record.measured();
    List<ClockAnchor> anchors = record.timeBase().clockAnchors();
    return phase == null || anchors.isEmpty()
        ? Long.MIN_VALUE
        : anchors.getFirst().epochNanosAt(phase.startNanoTime());
  }

  /// A warning that the generator was late or stalled, to show before any figure; null if its
  /// verdict is OK or unknown.
  public @Nullable String warning() {
    Work work = content.work();
    return work == null || work.verdict() == GeneratorReport.Verdict.OK
        ? null
        : EnglishText.format(
            "GENERATOR %s in %s: do not blame the target for a difference",
            work.verdict().name(), name);
  }

  /// The rate mode: `fixed`, `throttle`, `throughput` or `closed`.
  public String mode() {
    Work work = content.work();
    return work != null ? work.mode() : setup.plan().getOrDefault("mode", FIXED);
  }

  /// Whether there was a schedule, and so a response time that can be compared.
  public boolean isScheduled() {
    return !WITHOUT_SCHEDULE.contains(mode());
  }

  /// The headline measure of its summary.
  public Measure headline() {
    return mode().equals(FIXED) ? Measure.RESPONSE : Measure.SERVICE;
  }

  /// Whether this and another one are the same directory, or the same run where at least one is of
  /// a baseline file.
  ///
  /// @throws IOException if one no longer exists
  public boolean isSameAs(RecordedRun other) throws IOException {
    if (directory != null && other.directory != null) {
      return Files.isSameFile(directory.path(), other.directory.path());
    }
    return !content.started().isEmpty()
        && content.started().equals(other.content.started())
        && Objects.equals(Changes.host(setup), Changes.host(other.setup));
  }
}
