package dev.takt.load.engine.recording;

import dev.takt.load.driver.Outcome;
import dev.takt.runs.model.Balance;
import dev.takt.runs.model.OperationState;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/// The counters of one sending thread: per operation, before and after the end of the warm-up, how
/// many ended in each state, and how often each kind of failure occurred.
///
/// One thread writes, any thread reads. Counters are accessed in opaque mode: a reader sees each of
/// them grow, and the exact values of all once the writer has ended.
public final class OperationCounters {

  private static final VarHandle COUNTS = MethodHandles.arrayElementVarHandle(long[].class);
  private static final int STATES = OperationState.values().length;

  /// How many failure labels are kept apart.
  public static final int LABELS = 50;

  public static final String OTHER_LABELS = "other failures";

  private final long[] counts;
  private final int summed;
  private final long[] intended;
  private final Map<Note, long[]> notes = new EnumMap<>(Note.class);
  private final List<Map<String, long[]>> failures = new ArrayList<>();

  /// By operation, then by status; null until a reply has a status.
  private final AtomicReferenceArray<long @Nullable []> statuses;

  private volatile long inFlight;
  private volatile long busyNanos;
  private volatile long started;
  private volatile long longest;
  private long lastEnd = Long.MIN_VALUE;

  public OperationCounters(int operations) {
    this(operations, operations);
  }

  /// @param arriving how many of these, the first ones, are in the sums of [#answered] and
  ///   [#failed]
  OperationCounters(int operations, int arriving) {
    summed = arriving * 2 * STATES;
    counts = new long[operations * 2 * STATES];
    intended = new long[operations * 2];
    for (Note note : Note.values()) {
      notes.put(note, new long[operations * 2]);
    }
    statuses = new AtomicReferenceArray<>(operations);
    for (int i = 0; i < operations; i++) {
      failures.add(new LinkedHashMap<>());
    }
  }

  /// Counts an operation that the schedule intends, before its outcome is known.
  public void intend(int operation, boolean warmup) {
    int index = operation * 2 + (warmup ? 1 : 0);
    COUNTS.setOpaque(intended, index, (long) COUNTS.getOpaque(intended, index) + 1);
  }

  /// Counts a journey that was started before the end of the schedule. Called by one thread.
  @SuppressWarnings("NonAtomicVolatileUpdate") // one thread writes
  public void start() {
    started++;
  }

  /// How many journeys were started before the end of the schedule, without those of the warm-up.
  public long started() {
    return started;
  }

  /// What else is counted of the steps of users, by the phase in which the user arrived, and of
  /// journeys.
  public enum Note {
    /// A step that a user did not come to in the journey.
    NOT_REACHED,
    /// A step that a user came to once more in the same journey.
    REPEATED,
    /// A step with whose failure or time-out a journey ended.
    FAILED,
    /// A step that failed or timed out beside another one, with which the journey had ended.
    FAILED_BESIDE,
    /// A step that was due and waited for a connection when another one failed beside it.
    UNSENT_BESIDE,
    /// A journey that ended early, as the plan says or because a class of it failed, and the step
    /// before that.
    ABORTED
  }

  /// Counts one.
  public void add(Note note, int operation, boolean warmup) {
    long[] counted = countsOf(note);
    int index = operation * 2 + (warmup ? 1 : 0);
    COUNTS.setOpaque(counted, index, (long) COUNTS.getOpaque(counted, index) + 1);
  }

  private long[] countsOf(Note note) {
    return Objects.requireNonNull(notes.get(note));
  }

  /// How many have been counted.
  public long count(Note note, int operation, boolean warmup) {
    return (long) COUNTS.getOpaque(countsOf(note), operation * 2 + (warmup ? 1 : 0));
  }

  /// How many users have come to a step so far, those of the warm-up included.
  long reached(int operation) {
    long times = 0;
    for (boolean warmup : new boolean[] {false, true}) {
      times += (long) COUNTS.getOpaque(intended, operation * 2 + (warmup ? 1 : 0));
      times -= count(Note.REPEATED, operation, warmup);
    }
    return times;
  }

  public void count(int operation, boolean warmup, OperationState state) {
    int index = index(operation, warmup, state);
    COUNTS.setOpaque(counts, index, (long) COUNTS.getOpaque(counts, index) + 1);
  }

  /// Counts a failure of an operation by its label. Allocates only for a new label. Labels can be
  /// different each time, as messages of exceptions can be, so after the first few labels the rest
  /// are counted together.
  public void countFailure(int operation, Outcome outcome) {
    synchronized (failures) {
      Map<String, long[]> labels = failures.get(operation);
      long[] known = labels.get(outcome.label());
      if (known == null) {
        String label = labels.size() < LABELS ? outcome.label() : OTHER_LABELS;
        known = labels.computeIfAbsent(label, key -> new long[1]);
      }
      known[0]++;
    }
  }

  /// Counts a reply by its status. Allocates only for the first reply of an operation.
  void countStatus(int operation, int status) {
    long[] known = statuses.getPlain(operation);
    if (known == null) {
      known = new long[Outcome.MAX_STATUS + 1];
      statuses.setRelease(operation, known);
    }
    COUNTS.setOpaque(known, status, (long) COUNTS.getOpaque(known, status) + 1);
  }

  /// Adds this thread's replies of one operation to a sum over all threads, by status.
  public void addStatusesTo(int operation, Map<Integer, Long> sum) {
    long[] known = statuses.getAcquire(operation);
    for (int status = 0; known != null && status < known.length; status++) {
      long count = (long) COUNTS.getOpaque(known, status);
      if (count > 0) {
        sum.merge(status, count, Long::sum);
      }
    }
  }

  /// Adds this thread's failures to a sum over all threads.
  public void addFailuresTo(Map<String, Long> sum) {
    for (int i = 0; i < failures.size(); i++) {
      addFailuresTo(i, sum);
    }
  }

  /// The same for one operation.
  public void addFailuresTo(int operation, Map<String, Long> sum) {
    synchronized (failures) {
      failures.get(operation).forEach((label, count) -> sum.merge(label, count[0], Long::sum));
    }
  }

  public void inFlight(long now) {
    inFlight = now;
  }

  long inFlight() {
    return inFlight;
  }

  /// Must be called before a time is recorded in a histogram.
  void recorded(long nanos) {
    if (nanos > longest) {
      longest = nanos;
    }
  }

  /// An upper bound of all times that this thread has recorded so far, in nanoseconds.
  long longest() {
    return longest;
  }

  /// An operation has ended.
  void lastEnd(long now) {
    lastEnd = now;
  }

  /// When the thread's last operation ended, once the thread itself has ended; [Long#MIN_VALUE] if
  /// none did.
  long lastEnd() {
    return lastEnd;
  }

  /// How long the thread has been busy and not waiting, in nanoseconds.
  public void busyNanos(long nanos) {
    busyNanos = nanos;
  }

  public long busyNanos() {
    return busyNanos;
  }

  long get(int operation, boolean warmup, OperationState state) {
    return (long) COUNTS.getOpaque(counts, index(operation, warmup, state));
  }

  /// Completed, failed and timed-out operations of both phases.
  public long answered() {
    return sum(OperationState.COMPLETED) + failed();
  }

  public long failed() {
    return sum(OperationState.FAILED) + sum(OperationState.TIMED_OUT);
  }

  private long sum(OperationState state) {
    long sum = 0;
    for (int i = state.code(); i < summed; i += STATES) {
      sum += (long) COUNTS.getOpaque(counts, i);
    }
    return sum;
  }

  /// The balance of one operation. Intended operations are counted separately from their outcomes,
  /// so that a disagreement shows.
  public Balance balance(int operation, boolean warmup) {
    return new Balance(
        (long) COUNTS.getOpaque(intended, operation * 2 + (warmup ? 1 : 0)),
        get(operation, warmup, OperationState.COMPLETED),
        get(operation, warmup, OperationState.FAILED),
        get(operation, warmup, OperationState.TIMED_OUT),
        get(operation, warmup, OperationState.UNFINISHED),
        get(operation, warmup, OperationState.NEVER_SENT));
  }

  private static int index(int operation, boolean warmup, OperationState state) {
    return (operation * 2 + (warmup ? 1 : 0)) * STATES + state.code();
  }
}
