package dev.takt.report.page;

import dev.takt.explain.RunExplainer;
import dev.takt.record.ClockAnchor;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.RunRecord;
import dev.takt.runs.RunSummary;
import dev.takt.runs.Stalls;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a run's directory tells beside its histograms, as far as it can be read.
///
/// @param directory of the run
/// @param record what `run.json` holds; null if that cannot be read
/// @param stalls what was observed; null if nothing was
/// @param explainer what knows why operations were slow; null if nothing can be explained
/// @param notes what a reader should know of it
/// @param problems what was wrong with the files
public record RunMaterial(
    RunDirectory directory,
    @Nullable RunRecord record,
    @Nullable Stalls stalls,
    @Nullable RunExplainer explainer,
    List<String> notes,
    List<String> problems) {

  /// A run that goes on writes its log once per interval, which may be long.
  private static final Duration SILENCE = Duration.ofSeconds(15);

  private static final Duration SILENCE_OF_LIVING = Duration.ofMinutes(10);

  /// What was observed takes seconds to put together, even for a long run.
  private static final Duration PATIENCE_FOR_STALLS = Duration.ofMinutes(1);

  private static final Duration PATIENCE_FOR_RULES = Duration.ofSeconds(2);

  /// Reads all of it.
  public static RunMaterial read(RunDirectory directory) {
    return read(directory, null);
  }

  /// Reads what is not known yet.
  ///
  /// @param explained what knows why operations were slow; null if that is to be found out
  static RunMaterial read(RunDirectory directory, @Nullable RunExplainer explained) {
    List<String> notes = new ArrayList<>();
    List<String> problems = new ArrayList<>();
    RunRecord record = null;
    try {
      requireFiles(directory);
      record = directory.read();
    } catch (IOException e) {
      problems.add(message(e));
    }
    Stalls stalls = null;
    RunExplainer explainer = null;
    if (record != null && state(directory, record) != SourceEntry.State.RUNNING) {
      stalls = stalls(directory, problems);
      explainer = explained == null ? explainer(directory, notes) : explained;
    }
    return new RunMaterial(
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

  private static @Nullable RunExplainer explainer(RunDirectory directory, List<String> notes) {
    try {
      return RunExplainer.of(directory);
    } catch (IOException e) {
      notes.add("Nothing is explained: " + message(e));
      return null;
    } catch (RuntimeException e) {
      notes.add("Nothing is explained, as the run's files do not fit together: " + e);
      return null;
    }
  }

  /// Whoever opens a pipe waits for whoever writes it.
  private static void requireFiles(RunDirectory directory) throws IOException {
    for (Path each :
        List.of(
            directory.runJson(),
            directory.latencyLog(),
            directory.hiccupLog(),
            directory.stallsJson(),
            directory.operationTrace())) {
      if (Files.exists(each) && !Files.isRegularFile(each)) {
        throw new IOException(each + " is no file");
      }
    }
  }

  static String message(IOException e) {
    return e.getMessage() == null ? e.toString() : e.getMessage();
  }

  /// How it stands with a run.
  public static SourceEntry.State state(RunDirectory directory, RunRecord record) {
    return switch (record.state()) {
      case FINISHED, STOPPED -> SourceEntry.State.COMPLETE;
      case FAILED -> SourceEntry.State.BROKEN;
      case RUNNING ->
          goesOn(directory, record) ? SourceEntry.State.RUNNING : SourceEntry.State.BROKEN;
    };
  }

  /// A run that was killed says that it goes on, and does not. Its process may be on another
  /// machine, where nobody can see it: so what counts is whether it writes.
  private static boolean goesOn(RunDirectory directory, RunRecord record) {
    Instant last =
        lastWritten(
            List.of(directory.runJson(), directory.latencyLog(), directory.operationTrace()));
    Duration silence = lives(record) ? SILENCE_OF_LIVING : SILENCE;
    return last.isAfter(Instant.now().minus(silence));
  }

  /// Whether more is to be added to a run of which its record says that it has ended: what was
  /// observed is put together after the last operation, and rules are applied after that. Who
  /// observes may fail, so this is not waited for without end.
  static boolean isAddedTo(RunDirectory directory, RunRecord record) {
    boolean hasEnded =
        record.state() == RunRecord.State.FINISHED || record.state() == RunRecord.State.STOPPED;
    if (!hasEnded || !lives(record)) {
      return false;
    }
    boolean lacksStalls = isWatched(record) && !Files.exists(directory.stallsJson());
    Instant last = lastWritten(List.of(directory.runJson(), directory.stallsJson()));
    Duration patience = lacksStalls ? PATIENCE_FOR_STALLS : PATIENCE_FOR_RULES;
    return last.isAfter(Instant.now().minus(patience));
  }

  private static boolean isWatched(RunRecord record) {
    Object level = record.plan().get("watch");
    return level != null && !level.equals("off");
  }

  /// The last moment at which one of these was written, as far as there are any.
  private static Instant lastWritten(List<Path> files) {
    Instant last = Instant.MIN;
    for (Path each : files) {
      try {
        FileTime modified = Files.getLastModifiedTime(each);
        last = modified.toInstant().isAfter(last) ? modified.toInstant() : last;
      } catch (IOException e) {
        // It has not been written.
      }
    }
    return last;
  }

  private static boolean lives(RunRecord record) {
    return ProcessHandle.of(record.environment().jvm().pid())
        .map(ProcessHandle::isAlive)
        .orElse(false);
  }

  /// How a list shows it.
  ///
  /// @param record null if `run.json` cannot be read
  /// @param problem why not
  public static SourceEntry entry(
      RunDirectory directory, @Nullable RunRecord record, @Nullable String problem) {
    String id = Hashes.id(directory.path());
    String name = String.valueOf(directory.path().toAbsolutePath().normalize().getFileName());
    if (record == null) {
      return new SourceEntry(
          id, name, true, SourceEntry.State.BROKEN, problem, null, null, null, null);
    }
    SourceEntry.State state = state(directory, record);
    RunSummary summary = record.summary();
    return new SourceEntry(
        id,
        name,
        true,
        state,
        state == SourceEntry.State.BROKEN ? broken(record) : null,
        began(record),
        RunFacts.target(record),
        summary == null ? null : summary.rate().intended(),
        summary == null ? null : RunFacts.p99(summary));
  }

  private static String broken(RunRecord record) {
    return record.state() == RunRecord.State.FAILED
        ? "The run could not go on; what was recorded until then is here."
        : "The run was killed, or its machine was stopped; what was recorded until then is here.";
  }

  private static @Nullable Long began(RunRecord record) {
    return record.clockAnchors().isEmpty() ? null : epoch(record, record.beginNanoTime());
  }

  /// The wall-clock time of a moment of the run, in nanoseconds since 1970.
  static long epoch(RunRecord record, long nanoTime) {
    ClockAnchor anchor = record.clockAnchors().getFirst();
    return anchor.epochNanosAt(nanoTime);
  }

  /// How a list shows it.
  public SourceEntry entry() {
    return entry(directory, record, problems.isEmpty() ? null : problems.getFirst());
  }
}
