package dev.takt.explain.compare;

import dev.takt.runs.GeneratorReport;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.RunRecord;
import dev.takt.runs.RunRecord.Phase;
import dev.takt.runs.RunSummary;
import dev.takt.runs.RunTags.Measure;
import dev.takt.runs.Stalls;
import dev.takt.runs.ThreadTimes;
import dev.takt.runs.text.EnglishText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A run as its directory has it, without its latencies.
///
/// @param name what it is called: its path, as it was given
/// @param directory where it is
/// @param record what `run.json` says
/// @param stalls what the observers saw while it was measured; null if there were none
/// @param threads how long threads were on processors; null if nobody counted
/// @param remarks what a reader of its figures should know, in plain words
public record RecordedRun(
    String name,
    RunDirectory directory,
    RunRecord record,
    @Nullable Stalls stalls,
    @Nullable ThreadTimes threads,
    List<String> remarks) {

  private static final String FIXED = "fixed";
  private static final String THROUGHPUT = "throughput";

  /// Reads `run.json` and, if there is one, `stalls.json`.
  ///
  /// @param path of a run directory
  /// @param name what to call it
  /// @throws IOException with a message for people, if it is no run, or damaged, or of a newer
  ///   format, or has no latencies
  public static RecordedRun open(Path path, String name) throws IOException {
    RunDirectory directory = RunDirectory.open(path);
    RunRecord record = directory.read();
    if (!Files.isRegularFile(directory.latencyLog())) {
      throw new IOException(
          path + " has no latency.hdr: nothing was driven in it, so there is nothing to compare");
    }
    List<String> remarks = new ArrayList<>(stateOf(record));
    Stalls stalls = null;
    if (Files.exists(directory.stallsJson())) {
      try {
        stalls = whileMeasured(record, directory.readStalls());
      } catch (IOException e) {
        remarks.add(e.getMessage() + "; its causes are left out");
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
      remarks.add(e.getMessage() + "; the target's processor time is left out");
      return null;
    }
  }

  private static List<String> stateOf(RunRecord record) {
    List<String> remarks = new ArrayList<>();
    switch (record.state()) {
      case RUNNING -> remarks.add("it was killed, or still runs: what it had written is used");
      case STOPPED -> remarks.add("it was stopped before its end: what there is of it is used");
      case FAILED -> remarks.add("it failed: what it had written is used");
      case FINISHED -> {}
    }
    return remarks;
  }

  /// That the generator was late or stalled, which must be known before any figure; null if it was
  /// well, or is not known to have been otherwise.
  public @Nullable String warning() {
    RunSummary summary = record.summary();
    return summary == null || summary.generator().verdict() == GeneratorReport.Verdict.OK
        ? null
        : EnglishText.format(
            "GENERATOR %s in %s: do not blame the target for a difference",
            summary.generator().verdict().name(), name);
  }

  /// What stopped somebody before or after stopped no operation.
  private static Stalls whileMeasured(RunRecord record, Stalls all) {
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
        ? summary.mode()
        : String.valueOf(record.plan().getOrDefault("mode", FIXED));
  }

  /// Whether there was a schedule, and so a response time.
  public boolean isScheduled() {
    return !mode().equals(THROUGHPUT);
  }

  /// The measure that its summary leads with.
  public Measure headline() {
    return mode().equals(FIXED) ? Measure.RESPONSE : Measure.SERVICE;
  }

  /// Whether this and another one are the same directory.
  ///
  /// @throws IOException if one is gone
  public boolean isSameAs(RecordedRun other) throws IOException {
    return Files.isSameFile(directory.path(), other.directory.path());
  }
}
