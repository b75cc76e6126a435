package dev.takt.explain.trace;

import dev.takt.record.LatencyHistogram;
import dev.takt.runs.OperationState;
import java.util.Arrays;

/// How long operations took: all that can be told from one look at each of them, since a look at
/// ten million takes a tenth of a second. For one thread while it grows, and then immutable.
public final class Durations {

  private static final int COMPLETED = OperationState.COMPLETED.code();

  private final Counts[] completed;
  private final Counts[] others;

  /// Response times of those that had to wait, less their service times: of all others these are
  /// the same.
  private final Counts moved = new Counts();

  private long latestEnd = Long.MIN_VALUE;

  /// Of no operation yet.
  ///
  /// @param names how many names operations have
  Durations(int names) {
    completed = empty(names);
    others = empty(names);
  }

  private static Counts[] empty(int names) {
    Counts[] counts = new Counts[names];
    Arrays.setAll(counts, _ -> new Counts());
    return counts;
  }

  static Durations of(Columns columns, int names) {
    Durations all = new Durations(names);
    Ranges.of(
            columns.size,
            (from, to) -> {
              Durations some = new Durations(names);
              some.add(columns, from, to);
              return some;
            })
        .forEach(all::add);
    return all;
  }

  /// Adds operations.
  ///
  /// @param from the first of them
  /// @param to one beyond the last
  void add(Columns columns, int from, int to) {
    long[] dues = columns.due;
    long[] starts = columns.start;
    long[] ends = columns.end;
    long latest = latestEnd;
    for (int i = from; i < to; i++) {
      long due = dues[i];
      long start = starts[i];
      long end = ends[i];
      long service = end - start;
      Counts[] services = columns.states[i] == COMPLETED ? completed : others;
      services[columns.names[i]].add(service);
      if (start != due) {
        moved.add(service, -1);
        moved.add(end - due, 1);
      }
      latest = Math.max(latest, end);
    }
    latestEnd = latest;
  }

  /// Adds those of others.
  void add(Durations more) {
    for (int name = 0; name < completed.length; name++) {
      completed[name].add(more.completed[name]);
      others[name].add(more.others[name]);
    }
    moved.add(more.moved);
    latestEnd = Math.max(latestEnd, more.latestEnd);
  }

  /// Service times of the completed ones of a name; not to be changed.
  public Counts completed(int name) {
    return completed[name];
  }

  /// Service times of all of a name; a copy.
  public Counts services(int name) {
    Counts all = new Counts();
    all.add(completed[name]);
    all.add(others[name]);
    return all;
  }

  /// Response times; a copy.
  public LatencyHistogram responses() {
    Counts all = new Counts();
    for (int name = 0; name < completed.length; name++) {
      all.add(completed[name]);
      all.add(others[name]);
    }
    all.add(moved);
    LatencyHistogram histogram = new LatencyHistogram();
    all.addTo(histogram);
    return histogram;
  }

  /// When the last one ended; [Long#MIN_VALUE] if there are none.
  public long latestEnd() {
    return latestEnd;
  }
}
