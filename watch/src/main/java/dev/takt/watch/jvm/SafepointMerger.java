package dev.takt.watch.jvm;

import dev.takt.runs.model.Evidence;
import dev.takt.runs.model.Stall;
import dev.takt.runs.text.EnglishText;
import dev.takt.watch.jfr.Safepoint;
import dev.takt.watch.jvm.SafepointLogEvent.LoggedSafepoint;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.UnaryOperator;

/// Merges the safepoints of a recording with those of a log into one [Safepoint] each. Two that
/// overlap are the same, since a JVM has one safepoint at a time. A log line is written some time
/// after its safepoint, so a very short safepoint does not overlap with its own line.
///
/// The recording has the more exact times. The log adds the late threads, and safepoints that the
/// recording lacks. Not thread-safe.
final class SafepointMerger implements UnaryOperator<List<Safepoint>> {

  /// The maximum distance of a log line from the end of its safepoint: about 30 µs, more on a busy
  /// machine.
  static final long LINE_ERROR_NANOS = 100_000;

  private final List<LoggedSafepoint> logged;
  private final String logSource;
  private int matched;
  private int onlyRecorded;
  private int onlyLogged;
  private int outside;
  private long[] lineDelays = {};

  /// @param logged ordered by time
  /// @param logSource the name of the source of safepoints that only the log has
  SafepointMerger(List<LoggedSafepoint> logged, String logSource) {
    this.logged = List.copyOf(logged);
    this.logSource = logSource;
  }

  @Override
  public List<Safepoint> apply(List<Safepoint> recorded) {
    List<Safepoint> all = new ArrayList<>(recorded.size() + logged.size());
    List<Long> delays = new ArrayList<>();
    int next = 0;
    for (int i = 0; i < logged.size(); i++) {
      LoggedSafepoint line = logged.get(i);
      long begin = line.endNanoTime() - line.nanos();
      while (next < recorded.size()
          && (recorded.get(next).endNanoTime() < begin - LINE_ERROR_NANOS
              || matchesNextOnly(recorded, next, line))) {
        all.add(recorded.get(next++));
        onlyRecorded++;
      }
      if (next < recorded.size() && recorded.get(next).beginNanoTime() <= line.endNanoTime()) {
        Safepoint safepoint = recorded.get(next++);
        delays.add(line.endNanoTime() - safepoint.endNanoTime());
        all.add(matched(safepoint, line));
        matched++;
      } else {
        all.add(fromLog(line, -1 - i));
        if (isWithin(recorded, line)) {
          onlyLogged++;
        } else {
          outside++;
        }
      }
    }
    for (; next < recorded.size(); next++) {
      all.add(recorded.get(next));
      onlyRecorded++;
    }
    all.sort(Comparator.comparingLong(Safepoint::beginNanoTime));
    lineDelays = delays.stream().mapToLong(Long::longValue).sorted().toArray();
    return all;
  }

  /// Whether a line belongs not to a safepoint but to the next one, by their lengths.
  private static boolean matchesNextOnly(
      List<Safepoint> recorded, int index, LoggedSafepoint line) {
    return index + 1 < recorded.size()
        && recorded.get(index + 1).beginNanoTime() <= line.endNanoTime()
        && !hasSameLength(recorded.get(index), line)
        && hasSameLength(recorded.get(index + 1), line);
  }

  private static boolean hasSameLength(Safepoint safepoint, LoggedSafepoint line) {
    return Math.abs(safepoint.nanos() - line.nanos()) <= LINE_ERROR_NANOS;
  }

  /// Whether a safepoint that only the log has is within the time of the recording.
  private static boolean isWithin(List<Safepoint> recorded, LoggedSafepoint line) {
    return !recorded.isEmpty()
        && line.endNanoTime() > recorded.getFirst().beginNanoTime()
        && line.endNanoTime() < recorded.getLast().beginNanoTime();
  }

  private static Safepoint matched(Safepoint safepoint, LoggedSafepoint line) {
    Evidence.Safepoint evidence = safepoint.evidence();
    return safepoint.with(line.lateThreads(), evidence.with(evidence.edges().logged(line.nanos())));
  }

  private Safepoint fromLog(LoggedSafepoint line, long id) {
    long begin = line.endNanoTime() - line.nanos();
    return new Safepoint(
        id,
        new Stall.Interval(begin, line.endNanoTime(), LINE_ERROR_NANOS, logSource),
        line.gcCause(),
        line.lateThreads(),
        Evidence.Safepoint.of(
            line.operation(), Math.min(line.timeToSafepointNanos(), line.nanos())));
  }

  /// How well recording and log agree, as text for people; empty if they have nothing in common.
  String crossCheck() {
    if (matched == 0) {
      return "";
    }
    long delay = lineDelays[lineDelays.length / 2];
    return EnglishText.format(
        "of the safepoints, %d are in recording and log (the log line is %.0f µs %s the end, in the"
            + " median), %d only in the recording, %d only in the log, and %d more in the log from"
            + " before or after the recording",
        matched,
        Math.abs(delay) / 1e3,
        delay < 0 ? "before" : "after",
        onlyRecorded,
        onlyLogged,
        outside);
  }
}
