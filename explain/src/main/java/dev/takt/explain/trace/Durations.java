package dev.takt.explain.trace;

import dev.takt.record.LatencyHistogram;
import dev.takt.runs.model.OperationState;
import java.util.Arrays;

/// The distributions of service and response times, gathered in one pass over the operations: a
/// pass over ten million takes a tenth of a second. Not thread-safe while it grows; immutable
/// afterwards.
public final class Durations {

  private static final int COMPLETED = OperationState.COMPLETED.code();

  private final DurationHistogram[] completed;
  private final DurationHistogram[] others;

  /// The difference from service to response times: for operations that had to wait, the response
  /// time added and the service time subtracted. For all others both are equal.
  private final DurationHistogram responseDelta = new DurationHistogram();

  private long latestEnd = Long.MIN_VALUE;

  /// The durations of no operation.
  ///
  /// @param names the number of operation names
  Durations(int names) {
    completed = empty(names);
    others = empty(names);
  }

  private static DurationHistogram[] empty(int names) {
    DurationHistogram[] counts = new DurationHistogram[names];
    Arrays.setAll(counts, _ -> new DurationHistogram());
    return counts;
  }

  static Durations of(Columns columns, int names) {
    Durations all = new Durations(names);
    ParallelRanges.map(
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
  /// @param from the index of the first one
  /// @param to the index after the last one
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
      DurationHistogram[] services = columns.states[i] == COMPLETED ? completed : others;
      services[columns.names[i]].add(service);
      if (start != due) {
        responseDelta.add(service, -1);
        responseDelta.add(end - due, 1);
      }
      latest = Math.max(latest, end);
    }
    latestEnd = latest;
  }

  /// Adds other durations.
  void add(Durations more) {
    for (int name = 0; name < completed.length; name++) {
      completed[name].add(more.completed[name]);
      others[name].add(more.others[name]);
    }
    responseDelta.add(more.responseDelta);
    latestEnd = Math.max(latestEnd, more.latestEnd);
  }

  /// The service times of the completed operations of a name. Not a copy: must not be modified.
  public DurationHistogram completed(int name) {
    return completed[name];
  }

  /// The service times of all operations of a name; a copy.
  public DurationHistogram services(int name) {
    DurationHistogram all = new DurationHistogram();
    all.add(completed[name]);
    all.add(others[name]);
    return all;
  }

  /// The response times of all operations; a copy.
  public LatencyHistogram responses() {
    DurationHistogram all = new DurationHistogram();
    for (int name = 0; name < completed.length; name++) {
      all.add(completed[name]);
      all.add(others[name]);
    }
    all.add(responseDelta);
    LatencyHistogram histogram = new LatencyHistogram();
    all.addTo(histogram);
    return histogram;
  }

  /// When the last operation ended; [Long#MIN_VALUE] if there are none.
  public long latestEnd() {
    return latestEnd;
  }
}
