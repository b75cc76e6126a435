package dev.takt.report.page;

import dev.takt.record.log.LogFacts;
import dev.takt.record.log.LogSource;
import dev.takt.record.log.Problem;
import dev.takt.record.log.Problem.Severity;
import dev.takt.record.log.Problems;
import dev.takt.record.log.TimeColumns;
import dev.takt.report.pack.Histograms;
import dev.takt.report.pack.IndexFolder;
import dev.takt.report.pack.Intervals;
import dev.takt.report.pack.ListedHistograms;
import dev.takt.report.pack.LogIndex;
import dev.takt.report.pack.LogReading;
import dev.takt.report.pack.PackedInterval;
import dev.takt.report.pack.Slots;
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

/// What has been read of the logs of a run, or of one log by itself, so far.
///
/// Thread-safe: logs that are still being written are read by threads of their own, and others look
/// on.
final class LogState {

  private static final int PROBLEMS_TOLD = 50;
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final TimeColumns times;
  private final Problems problems = new Problems();
  private final List<String> failures = new ArrayList<>();
  private final Set<String> latencies = new LinkedHashSet<>();
  private final Set<String> hiccups = new LinkedHashSet<>();
  private final Map<String, Long> totals = new TreeMap<>();
  private @Nullable Long origin;
  private Intervals intervals;
  private @Nullable LogFacts facts;
  private @Nullable LogIndex index;

  /// The file of what [#index] was before all of the log could only be read into memory. Somebody
  /// may ask it just now; its sums need not stay for that.
  private @Nullable Closeable outgrown;

  /// What is wrong with the part of a log that [#index] is of; told to [#problems] at its end.
  private Problems found = new Problems();

  private boolean isReading;
  private long version;

  /// @param bound how many bytes intervals may take before some are added up
  LogState(long bound) {
    this(bound, TimeColumns.AUTO);
  }

  /// @param times what is known about the logs' columns of times
  LogState(long bound, TimeColumns times) {
    this.times = times;
    this.intervals = new Intervals(bound);
  }

  // ---- for those who read logs

  /// Reads a log to its end.
  ///
  /// @param isHiccups whether these are hiccups; else latencies
  /// @throws IOException if it cannot be read
  void read(LogSource log, boolean isHiccups) throws IOException {
    LogFacts told = LogReading.read(log.withTimes(times), problems, part -> add(part, isHiccups));
    if (!isHiccups) {
      accept(told);
    }
  }

  /// Reads a large log to its end, so that it can be asked.
  ///
  /// @param indexes where that may have been done before
  /// @return whether it can; if not, nothing of it is kept
  /// @throws IOException if it cannot be read
  boolean index(Path log, IndexFolder indexes) throws IOException {
    // Who reads it again finds the same problems again.
    Problems wrong = new Problems();
    return keepIfComplete(indexes.index(log, times, wrong, _ -> {}), wrong);
  }

  /// The same, and what has been read already can be asked meanwhile.
  ///
  /// @return whether all of it can be asked; if not, the beginning that was can be until
  ///   [#becomes(LogState)]
  boolean indexInParts(Path log, IndexFolder indexes) throws IOException {
    Problems wrong = new Problems();
    LogIndex made = indexes.index(log, times, wrong, part -> keep(part, Map.of(), wrong));
    return keepIfComplete(made, wrong);
  }

  private boolean keepIfComplete(LogIndex made, Problems wrong) throws IOException {
    if (!made.isComplete()) {
      closeUnlessAsked(made);
      return false;
    }
    Map<String, Long> sums;
    try {
      sums = sums(made);
    } catch (IOException | RuntimeException e) {
      closeUnlessAsked(made);
      throw e;
    }
    problems.addAll(wrong);
    keep(made, sums, new Problems());
    return true;
  }

  /// Parts of a log are read from the same file.
  private synchronized void closeUnlessAsked(LogIndex made) throws IOException {
    if (index == null) {
      made.close();
    }
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

  /// @param sums how many values each tag has, if all has been read
  /// @param wrong what is wrong with what has been read; with all of it, [#problems] have it
  synchronized void keep(LogIndex made, Map<String, Long> sums, Problems wrong) {
    latencies.addAll(made.tags());
    totals.putAll(sums);
    origin = made.origin();
    facts = made.facts();
    index = made;
    found = wrong;
    touch();
  }

  /// Says that a log is read whose beginning can be asked meanwhile.
  synchronized void beginReading() {
    isReading = true;
  }

  /// Says that nothing more is read. If that is because it cannot be, the log is what could be: a
  /// rate over all of it would be too low, if it were of what its last lines promise.
  synchronized void endReading() {
    isReading = false;
    if (index != null && index.progress() != null) {
      index = index.cut();
    }
    touch();
  }

  /// Takes the place of what was read so far with what another has read.
  synchronized void becomes(LogState whole) {
    synchronized (whole) {
      latencies.clear();
      latencies.addAll(whole.latencies);
      totals.clear();
      totals.putAll(whole.totals);
      origin = whole.origin;
      facts = whole.facts;
      intervals = whole.intervals;
      problems.addAll(whole.problems);
    }
    found = new Problems();
    outgrown = index == null ? null : index.file();
    index = null;
    touch();
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

  private synchronized void accept(LogFacts told) {
    facts = told;
  }

  private @Nullable String unitName() {
    return facts == null ? null : facts.unit();
  }

  /// How many nanoseconds a value of 1 stands for, if the log says it.
  private @Nullable Double unit() {
    String name = unitName();
    return name == null ? null : UnitName.nanosOf(name);
  }

  private List<String> notes() {
    List<String> notes = new ArrayList<>();
    if (unitName() != null && unit() == null) {
      notes.add(
          EnglishText.format(
              "The log has its values in %s, which is no unit of time: they are shown as if they were nanoseconds.",
              unitName()));
    }
    if (facts != null && facts.estimate() != null) {
      notes.add(
          "The values are an estimate, corrected for coordinated omission: " + facts.estimate());
    }
    Stream.of(problems, found)
        .flatMap(each -> each.first().stream())
        .filter(each -> each.severity() == Severity.GUESS)
        .map(LogState::sentence)
        .forEach(notes::add);
    return notes;
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
    if (outgrown != null) {
      outgrown.close();
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

  /// Waits until there is something of a log that is read, or nothing more is read.
  synchronized void awaitPart() throws InterruptedException {
    while (isReading && index == null) {
      wait();
    }
  }

  /// Whether more is read of a log whose beginning can be asked already.
  synchronized boolean isReading() {
    return isReading;
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
    List<String> told = notes();
    told.addAll(parts.notes());
    List<String> wrong = new ArrayList<>(parts.problems());
    wrong.addAll(failures);
    tell(problems, wrong);
    tell(found, wrong);
    ExplanationSection explanation = parts.explanation();
    return new SourceDocument(
        entry,
        parts.originOr(origin),
        unit(),
        parts.tags(latencies, hiccups),
        index != null,
        isReading && index != null ? index.progress() : null,
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
    List<Problem> first = problems.first().stream().filter(Problem::isSerious).toList();
    first.stream().limit(PROBLEMS_TOLD).forEach(each -> wrong.add(sentence(each)));
    long all = problems.count(Severity.FAULT) + problems.count(Severity.LOST);
    long told = Math.min(first.size(), PROBLEMS_TOLD);
    if (all > told) {
      wrong.add(
          EnglishText.format(
              "… and %,d more like these (takt log check tells them all).", all - told));
    }
  }

  /// Where a log lies is nobody's business but its owner's.
  private static String sentence(Problem problem) {
    String log = problem.log();
    String name = log.substring(log.lastIndexOf(File.separatorChar) + 1);
    String place = problem.line() == 0 ? name : name + ", line " + problem.line();
    return place + ": " + problem.reason();
  }
}
