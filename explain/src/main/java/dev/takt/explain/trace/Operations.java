package dev.takt.explain.trace;

import dev.takt.runs.OperationState;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Operations in columns, in the order in which they were due. All times are nanoseconds on the
/// run's monotonic clock.
///
/// An operation that was never sent starts and ends when the run ended: by then it had waited that
/// long, and nobody knows how much longer it would have.
///
/// Immutable; made by [OperationsReader] or an [OperationsBuilder].
public final class Operations {

  private static final OperationState[] BY_CODE =
      Arrays.stream(OperationState.values())
          .sorted(Comparator.comparingInt(OperationState::code))
          .toArray(OperationState[]::new);

  private static final int COMPLETED = OperationState.COMPLETED.code();

  private final List<String> names;
  private final boolean scheduled;
  private final int size;
  private final long[] due;
  private final long[] start;
  private final long[] end;
  private final short[] nameNumbers;
  private final byte[] states;

  /// All of these, for what looks at each operation.
  private final Columns columns;

  /// Found out when it is asked for, if it was not while the operations were read.
  private @Nullable Durations durations;

  /// @param durations null if they are to be found out
  Operations(
      List<String> names, boolean scheduled, Columns columns, @Nullable Durations durations) {
    this.names = List.copyOf(names);
    this.scheduled = scheduled;
    size = columns.size;
    due = columns.due;
    start = columns.start;
    end = columns.end;
    nameNumbers = columns.names;
    states = columns.states;
    this.columns = columns;
    this.durations = durations;
  }

  /// How many there are.
  public int size() {
    return size;
  }

  /// The names of operations, by their number.
  public List<String> names() {
    return names;
  }

  /// Whether there was a schedule; without one an operation was due when it started.
  public boolean isScheduled() {
    return scheduled;
  }

  /// When it should have been sent.
  public long due(int i) {
    return due[i];
  }

  /// When it was sent.
  public long start(int i) {
    return start[i];
  }

  /// When it was answered or given up.
  public long end(int i) {
    return end[i];
  }

  /// From due to end.
  public long response(int i) {
    return end[i] - due[i];
  }

  /// From start to end.
  public long service(int i) {
    return end[i] - start[i];
  }

  /// From due to start.
  public long waiting(int i) {
    return start[i] - due[i];
  }

  /// The number of its name in [#names].
  public int name(int i) {
    return nameNumbers[i];
  }

  /// Whether it was answered as it should be.
  public boolean isCompleted(int i) {
    return states[i] == COMPLETED;
  }

  /// How it ended.
  public OperationState state(int i) {
    return BY_CODE[states[i]];
  }

  /// How long they took.
  public synchronized Durations durations() {
    Durations known = durations;
    if (known == null) {
      known = Durations.of(columns, names.size());
      durations = known;
    }
    return known;
  }

  /// The first operation that was due at a moment or later; [#size] if there is none.
  public int firstDueFrom(long moment) {
    int low = 0;
    int high = size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (due[middle] - moment < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
