package dev.takt.explain.trace;

import dev.takt.runs.model.OperationState;
import dev.takt.runs.trace.ConnectionWaits;
import dev.takt.runs.trace.JourneySteps;
import dev.takt.runs.trace.TraceBlock;
import dev.takt.runs.trace.TraceContext;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The operations of a run, stored in columns, sorted by due time. All times are nanoseconds on the
/// run's monotonic clock.
///
/// An operation that was never sent starts and ends when the run ended: it had waited at least that
/// long.
///
/// Immutable and thread-safe; created by [OperationsReader] or an [OperationsBuilder].
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
  private final short[] nameIndexes;
  private final byte[] states;

  /// All columns, for passes over all operations.
  private final Columns columns;

  /// Computed on demand if not computed while reading.
  private @Nullable Durations durations;

  private final @Nullable TraceContext traces;
  private final @Nullable JourneySteps journeys;
  private final @Nullable ConnectionWaits waits;

  /// @param durations null to compute them on demand
  /// @param traces the trace contexts of the run; null if they are not known
  /// @param journeys which steps of journeys they are; null if they are none, or it is not known
  /// @param waits how long they waited for connections; null if it is not known
  Operations(
      List<String> names,
      boolean scheduled,
      Columns columns,
      @Nullable Durations durations,
      @Nullable TraceContext traces,
      @Nullable JourneySteps journeys,
      @Nullable ConnectionWaits waits) {
    this.names = List.copyOf(names);
    this.scheduled = scheduled;
    size = columns.size;
    due = columns.due;
    start = columns.start;
    end = columns.end;
    nameIndexes = columns.names;
    states = columns.states;
    this.columns = columns;
    this.durations = durations;
    this.traces = traces;
    this.journeys = journeys;
    this.waits = waits;
  }

  /// The number of operations.
  public int size() {
    return size;
  }

  /// The names of operations, by their index.
  public List<String> names() {
    return names;
  }

  /// Whether there was a schedule; without one, an operation counts as due when it started.
  public boolean isScheduled() {
    return scheduled;
  }

  /// When an operation was due: its intended start.
  public long due(int i) {
    return due[i];
  }

  /// When an operation was sent.
  public long start(int i) {
    return start[i];
  }

  /// When an operation was answered or timed out.
  public long end(int i) {
    return end[i];
  }

  /// The response time: from due to end.
  public long response(int i) {
    return end[i] - due[i];
  }

  /// The service time: from start to end.
  public long service(int i) {
    return end[i] - start[i];
  }

  /// The wait time: from due to start.
  public long waiting(int i) {
    return start[i] - due[i];
  }

  /// The index of an operation's name in [#names].
  public int name(int i) {
    return nameIndexes[i];
  }

  /// Whether an operation was completed successfully.
  public boolean isCompleted(int i) {
    return states[i] == COMPLETED;
  }

  /// The final state of an operation.
  public OperationState state(int i) {
    return BY_CODE[states[i]];
  }

  /// The same operations at other times.
  ///
  /// @param starts when each was sent; not a copy, must not be modified afterwards
  /// @param ends when each ended; the same
  public Operations at(long[] starts, long[] ends) {
    return new Operations(
        names, scheduled, columns.at(starts, ends), null, traces, journeys, waits);
  }

  /// Appends an operation to columns.
  ///
  /// @param withNumber whether with its number
  void copyTo(Columns to, int i, boolean withNumber) {
    long number = withNumber ? number(i) : TraceBlock.NO_NUMBER;
    to.add(nameIndexes[i], due[i], start[i], end[i], states[i], number);
  }

  /// The same operations on another clock.
  ///
  /// @param nanos what to add to each moment
  public Operations movedBy(long nanos) {
    Columns moved = columns.at(moved(start, nanos), moved(end, nanos));
    moved.due = moved(due, nanos);
    return new Operations(names, scheduled, moved, null, traces, journeys, waits);
  }

  private long[] moved(long[] moments, long nanos) {
    long[] moved = new long[size];
    for (int i = 0; i < size; i++) {
      moved[i] = moments[i] + nanos;
    }
    return moved;
  }

  /// The same operations as steps of journeys. Those that do not send their numbers have no trace
  /// ids.
  ///
  /// @param steps null if they are none, or it is not known
  /// @param itsWaits how long they waited for connections
  Operations with(@Nullable JourneySteps steps, @Nullable ConnectionWaits itsWaits) {
    return steps == null
        ? this
        : new Operations(
            names,
            scheduled,
            columns,
            durations,
            steps.sendsNumbers() ? traces : null,
            steps,
            itsWaits == null || itsWaits.isEmpty() ? null : itsWaits);
  }

  /// How long an operation could not be sent after it was due because the target had not made a
  /// connection ready, as far as the generator recorded it.
  public long connectionWait(int i) {
    ConnectionWaits known = waits;
    return known == null ? 0 : known.nanos(number(i));
  }

  /// Which steps of journeys they are; null if they are none, or it is not known.
  @Nullable JourneySteps journeys() {
    return journeys;
  }

  /// The number of an operation in the schedule; [TraceBlock#NO_NUMBER] if it is not known.
  long number(int i) {
    return columns.number(i);
  }

  /// Whether operations have trace ids.
  public boolean hasTraceIds() {
    return traces != null && columns.numbers != null;
  }

  /// The W3C trace id of an operation, 32 hexadecimal digits; null if it is not known.
  public @Nullable String traceId(int i) {
    long number = columns.number(i);
    return traces == null || number == TraceBlock.NO_NUMBER ? null : traces.traceId(number);
  }

  /// The distributions of service and response times.
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
