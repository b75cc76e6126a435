package dev.takt.explain.comparison;

import dev.takt.runs.RunDirectory;
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
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A run read from its directory, without its latencies.
///
/// @param name its name in messages: its path, as given by the user
/// @param directory its directory
/// @param record the content of `run.json`
/// @param stalls the stalls in its measured part; null if the run was not watched
/// @param threads the CPU times of threads; null if they were not recorded
/// @param remarks remarks for the reader
public record RecordedRun(
    String name,
    RunDirectory directory,
    RunRecord record,
    @Nullable Stalls stalls,
    @Nullable ThreadTimes threads,
    List<String> remarks) {

  private static final String FIXED = "fixed";
  private static final String THROUGHPUT = "throughput";

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
        stalls = inMeasuredPart(record, directory.readStalls());
      } catch (IOException e) {
        remarks.add(e.getMessage() + "; its causes are omitted");
      }
    }
    return new RecordedRun(
        name, directory, record, stalls, threads(directory, remarks), List.copyOf(remarks));
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
    return remarks;
  }

  /// A warning that the generator was late or stalled, to show before any figure; null if its
  /// verdict is OK or unknown.
  public @Nullable String warning() {
    RunSummary summary = record.summary();
    return summary == null || summary.generator().verdict() == GeneratorReport.Verdict.OK
        ? null
        : EnglishText.format(
            "GENERATOR %s in %s: do not blame the target for a difference",
            summary.generator().verdict().name(), name);
  }

  /// The stalls of the measured part: others affected no measured operation.
  private static Stalls inMeasuredPart(RunRecord record, Stalls all) {
    Phase phase = record.measured();
    if (phase == null) {
      return all;
    }
    Long end = phase.endNanoTime();
    return end == null ? all : all.between(phase.startNanoTime(), end);
  }

  /// The rate mode: `fixed`, `throttle` or `throughput`.
  public String mode() {
    RunSummary summary = record.summary();
    return summary != null
        ? summary.execution().mode()
        : String.valueOf(record.plan().getOrDefault("mode", FIXED));
  }

  /// Whether there was a schedule, and so a response time.
  public boolean isScheduled() {
    return !mode().equals(THROUGHPUT);
  }

  /// The headline measure of its summary.
  public Measure headline() {
    return mode().equals(FIXED) ? Measure.RESPONSE : Measure.SERVICE;
  }

  /// Whether this and another one are the same directory.
  ///
  /// @throws IOException if one no longer exists
  public boolean isSameAs(RecordedRun other) throws IOException {
    return Files.isSameFile(directory.path(), other.directory.path());
  }
}
