package dev.takt.record.log.scan;

import dev.takt.record.log.LogFacts;
import dev.takt.record.log.LogSource;
import dev.takt.record.log.Selection;
import dev.takt.record.log.parse.LogHeader;
import dev.takt.record.log.parse.RawInterval;
import dev.takt.record.log.scan.LogCursor.Batch;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Several logs, opened one by one and limited to a [Selection]. It collects facts about them as
/// they are read.
///
/// Not thread-safe.
public final class Logs implements AutoCloseable {

  private static final int MAX_REMEMBERED_TAGS = 1000;
  private static final String NO_UNIT = "";
  private static final String NANOSECONDS = "nanoseconds";
  private static final int LENGTHS = 32;

  /// The first interval must be within this many blocks, or the log's start is unknown: a file
  /// without an interval in megabytes is no log.
  private static final int MAX_EXAMINED = 64;

  /// A log that was opened to learn its start, with what was read of it for that.
  private static final class Opened {
    final LogCursor cursor;
    final Deque<Batch> read = new ArrayDeque<>();

    Opened(LogCursor cursor) {
      this.cursor = cursor;
    }
  }

  private final List<LogSource> sources;
  private final Selection selection;
  private final @Nullable Opened[] opened;
  private final Set<String> tags = new TreeSet<>();
  private final Set<String> units = new LinkedHashSet<>();
  private final Set<String> estimates = new LinkedHashSet<>();
  private @Nullable Long start;
  private long earliest = Long.MAX_VALUE;
  private final List<long[]> firstLengths = new ArrayList<>();
  private long from = Long.MIN_VALUE;
  private long to = Long.MAX_VALUE;

  public Logs(List<LogSource> sources, Selection selection) throws IOException {
    this.sources = sources;
    this.selection = selection;
    this.opened = new Opened[sources.size()];
    long start = selection.needsStart() ? start() : 0;
    if (selection.from() != null) {
      from = selection.from().at(start);
    }
    if (selection.to() != null) {
      to = selection.to().at(start) - (selection.closed() ? 0 : 1);
    }
  }

  /// The earliest start of all logs, from which all windows count.
  public long start() throws IOException {
    Long known = start;
    if (known != null) {
      return known;
    }
    long first = Long.MAX_VALUE;
    for (int i = 0; i < sources.size(); i++) {
      Long startOfLog = startOf(i);
      first = startOfLog == null ? first : Math.min(first, startOfLog);
    }
    first = first == Long.MAX_VALUE ? 0 : first;
    start = first;
    return first;
  }

  /// The earliest start of the logs that were read.
  public long startSeen() {
    return earliest == Long.MAX_VALUE ? 0 : earliest;
  }

  /// The usual length of intervals: the median of the first few of each log, then the maximum over
  /// the logs, in nanoseconds and rounded to a common length. Requires a call of [#start] before.
  public long typicalIntervalNanos() {
    long longest = 0;
    for (long[] lengths : firstLengths) {
      Arrays.sort(lengths);
      longest = Math.max(longest, lengths[lengths.length / 2]);
    }
    return Grid.rounded(longest);
  }

  private @Nullable Long startOf(int index) throws IOException {
    Opened log = new Opened(LogCursor.open(sources.get(index)));
    boolean repeatable = sources.get(index).isRepeatable();
    try {
      for (int i = 0; i < MAX_EXAMINED; i++) {
        Batch batch = log.cursor.next();
        if (batch == null) {
          break;
        }
        if (!repeatable) {
          log.read.add(batch);
        }
        if (!batch.intervals().isEmpty()) {
          firstLengths.add(
              batch.intervals().stream().limit(LENGTHS).mapToLong(RawInterval::length).toArray());
          break;
        }
      }
      noteHeader(log.cursor.header());
      return log.cursor.header().start();
    } finally {
      if (repeatable) {
        log.cursor.close();
      } else {
        opened[index] = log;
      }
    }
  }

  public int size() {
    return sources.size();
  }

  public LogSource source(int index) {
    return sources.get(index);
  }

  /// Reads one of the logs from its beginning.
  public Reading read(int index) throws IOException {
    Opened log = opened[index];
    opened[index] = null;
    return new Reading(log != null ? log : new Opened(LogCursor.open(sources.get(index))));
  }

  /// One log, limited to the selection.
  public final class Reading implements AutoCloseable {

    private final Opened log;

    private Reading(Opened log) {
      this.log = log;
    }

    public LogHeader header() {
      return log.cursor.header();
    }

    /// Returns the next selected intervals, in a list that the caller may change, and all problems;
    /// null at the end. If tags are to be ignored, the intervals have none.
    @Nullable
    public Batch next() throws IOException {
      Batch batch = log.read.isEmpty() ? log.cursor.next() : log.read.remove();
      if (batch == null) {
        noteHeader(header());
        requireOneUnit(header());
        return null;
      }
      List<RawInterval> meant = new ArrayList<>(batch.intervals().size());
      for (RawInterval each : batch.intervals()) {
        if (isSelected(each)) {
          meant.add(selection.ignoreTags() ? each.untagged() : each);
        }
      }
      return new Batch(meant, batch.problems());
    }

    @Override
    public void close() throws IOException {
      log.cursor.close();
    }
  }

  private boolean isSelected(RawInterval interval) {
    String tag = interval.tag();
    if (tags.size() < MAX_REMEMBERED_TAGS) {
      tags.add(tag == null ? Selection.UNTAGGED : tag);
    }
    return interval.start() >= from && interval.start() <= to && selection.tags().test(tag);
  }

  /// Rejects logs with different units, whose values have no sum. A log that does not state its
  /// unit is taken to be in nanoseconds, like nearly all, and cannot be added to one with another
  /// unit.
  private void requireOneUnit(LogHeader header) throws IOException {
    if (units.stream().map(each -> each.equals(NO_UNIT) ? NANOSECONDS : each).distinct().count()
        > 1) {
      String unit = header.unit();
      throw new IOException(
          String.format(
              Locale.ROOT,
              "%s %s, other logs have theirs in other units: they cannot be added up; take logs of one unit at a time",
              header.name(),
              unit == null ? "does not say the unit of its values" : "has its values in " + unit));
    }
  }

  private void noteHeader(LogHeader header) {
    Long begins = header.start();
    if (begins != null) {
      earliest = Math.min(earliest, begins);
    }
    String unit = header.unit();
    units.add(unit == null ? NO_UNIT : unit);
    if (header.estimate() != null) {
      estimates.add(header.estimate());
    }
  }

  /// The facts of a log that may not have been read to its end.
  public LogFacts facts(Reading reading) {
    LogHeader header = reading.header();
    return new LogFacts(List.copyOf(tags), header.unit(), header.estimate());
  }

  /// Closes what was opened and never read.
  @Override
  public void close() throws IOException {
    for (int i = 0; i < opened.length; i++) {
      Opened log = opened[i];
      opened[i] = null;
      if (log != null) {
        log.cursor.close();
      }
    }
  }

  /// What the logs that were read to their end state about themselves, and their tags.
  public LogFacts facts() {
    return new LogFacts(
        List.copyOf(tags),
        units.size() != 1 || units.contains(NO_UNIT) ? null : units.iterator().next(),
        estimates.isEmpty() ? null : String.join("; ", estimates));
  }
}
