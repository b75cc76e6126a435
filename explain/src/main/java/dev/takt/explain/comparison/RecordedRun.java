package dev.takt.explain.comparison;

import dev.takt.runs.RunDirectory;
import dev.takt.runs.json.RunJson;
import dev.takt.runs.model.Baseline;
import dev.takt.runs.model.Baseline.Latencies;
import dev.takt.runs.model.Baseline.Observed;
import dev.takt.runs.model.GeneratorReport;
import dev.takt.runs.model.RunRecord;
import dev.takt.runs.model.RunRecord.Phase;
import dev.takt.runs.model.RunSummary;
import dev.takt.runs.model.RunTags.Measure;
import dev.takt.runs.model.Stalls;
import dev.takt.runs.model.ThreadTimes;
import dev.takt.runs.text.EnglishText;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A run read from its directory, without its latencies.
///
/// @param name its name in messages: its path, as given by the user
/// @param directory its directory; null for a run of a baseline file
/// @param record the content of `run.json`
/// @param observed the stalls in its measured part; null if the run was not watched
/// @param targetCpuNanos the CPU time of the target; null if it was not recorded
/// @param latencies null for those of its directory
/// @param remarks remarks for the reader
public record RecordedRun(
    String name,
    @Nullable RunDirectory directory,
    RunRecord record,
    @Nullable Observed observed,
    @Nullable Long targetCpuNanos,
    @Nullable Latencies latencies,
    List<String> remarks) {

  /// Enough to estimate the variance within a run, and a file of a few kilobytes.
  private static final int MAX_BASELINE_INTERVALS = 20;

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
        name,
        directory,
        record,
        stalls == null ? null : Causes.sums(stalls),
        CpuCost.targetNanos(threads(directory, remarks)),
        null,
        List.copyOf(remarks));
  }

  /// Reads a run directory, or all runs of a baseline file.
  ///
  /// @param path the directory or the file
  /// @param name its name in messages
  /// @throws IOException with a message for people, if it is neither, is damaged, has a newer
  ///   format, or has no latencies
  public static List<RecordedRun> openAll(Path path, String name) throws IOException {
    if (!Files.isRegularFile(path)) {
      return List.of(open(path, name));
    }
    try (InputStream in = Files.newInputStream(path)) {
      if (in.read() != '{') {
        throw new IOException(
            path
                + " is a file, but no baseline: expected the directory of a run, or a file of takt"
                + " compare --write-baseline");
      }
    }
    Baseline baseline = RunJson.readBaseline(path);
    return baseline.runs().stream()
        .map(each ->
            new RecordedRun(
                baseline.runs().size() == 1 ? name : name + " (" + each.name() + ")",
                null,
                each.record(),
                each.observed(),
                each.targetCpuNanos(),
                each.latencies(),
                each.remarks()))
        .toList();
  }

  /// The content of a baseline file with these runs: repeats of one system.
  ///
  /// @param measure the measure of the latencies
  /// @throws IOException with a message for people, if one has no latencies of this measure
  public static Baseline baseline(List<RecordedRun> runs, Measure measure) throws IOException {
    List<Baseline.Run> stored = new ArrayList<>();
    for (RecordedRun each : runs) {
      if (measure != Measure.SERVICE && !each.isScheduled()) {
        throw new IOException(
            EnglishText.format(
                "%s has no %s time: mode throughput has no schedule",
                each.name, measure.lowerCase()));
      }
      SeriesReader.ReadResult read = SeriesReader.read(each, measure);
      RunSeries series = read.series().coarsened(MAX_BASELINE_INTERVALS);
      Map<String, String> operations = new TreeMap<>();
      series.operations().forEach((name, of) -> operations.put(name, of.pack()));
      stored.add(
          new Baseline.Run(
              each.name,
              each.record,
              new Latencies(measure, series.lengths(), operations),
              each.observed,
              each.targetCpuNanos,
              Stream.concat(each.remarks.stream(), read.remarks().stream()).toList()));
    }
    return new Baseline(Baseline.FORMAT_VERSION, stored);
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

  /// Whether this and another one are the same directory, or the same run of one baseline file.
  ///
  /// @throws IOException if one no longer exists
  public boolean isSameAs(RecordedRun other) throws IOException {
    if (directory != null && other.directory != null) {
      return Files.isSameFile(directory.path(), other.directory.path());
    }
    boolean isStoredTwice = latencies != null && other.latencies != null;
    return record.equals(other.record)
        && (!isStoredTwice || Objects.equals(latencies, other.latencies));
  }
}
