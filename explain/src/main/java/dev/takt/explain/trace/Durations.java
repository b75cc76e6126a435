package dev.takt.explain.trace;

import dev.takt.record.LatencyHistogram;
import java.util.Arrays;

/// How long operations took: all that can be told from one look at each of them, since a look at
/// ten million takes a tenth of a second. Immutable once it is made.
public final class Durations {

  private final Counts[] completed;
  private final Counts[] others;

  /// Response times of those that had to wait, less their service times: of all others these are
  /// the same.
  private final Counts moved = new Counts();

  private long latestEnd = Long.MIN_VALUE;

  private Durations(int names) {
    completed = empty(names);
    others = empty(names);
  }

  private static Counts[] empty(int names) {
    Counts[] counts = new Counts[names];
    Arrays.setAll(counts, _ -> new Counts());
    return counts;
  }

  static Durations of(Operations operations) {
    Durations all = new Durations(operations.names().size());
    Ranges.of(operations.size(), (from, to) -> of(operations, from, to)).forEach(all::add);
    return all;
  }

  private static Durations of(Operations operations, int from, int to) {
    Durations some = new Durations(operations.names().size());
    for (int i = from; i < to; i++) {
      long service = operations.service(i);
      Counts[] services = operations.isCompleted(i) ? some.completed : some.others;
      services[operations.name(i)].add(service);
      if (operations.waiting(i) != 0) {
        some.moved.add(service, -1);
        some.moved.add(operations.response(i), 1);
      }
      some.latestEnd = Math.max(some.latestEnd, operations.end(i));
    }
    return some;
  }

  private void add(Durations more) {
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
