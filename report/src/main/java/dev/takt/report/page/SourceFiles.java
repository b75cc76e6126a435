package dev.takt.report.page;

import dev.takt.record.log.LogFacts;
import dev.takt.record.log.LogSource;
import dev.takt.record.log.Problem;
import dev.takt.record.log.Problem.Severity;
import dev.takt.record.log.Problems;
import dev.takt.report.text.UnitName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Reads a run or a log as a whole.
final class SourceFiles {

  private static final int PROBLEMS_TOLD = 50;

  /// What was read.
  ///
  /// @param document all but the histograms
  /// @param intervals the histograms of both logs
  record Read(SourceDocument document, Intervals intervals) {}

  private final Intervals intervals;
  private final Problems problems = new Problems();
  private final List<String> failures = new ArrayList<>();
  private final Set<String> latencies = new LinkedHashSet<>();
  private final Set<String> hiccups = new LinkedHashSet<>();
  private @Nullable Long origin;
  private @Nullable Double unit;

  private SourceFiles(long bound) {
    intervals = new Intervals(bound);
  }

  /// Reads a run.
  ///
  /// @param bound how many bytes its intervals may take
  static Read ofRun(RunMaterial run, long bound) {
    SourceFiles files = new SourceFiles(bound);
    files.log(run.directory().latencyLog(), files.latencies, true);
    if (Files.exists(run.directory().hiccupLog())) {
      files.log(run.directory().hiccupLog(), files.hiccups, false);
    }
    return files.result(run, run.entry());
  }

  /// Reads a log.
  ///
  /// @throws IOException if it cannot be read
  static Read ofLog(Path log, long bound) throws IOException {
    SourceFiles files = new SourceFiles(bound);
    LogFacts facts = files.read(log, files.latencies);
    files.unit = facts.unit() == null ? null : UnitName.nanosOf(facts.unit());
    if (facts.unit() != null && files.unit == null) {
      files.failures.add(
          "The log has its values in %s, which is no unit of time: they are shown as if they were nanoseconds."
              .formatted(facts.unit()));
    }
    if (facts.estimate() != null) {
      files.failures.add(
          "The values are an estimate, corrected for coordinated omission: " + facts.estimate());
    }
    return files.result(null, logEntry(log, SourceEntry.State.COMPLETE, null, files.origin));
  }

  /// How a list shows a log.
  static SourceEntry logEntry(
      Path log, SourceEntry.State state, @Nullable String problem, @Nullable Long began) {
    String name = String.valueOf(log.toAbsolutePath().normalize().getFileName());
    return new SourceEntry(Hashes.id(log), name, false, state, problem, began, null, null, null);
  }

  /// A run is shown as far as it can be read.
  private void log(Path log, Set<String> tags, boolean isLatency) {
    try {
      LogFacts facts = read(log, tags);
      if (isLatency && facts.unit() != null) {
        unit = UnitName.nanosOf(facts.unit());
      }
    } catch (IOException e) {
      failures.add(
          Files.exists(log)
              ? RunMaterial.message(e)
              : "The run has no " + log.getFileName() + ": nothing was measured.");
    }
  }

  private LogFacts read(Path log, Set<String> tags) throws IOException {
    return LogReading.read(
        LogSource.of(log),
        problems,
        part -> {
          if (origin == null) {
            origin = part.logStart();
          }
          for (PackedInterval each : part.since(origin)) {
            tags.add(each.tag());
            intervals.add(each);
          }
        });
  }

  private Read result(@Nullable RunMaterial run, SourceEntry entry) {
    intervals.finish();
    List<String> notes = new ArrayList<>();
    List<String> wrong = new ArrayList<>(failures);
    SourceParts parts = new SourceParts(run, notes, wrong);
    tell(wrong);
    TreeMap<String, Long> totals = new TreeMap<>();
    for (PackedInterval each : intervals.list()) {
      totals.merge(each.tag(), Slots.total(each.slots()), Long::sum);
    }
    SourceDocument document =
        new SourceDocument(
            entry,
            parts.originOr(origin),
            unit,
            parts.tags(latencies, hiccups),
            false,
            intervals.begin(),
            intervals.end(),
            totals,
            run,
            parts.explanation(),
            parts.stalls(),
            List.copyOf(notes),
            List.copyOf(wrong));
    return new Read(document, intervals);
  }

  private void tell(List<String> wrong) {
    tell(problems, wrong);
  }

  /// What is wrong with logs, up to a number.
  static void tell(Problems problems, List<String> wrong) {
    List<Problem> first =
        problems.first().stream().filter(each -> each.severity() != Severity.NOTE).toList();
    first.stream().limit(PROBLEMS_TOLD).forEach(each -> wrong.add(sentence(each)));
    long all = problems.count(Severity.FAULT) + problems.count(Severity.LOST);
    long told = Math.min(first.size(), PROBLEMS_TOLD);
    if (all > told) {
      wrong.add("… and %,d more like these (takt log check tells them all).".formatted(all - told));
    }
  }

  /// Where a log lies is nobody's business but its owner's.
  private static String sentence(Problem problem) {
    Path name = Path.of(problem.log()).getFileName();
    String place = problem.line() == 0 ? name + "" : name + ", line " + problem.line();
    return place + ": " + problem.reason();
  }
}
