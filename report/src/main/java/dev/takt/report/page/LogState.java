package dev.takt.report.page;

import dev.takt.record.log.LogFacts;
import dev.takt.record.log.LogSource;
import dev.takt.record.log.Problem;
import dev.takt.record.log.Problem.Severity;
import dev.takt.record.log.Problems;
import dev.takt.report.pack.Histograms;
import dev.takt.report.pack.Intervals;
import dev.takt.report.pack.ListedHistograms;
import dev.takt.report.pack.LogIndex;
import dev.takt.report.pack.LogReading;
import dev.takt.report.pack.PackedInterval;
import dev.takt.report.pack.Slots;
import dev.takt.report.text.UnitName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/// What has been read of the logs of a run, or of one log by itself, so far.
///
/// Thread-safe: logs that are still being written are read by threads of their own, and others look
/// on.
final class LogState {

  private static final int PROBLEMS_TOLD = 50;
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final Intervals intervals;
  private final Problems problems = new Problems();
  private final List<String> notes = new ArrayList<>();
  private final List<String> failures = new ArrayList<>();
  private final Set<String> latencies = new LinkedHashSet<>();
  private final Set<String> hiccups = new LinkedHashSet<>();
  private final Map<String, Long> totals = new TreeMap<>();
  private @Nullable Long origin;
  private @Nullable LogIndex index;
  private @Nullable Double unit;
  private long version;

  /// @param bound how many bytes intervals may take before some are added up
  LogState(long bound) {
    intervals = new Intervals(bound);
  }

  // ---- for those who read logs

  /// Reads a log to its end.
  ///
  /// @param isHiccups whether these are hiccups; else latencies
  /// @throws IOException if it cannot be read
  void read(LogSource log, boolean isHiccups) throws IOException {
    LogFacts facts = LogReading.read(log, problems, part -> add(part, isHiccups));
    if (!isHiccups) {
      accept(facts);
    }
  }

  /// Reads a large log to its end, so that it can be asked.
  ///
  /// @return whether it can; if not, nothing of it is kept
  /// @throws IOException if it cannot be read
  boolean index(Path log) throws IOException {
    // Who reads it again finds the same problems again.
    Problems found = new Problems();
    LogIndex made = LogIndex.of(log, found);
    if (!made.isComplete()) {
      made.close();
      return false;
    }
    Map<String, Long> sums;
    try {
      sums = sums(made);
    } catch (IOException | RuntimeException e) {
      made.close();
      throw e;
    }
    problems.addAll(found);
    accept(made.facts());
    keep(made, sums);
    return true;
  }

  private static Map<String, Long> sums(LogIndex made) throws IOException {
    Map<String, Long> sums = new TreeMap<>();
    for (String each : made.tags()) {
      long total = 0;
      for (PackedInterval sum : made.columns(each, Long.MIN_VALUE, Long.MAX_VALUE, 1)) {
        total += Slots.total(sum.slots());
      }
      sums.put(each, total);
    }
    return sums;
  }

  private synchronized void keep(LogIndex made, Map<String, Long> sums) {
    latencies.addAll(sums.keySet());
    totals.putAll(sums);
    origin = made.origin();
    index = made;
  }

  /// Reads a log that may be missing: what is wrong with it is told with the rest.
  void readIfAny(Path log, boolean isHiccups) {
    if (isHiccups && !Files.exists(log)) {
      return;
    }
    try {
      if (Files.exists(log) && !Files.isRegularFile(log)) {
        throw new IOException(log + " is no file");
      }
      read(LogSource.of(log), isHiccups);
    } catch (IOException e) {
      fail(log, e);
    }
  }

  synchronized void fail(Path log, IOException e) {
    failures.add(
        Files.exists(log)
            ? RunMaterial.message(e)
            : "There is no " + log.getFileName() + ": no latencies were recorded.");
  }

  private synchronized void add(LogReading.Part part, boolean isHiccups) {
    if (origin == null) {
      origin = part.logStart();
    }
    for (PackedInterval each : part.since(origin)) {
      if ((isHiccups ? hiccups : latencies).add(each.tag())) {
        version++;
      }
      intervals.add(each);
      totals.merge(each.tag(), Slots.total(each.slots()), Long::sum);
    }
    version++;
    notifyAll();
  }

  private synchronized void accept(LogFacts facts) {
    String name = facts.unit();
    unit = name == null ? null : UnitName.nanosOf(name);
    if (name != null && unit == null) {
      notes.add(
          "The log has its values in %s, which is no unit of time: they are shown as if they were nanoseconds."
              .formatted(name));
    }
    if (facts.estimate() != null) {
      notes.add(
          "The values are an estimate, corrected for coordinated omission: " + facts.estimate());
    }
  }

  /// Says once more that something has changed.
  synchronized void touch() {
    version++;
    notifyAll();
  }

  synchronized void finish() {
    intervals.finish();
  }

  /// Lets go of the log, if it is one that is asked.
  synchronized void close() throws IOException {
    if (index != null) {
      index.close();
    }
  }

  // ---- for those who look on

  /// A number that rises with each change.
  synchronized long version() {
    return version;
  }

  /// Waits until there is something newer than a version, or a time has passed.
  synchronized long await(long seen, long millis) throws InterruptedException {
    long deadline = System.nanoTime() + millis * 1_000_000;
    long left = millis;
    while (version == seen && left > 0) {
      wait(left);
      left = (deadline - System.nanoTime()) / 1_000_000;
    }
    return version;
  }

  /// Waits until the origin is known, or a time has passed.
  synchronized void awaitOrigin(long millis) throws InterruptedException {
    long deadline = System.nanoTime() + millis * 1_000_000;
    long left = millis;
    while (origin == null && left > 0) {
      wait(left);
      left = (deadline - System.nanoTime()) / 1_000_000;
    }
  }

  synchronized @Nullable Long origin() {
    return origin;
  }

  /// Whether neighbours have been added up, so that the places of intervals have changed.
  synchronized boolean isAddedUp() {
    return intervals.isAddedUp();
  }

  /// The intervals after the first ones.
  synchronized List<PackedInterval> after(int count) {
    List<PackedInterval> all = intervals.list();
    return List.copyOf(all.subList(Math.min(count, all.size()), all.size()));
  }

  /// Where the intervals of a tag can be asked for.
  synchronized Histograms histograms(String tag) {
    return index != null && latencies.contains(tag)
        ? index
        : new ListedHistograms(List.copyOf(intervals.list()), intervals.usual());
  }

  /// Whether parts are asked for; else there is a pack of all.
  synchronized boolean isQueried() {
    return index != null;
  }

  synchronized long usual() {
    return intervals.usual();
  }

  synchronized long step() {
    return intervals.step();
  }

  synchronized List<PackedInterval> coarser(long factor) {
    return intervals.coarser(factor);
  }

  /// All but the histograms, as a document.
  ///
  /// @param parts what does not come from the logs
  synchronized SourceDocument document(SourceEntry entry, SourceParts parts) {
    List<String> told = new ArrayList<>(notes);
    told.addAll(parts.notes());
    List<String> wrong = new ArrayList<>(parts.problems());
    wrong.addAll(failures);
    tell(problems, wrong);
    ExplanationSection explanation = parts.explanation();
    return new SourceDocument(
        entry,
        parts.originOr(origin),
        unit,
        parts.tags(latencies, hiccups),
        index != null,
        begin(),
        end(),
        new TreeMap<>(totals),
        parts.run(),
        explanation == null ? null : explanation.by(begins()),
        parts.stalls(),
        List.copyOf(told),
        List.copyOf(wrong));
  }

  /// Where intervals of operations begin, as a pack has it: whole milliseconds, cut downwards.
  private long[] begins() {
    LongStream all =
        index != null
            ? index.begins()
            : intervals.list().stream()
                .filter(each -> latencies.contains(each.tag()))
                .mapToLong(PackedInterval::begin);
    return all.map(each -> Math.floorDiv(each, NANOS_PER_MILLI)).sorted().distinct().toArray();
  }

  private long begin() {
    boolean none = intervals.list().isEmpty();
    return index == null
        ? intervals.begin()
        : none ? index.begin() : Math.min(index.begin(), intervals.begin());
  }

  private long end() {
    return index == null ? intervals.end() : Math.max(index.end(), intervals.end());
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
