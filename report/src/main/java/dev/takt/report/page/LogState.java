package dev.takt.report.page;

import dev.takt.record.log.LogFacts;
import dev.takt.record.log.LogSource;
import dev.takt.record.log.Problem;
import dev.takt.record.log.Problem.Severity;
import dev.takt.record.log.Problems;
import dev.takt.record.log.TimeColumns;
import dev.takt.report.pack.BoundedIntervals;
import dev.takt.report.pack.Histograms;
import dev.takt.report.pack.InMemoryHistograms;
import dev.takt.report.pack.IndexCache;
import dev.takt.report.pack.LogIndex;
import dev.takt.report.pack.PackedInterval;
import dev.takt.report.pack.PackedLogReader;
import dev.takt.report.pack.SlotCodec;
import dev.takt.report.text.UnitName;
import dev.takt.runs.text.EnglishText;
import java.io.Closeable;
import java.io.File;
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
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The contents read so far of a run's logs, or of a single log.
///
/// Thread-safe: each log that is still being written has its own reader thread, while other threads
/// query the state.
final class LogState {

  private static final int MAX_SHOWN_PROBLEMS = 50;
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final TimeColumns times;
  private final Problems problems = new Problems();
  private final List<String> failures = new ArrayList<>();
  private final Set<String> latencies = new LinkedHashSet<>();
  private final Set<String> hiccups = new LinkedHashSet<>();
  private final Set<String> ofMachines = new LinkedHashSet<>();
  private final Map<String, Long> totals = new TreeMap<>();
  private @Nullable Long origin;
  private BoundedIntervals intervals;
  private @Nullable LogFacts facts;
  private @Nullable LogIndex index;

  /// The file of the former [#index] of a log that turned out to be readable only into memory.
  /// Another thread may still be querying it, so it stays open until [#close]; its sums need not be
  /// kept.
  private @Nullable Closeable formerFile;

  /// Problems in the part of a log that [#index] covers; moved to [#problems] at the end.
  private Problems pendingProblems = new Problems();

  private boolean isReading;
  private long version;

  /// @param bound how many bytes intervals may take before neighbours are merged
  LogState(long bound) {
    this(bound, TimeColumns.AUTO);
  }

  /// @param times how the logs' time columns are to be read
  LogState(long bound, TimeColumns times) {
    this.times = times;
    this.intervals = new BoundedIntervals(bound);
  }

  /// What a log holds.
  enum Kind {
    /// Latencies of all operations.
    LATENCIES,
    /// The same latencies once more, for each machine of a fleet apart.
    MACHINES,
    /// Hiccups.
    HICCUPS
  }

  // ---- for threads that read logs

  /// Reads a log to its end.
  ///
  /// @throws IOException if it cannot be read
  void read(LogSource log, Kind kind) throws IOException {
    LogFacts read = PackedLogReader.read(log.withTimes(times), problems, part -> add(part, kind));
    if (kind == Kind.LATENCIES) {
      setFacts(read);
    }
  }

  /// Indexes a large log, so that it can be queried in parts.
  ///
  /// @param indexes the cache of indexes
  /// @return whether the index is complete; if not, nothing of it is kept
  /// @throws IOException if it cannot be read
  boolean index(Path log, IndexCache indexes) throws IOException {
    // If the log is read again, the same problems are found again.
    Problems wrong = new Problems();
    return acceptIfComplete(indexes.index(log, times, wrong, _ -> {}), wrong);
  }

  /// As [#index(Path, IndexCache)], and the part that has been read can already be queried.
  ///
  /// @return whether the index is complete; if not, the part indexed so far can be queried until
  ///   [#replaceBy(LogState)]
  boolean indexInParts(Path log, IndexCache indexes) throws IOException {
    Problems wrong = new Problems();
    LogIndex made = indexes.index(log, times, wrong, part -> useIndex(part, Map.of(), wrong));
    return acceptIfComplete(made, wrong);
  }

  private boolean acceptIfComplete(LogIndex made, Problems wrong) throws IOException {
    if (!made.isComplete()) {
      closeUnlessInUse(made);
      return false;
    }
    Map<String, Long> sums;
    try {
      sums = sums(made);
    } catch (IOException | RuntimeException e) {
      closeUnlessInUse(made);
      throw e;
    }
    problems.addAll(wrong);
    useIndex(made, sums, new Problems());
    return true;
  }

  /// Closes an index, unless an earlier part is in use: all parts share one file.
  private synchronized void closeUnlessInUse(LogIndex made) throws IOException {
    if (index == null) {
      made.close();
    }
  }

  private static Map<String, Long> sums(LogIndex made) throws IOException {
    Map<String, Long> sums = new TreeMap<>();
    for (String each : made.tags()) {
      long total = 0;
      for (PackedInterval sum : made.columns(each, Long.MIN_VALUE, Long.MAX_VALUE, 1)) {
        total += SlotCodec.total(sum.slots());
      }
      sums.put(each, total);
    }
    return sums;
  }

  /// @param sums the number of values of each tag, if the log has been read completely
  /// @param wrong problems in the part that has been read; for a complete log, they are in
  ///   [#problems]
  synchronized void useIndex(LogIndex made, Map<String, Long> sums, Problems wrong) {
    latencies.addAll(made.tags());
    totals.putAll(sums);
    origin = made.origin();
    facts = made.facts();
    index = made;
    pendingProblems = wrong;
    signalChange();
  }

  /// Marks the log as being read; its beginning can be queried meanwhile.
  synchronized void beginReading() {
    isReading = true;
  }

  /// Marks reading as ended. If it failed, the log is cut to the part that could be read: over the
  /// span that its last lines announce, its rate would be too low.
  synchronized void endReading() {
    isReading = false;
    if (index != null && index.progress() != null) {
      index = index.truncated();
    }
    signalChange();
  }

  /// Replaces the contents read so far by those of another state.
  synchronized void replaceBy(LogState other) {
    synchronized (other) {
      latencies.clear();
      latencies.addAll(other.latencies);
      totals.clear();
      totals.putAll(other.totals);
      origin = other.origin;
      facts = other.facts;
      intervals = other.intervals;
      problems.addAll(other.problems);
    }
    pendingProblems = new Problems();
    formerFile = index == null ? null : index.file();
    index = null;
    signalChange();
  }

  /// Reads a log that may be missing. Failures are recorded and become problems of the document.
  void readIfPresent(Path log, Kind kind) {
    if (kind != Kind.LATENCIES && !Files.exists(log)) {
      return;
    }
    try {
      if (Files.exists(log) && !Files.isRegularFile(log)) {
        throw new IOException(log + " is not a regular file");
      }
      read(LogSource.of(log), kind);
    } catch (IOException e) {
      addFailure(log, e);
    }
  }

  synchronized void addFailure(Path log, IOException e) {
    failures.add(
        Files.exists(log)
            ? RunReportInput.message(e)
            : "There is no " + log.getFileName() + ": no latencies were recorded.");
  }

  private synchronized void add(PackedLogReader.Part part, Kind kind) {
    if (origin == null) {
      origin = part.logStart();
    }
    for (PackedInterval each : part.since(origin)) {
      if (tags(kind).add(each.tag())) {
        version++;
      }
      intervals.add(each);
      totals.merge(each.tag(), SlotCodec.total(each.slots()), Long::sum);
    }
    version++;
    notifyAll();
  }

  private Set<String> tags(Kind kind) {
    return switch (kind) {
      case LATENCIES -> latencies;
      case MACHINES -> ofMachines;
      case HICCUPS -> hiccups;
    };
  }

  private synchronized void setFacts(LogFacts read) {
    facts = read;
  }

  private @Nullable String unitName() {
    return facts == null ? null : facts.unit();
  }

  /// Nanoseconds per unit of recorded values, if the log says it.
  private @Nullable Double unit() {
    String name = unitName();
    return name == null ? null : UnitName.nanosPerUnit(name);
  }

  private List<String> notes() {
    List<String> notes = new ArrayList<>();
    if (unitName() != null && unit() == null) {
      notes.add(
          EnglishText.format(
              "The log's values are in %s, which is not a unit of time. They are shown as nanoseconds.",
              unitName()));
    }
    if (facts != null && facts.estimate() != null) {
      notes.add(
          "The values are an estimate, corrected for coordinated omission: " + facts.estimate());
    }
    Stream.of(problems, pendingProblems)
        .flatMap(each -> each.first().stream())
        .filter(each -> each.severity() == Severity.GUESS)
        .map(LogState::sentence)
        .forEach(notes::add);
    return notes;
  }

  /// Increments the version and wakes waiting threads.
  synchronized void signalChange() {
    version++;
    notifyAll();
  }

  synchronized void finish() {
    intervals.finish();
  }

  /// Closes the log's file, if it is queried in parts.
  synchronized void close() throws IOException {
    if (index != null) {
      index.close();
    }
    if (formerFile != null) {
      formerFile.close();
    }
  }

  // ---- for threads that query

  /// A counter that increases with each change.
  synchronized long version() {
    return version;
  }

  /// Waits until the version is no longer `seen`, at most `millis`.
  synchronized long await(long seen, long millis) throws InterruptedException {
    long deadline = System.nanoTime() + millis * 1_000_000;
    long left = millis;
    while (version == seen && left > 0) {
      wait(left);
      left = (deadline - System.nanoTime()) / 1_000_000;
    }
    return version;
  }

  /// Waits until the origin is known, at most `millis`.
  synchronized void awaitOrigin(long millis) throws InterruptedException {
    long deadline = System.nanoTime() + millis * 1_000_000;
    long left = millis;
    while (origin == null && left > 0) {
      wait(left);
      left = (deadline - System.nanoTime()) / 1_000_000;
    }
  }

  /// Waits until a part of the log can be queried, or reading has ended.
  synchronized void awaitPart() throws InterruptedException {
    while (isReading && index == null) {
      wait();
    }
  }

  /// Whether a log is still being read whose beginning can already be queried.
  synchronized boolean isReading() {
    return isReading;
  }

  synchronized @Nullable Long origin() {
    return origin;
  }

  /// Whether neighbours have been merged, so that the positions of intervals have changed.
  synchronized boolean isMerged() {
    return intervals.isMerged();
  }

  /// The intervals after the first `count`.
  synchronized List<PackedInterval> after(int count) {
    List<PackedInterval> all = intervals.list();
    return List.copyOf(all.subList(Math.min(count, all.size()), all.size()));
  }

  /// The intervals of a tag, to be queried by span.
  synchronized Histograms histograms(String tag) {
    return index != null && latencies.contains(tag)
        ? index
        : new InMemoryHistograms(List.copyOf(intervals.list()), intervals.medianIntervalNanos());
  }

  /// Whether the log is queried in parts; else one pack holds all of it.
  synchronized boolean isQueried() {
    return index != null;
  }

  synchronized long medianIntervalNanos() {
    return intervals.medianIntervalNanos();
  }

  synchronized long stepNanos() {
    return intervals.stepNanos();
  }

  synchronized List<PackedInterval> coarser(long factor) {
    return intervals.coarser(factor);
  }

  /// Everything but the histograms, as a document.
  ///
  /// @param parts the sections that do not come from the logs
  synchronized SourceDocument document(SourceEntry entry, ReportSections parts) {
    List<String> notes = notes();
    notes.addAll(parts.notes());
    List<String> wrong = new ArrayList<>(parts.problems());
    wrong.addAll(failures);
    addProblems(problems, wrong);
    addProblems(pendingProblems, wrong);
    ExplanationSection explanation = parts.explanation();
    return new SourceDocument(
        entry,
        new SourceDocument.TimeAxis(parts.originOr(origin), axisBegin(parts), end()),
        unit(),
        parts.tags(latencies, ofMachines, hiccups),
        index != null,
        isReading && index != null ? index.progress() : null,
        new TreeMap<>(totals),
        parts.with(explanation == null ? null : explanation.withIntervals(begins()), notes, wrong));
  }

  /// The begins of the operations' intervals as in a pack: whole milliseconds, rounded down.
  private long[] begins() {
    LongStream all =
        index != null
            ? index.begins()
            : intervals.list().stream()
                .filter(each -> latencies.contains(each.tag()))
                .mapToLong(PackedInterval::begin);
    return all.map(each -> Math.floorDiv(each, NANOS_PER_MILLI)).sorted().distinct().toArray();
  }

  /// A run begins with its schedule, at 0: what was recorded before, such as hiccups, is in no
  /// figure.
  private long axisBegin(ReportSections parts) {
    return parts.record() == null ? begin() : Math.clamp(begin(), Math.min(0, end()), end());
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

  /// Adds the first [#MAX_SHOWN_PROBLEMS] serious problems as sentences, and the number of the
  /// others.
  static void addProblems(Problems problems, List<String> wrong) {
    List<Problem> first = problems.first().stream().filter(Problem::isFaultOrLoss).toList();
    first.stream().limit(MAX_SHOWN_PROBLEMS).forEach(each -> wrong.add(sentence(each)));
    long all = problems.count(Severity.FAULT) + problems.count(Severity.LOST);
    long shown = Math.min(first.size(), MAX_SHOWN_PROBLEMS);
    if (all > shown) {
      wrong.add(
          EnglishText.format("… and %,d more like these (takt log check lists all).", all - shown));
    }
  }

  /// Formats a problem without the log's folder, which is private to its owner.
  private static String sentence(Problem problem) {
    String log = problem.log();
    String name = log.substring(log.lastIndexOf(File.separatorChar) + 1);
    String place = problem.line() == 0 ? name : name + ", line " + problem.line();
    return place + ": " + problem.reason();
  }
}
