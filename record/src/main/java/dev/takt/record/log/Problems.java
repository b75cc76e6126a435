package dev.takt.record.log;

import dev.takt.record.log.Problem.Severity;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// All problems that were found. Every problem is counted but only the first ones are kept, so that
/// a file that is no log does not fill the memory.
///
/// Thread-safe.
public final class Problems {

  private static final int MAX_KEPT = 1000;

  private final List<Problem> first = new ArrayList<>();
  private final Map<Severity, Long> counts = new EnumMap<>(Severity.class);

  /// Creates an empty collection.
  public Problems() {}

  /// Adds a problem.
  public synchronized void add(Problem problem) {
    if (first.size() < MAX_KEPT) {
      first.add(problem);
    }
    counts.merge(problem.severity(), problem.times(), Long::sum);
  }

  /// Adds all problems of another collection.
  public void addAll(Problems others) {
    List<Problem> theirs;
    Map<Severity, Long> theirCounts;
    synchronized (others) {
      theirs = List.copyOf(others.first);
      theirCounts = Map.copyOf(others.counts);
    }
    synchronized (this) {
      theirs.stream().limit(MAX_KEPT - first.size()).forEach(first::add);
      theirCounts.forEach((severity, count) -> counts.merge(severity, count, Long::sum));
    }
  }

  /// The first problems, in the order in which they were found.
  public synchronized List<Problem> first() {
    return List.copyOf(first);
  }

  /// The number of problems of one severity.
  public synchronized long count(Severity severity) {
    Objects.requireNonNull(severity, "severity");
    return counts.getOrDefault(severity, 0L);
  }

  /// Whether a script's exit code should report it: faults or losses.
  public synchronized boolean faultsAndLosses() {
    return count(Severity.FAULT) + count(Severity.LOST) > 0;
  }
}
