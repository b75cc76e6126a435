package dev.takt.report.page;

import dev.takt.explain.RunExplainer;
import dev.takt.record.ClockAnchor;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.model.RunRecord;
import dev.takt.runs.model.Stalls;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The readable contents of a run's directory, except its histograms.
///
/// @param directory of the run
/// @param record the contents of `run.json`; null if that cannot be read
/// @param stalls the observed stalls; null if nothing was observed
/// @param explainer explains slow operations; null if nothing can be explained
/// @param notes remarks for the reader, a sentence each
/// @param problems what was wrong with the files, a sentence each
public record RunReportInput(
    RunDirectory directory,
    @Nullable RunRecord record,
    @Nullable Stalls stalls,
    @Nullable RunExplainer explainer,
    List<String> notes,
    List<String> problems) {

  /// A running run writes its log once per interval, which may be long.
  private static final Duration IDLE_TIMEOUT = Duration.ofSeconds(15);

  private static final Duration IDLE_TIMEOUT_OF_LIVE_PROCESS = Duration.ofMinutes(10);

  /// Merging the observations takes seconds, even for a long run.
  private static final Duration STALLS_TIMEOUT = Duration.ofMinutes(1);

  private static final Duration RULES_TIMEOUT = Duration.ofSeconds(2);

  /// Reads a run's directory.
  public static RunReportInput read(RunDirectory directory) {
    List<String> notes = new ArrayList<>();
    List<String> problems = new ArrayList<>();
    RunRecord record = null;
    try {
      requireRegularFiles(directory);
      record = directory.read();
    } catch (IOException e) {
      problems.add(message(e));
    }
    Stalls stalls = null;
    RunExplainer explainer = null;
    if (record != null && state(directory, record) != SourceEntry.State.RUNNING) {
      stalls = stalls(directory, problems);
      explainer = explainer(() -> RunExplainer.of(directory), notes);
    }
    return new RunReportInput(
        directory, record, stalls, explainer, List.copyOf(notes), List.copyOf(problems));
  }

  private static @Nullable Stalls stalls(RunDirectory directory, List<String> problems) {
    if (!Files.exists(directory.stallsJson())) {
      return null;
    }
    try {
      return directory.readStalls();
    } catch (IOException e) {
      problems.add(message(e));
      return null;
    }
  }

  /// The same from what is in memory.
  ///
  /// @param stalls what the observers saw; null without observers
  /// @param explained why operations were slow; null if that is to be found out
  static RunReportInput of(
      RunDirectory directory,
      RunRecord record,
      @Nullable Stalls stalls,
      @Nullable RunExplainer explained) {
    List<String> notes = new ArrayList<>();
    RunExplainer explainer =
        explained == null
            ? explainer(() -> RunExplainer.of(directory, record, stalls), notes)
            : explained;
    return new RunReportInput(directory, record, stalls, explainer, List.copyOf(notes), List.of());
  }

  private interface Explaining {
    RunExplainer explain() throws IOException;
  }

  private static @Nullable RunExplainer explainer(Explaining explaining, List<String> notes) {
    try {
      return explaining.explain();
    } catch (IOException e) {
      notes.add("Nothing is explained: " + message(e));
      return null;
    } catch (RuntimeException e) {
      notes.add("Nothing is explained, as the run's files do not fit together: " + e);
      return null;
    }
  }

  /// Rejects pipes and the like: opening a pipe blocks until it has a writer.
  private static void requireRegularFiles(RunDirectory directory) throws IOException {
    for (Path each :
        List.of(
            directory.runJson(),
            directory.latencyLog(),
            directory.machinesLog(),
            directory.hiccupLog(),
            directory.stallsJson(),
            directory.operationTrace())) {
      if (Files.exists(each) && !Files.isRegularFile(each)) {
        throw new IOException(each + " is not a regular file");
      }
    }
  }

  static String message(IOException e) {
    return e.getMessage() == null ? e.toString() : e.getMessage();
  }

  /// The state of a run.
  public static SourceEntry.State state(RunDirectory directory, RunRecord record) {
    return switch (record.state()) {
      case FINISHED, STOPPED -> SourceEntry.State.COMPLETE;
      case FAILED -> SourceEntry.State.BROKEN;
      case RUNNING ->
          isBeingWritten(directory, record) ? SourceEntry.State.RUNNING : SourceEntry.State.BROKEN;
    };
  }

  /// Whether a run whose record says "running" is still being written. The record of a killed run
  /// says so too, and the process may be on another machine, so the age of the last write decides.
  private static boolean isBeingWritten(RunDirectory directory, RunRecord record) {
    Instant last =
        lastWritten(
            List.of(directory.runJson(), directory.latencyLog(), directory.operationTrace()));
    Duration silence = isProcessAlive(record) ? IDLE_TIMEOUT_OF_LIVE_PROCESS : IDLE_TIMEOUT;
    return last.isAfter(Instant.now().minus(silence));
  }

  /// Whether output is still expected from a run whose record says that it has ended. Observations
  /// are merged after the last operation, and rules are applied after that. An observer may fail,
  /// so the wait is limited.
  static boolean expectsMoreOutput(RunDirectory directory, RunRecord record) {
    boolean hasEnded =
        record.state() == RunRecord.State.FINISHED || record.state() == RunRecord.State.STOPPED;
    if (!hasEnded || !isProcessAlive(record)) {
      return false;
    }
    boolean lacksStalls = isWatched(record) && !Files.exists(directory.stallsJson());
    Instant last = lastWritten(List.of(directory.runJson(), directory.stallsJson()));
    Duration timeout = lacksStalls ? STALLS_TIMEOUT : RULES_TIMEOUT;
    return last.isAfter(Instant.now().minus(timeout));
  }

  private static boolean isWatched(RunRecord record) {
    Object level = record.plan().get("watch");
    return level != null && !level.equals("off");
  }

  /// The latest modification time of the existing files; [Instant#MIN] if there are none.
  private static Instant lastWritten(List<Path> files) {
    Instant last = Instant.MIN;
    for (Path each : files) {
      try {
        FileTime modified = Files.getLastModifiedTime(each);
        last = modified.toInstant().isAfter(last) ? modified.toInstant() : last;
      } catch (IOException e) {
        // The file does not exist.
      }
    }
    return last;
  }

  private static boolean isProcessAlive(RunRecord record) {
    return ProcessHandle.of(record.environment().jvm().pid())
        .map(ProcessHandle::isAlive)
        .orElse(false);
  }

  /// The list entry of a run.
  ///
  /// @param record null if `run.json` cannot be read
  /// @param problem why not
  public static SourceEntry entry(
      RunDirectory directory, @Nullable RunRecord record, @Nullable String problem) {
    String id = Hashes.id(directory.path());
    String name = String.valueOf(directory.path().toAbsolutePath().normalize().getFileName());
    if (record == null) {
      return new SourceEntry(
          id, name, true, SourceEntry.State.BROKEN, problem, null, SourceEntry.Load.UNKNOWN);
    }
    SourceEntry.State state = state(directory, record);
    return new SourceEntry(
        id,
        name,
        true,
        state,
        state == SourceEntry.State.BROKEN ? failureText(record) : null,
        beginEpochNanos(record),
        SourceEntry.Load.of(record));
  }

  private static String failureText(RunRecord record) {
    return record.state() == RunRecord.State.FAILED
        ? "The run failed. This is what was recorded until then."
        : "The run was killed or its machine stopped. This is what was recorded until then.";
  }

  private static @Nullable Long beginEpochNanos(RunRecord record) {
    return record.timeBase().clockAnchors().isEmpty()
        ? null
        : epochNanos(record, record.beginNanoTime());
  }

  /// Converts a time of the run's clock to nanoseconds since 1970.
  static long epochNanos(RunRecord record, long nanoTime) {
    ClockAnchor anchor = record.timeBase().clockAnchors().getFirst();
    return anchor.epochNanosAt(nanoTime);
  }

  /// The list entry of this run.
  public SourceEntry entry() {
    return entry(directory, record, problems.isEmpty() ? null : problems.getFirst());
  }
}
