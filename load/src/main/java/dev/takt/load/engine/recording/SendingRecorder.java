package dev.takt.load.engine.recording;

import dev.takt.load.driver.Outcome;
import dev.takt.load.schedule.RateMode;
import dev.takt.record.LatencyRecorder;
import dev.takt.record.RecorderRegistry;
import dev.takt.runs.model.OperationState;
import dev.takt.runs.model.RunTags;
import dev.takt.runs.trace.OperationRecord;
import dev.takt.runs.trace.OperationTraceWriter;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Where one sending thread records what it measured: histograms by tag, its counters, and its lane
/// of the operation trace.
///
/// Used only by its own thread, except for the preparation before that thread begins. Allocates
/// only recorders of a new tag: those of failures. The others are created by [#makeReady].
public final class SendingRecorder {

  private static final int STATES = OperationState.values().length;
  private static final int MEASURES = 3;
  private static final int RESPONSE = 0;
  private static final int SERVICE = 1;
  private static final int WAIT = 2;

  private static final long WAIT_STEP_NANOS = 1_000_000;

  private final RateMode mode;
  private final List<String> operations;
  private final Function<String, LatencyRecorder> recorders;
  private final OperationTraceWriter.@Nullable Lane trace;
  private final OperationCounters counters;

  /// Operations intended before this belong to the warm-up.
  private long measureFrom = Long.MIN_VALUE / 2;

  /// How many more milliseconds to wait in total for the thread that drains the trace.
  private int remainingWaitMillis = 10_000;

  /// How long the operation that is accounted for next waited for its connection.
  private long connectionWait;

  /// By phase, operation, state and measure.
  private final @Nullable LatencyRecorder[] byTag;

  private final @Nullable LatencyRecorder[] lateness = new LatencyRecorder[2];

  /// @param shared whether to use recorders that all threads share, because there is no room for
  ///   recorders per thread
  SendingRecorder(
      RateMode mode,
      List<String> operations,
      RecorderRegistry registry,
      boolean shared,
      OperationTraceWriter.@Nullable Lane trace,
      OperationCounters counters) {
    this.mode = mode;
    this.operations = operations;
    this.recorders = shared ? registry::shared : registry::singleWriter;
    this.trace = trace;
    this.counters = counters;
    this.byTag = new LatencyRecorder[2 * operations.size() * STATES * MEASURES];
  }

  /// Creates the recorders of all operations that complete.
  ///
  /// @param warmup whether there is a warm-up
  public void makeReady(boolean warmup) {
    for (int operation = 0; operation < operations.size(); operation++) {
      for (int measure = 0; measure < MEASURES; measure++) {
        if (isMeasured(measure)) {
          makeReady(operation, false, measure);
          if (warmup) {
            makeReady(operation, true, measure);
          }
        }
      }
    }
    if (mode.hasSchedule()) {
      LatencyRecorder _ = latenessRecorder(false);
      if (warmup) {
        LatencyRecorder _ = latenessRecorder(true);
      }
    }
  }

  private void makeReady(int operation, boolean warmup, int measure) {
    LatencyRecorder _ = recorderOf(operation, warmup, OperationState.COMPLETED, measure);
  }

  /// Sets the end of the warm-up, before the first operation. Operations intended before that
  /// moment belong to the warm-up. Until it is set there is no warm-up.
  public void measureFrom(long moment) {
    measureFrom = moment;
  }

  /// The schedule has handed out an operation.
  public void intended(int operation, long intended) {
    counters.intend(operation, isWarmup(intended));
  }

  /// A journey was started before the end of the schedule.
  public void started(long intended) {
    if (!isWarmup(intended)) {
      counters.start();
    }
  }

  /// A journey ended before this step of it.
  ///
  /// @param intended of the journey
  public void notReached(int operation, long intended) {
    counters.add(OperationCounters.Note.NOT_REACHED, operation, isWarmup(intended));
  }

  /// A user does a step that it did before in this journey.
  ///
  /// @param arrival of the user
  public void repeated(int operation, long arrival) {
    counters.add(OperationCounters.Note.REPEATED, operation, isWarmup(arrival));
  }

  /// A journey ended because this step of it failed or timed out.
  ///
  /// @param arrival of the user
  public void failed(int operation, long arrival) {
    counters.add(OperationCounters.Note.FAILED, operation, isWarmup(arrival));
  }

  /// A step failed or timed out whose journey had ended by another one at the same time.
  ///
  /// @param arrival of the user
  public void failedBeside(int operation, long arrival) {
    counters.add(OperationCounters.Note.FAILED_BESIDE, operation, isWarmup(arrival));
  }

  /// A step was due and waited for a connection when its journey ended by another one at the same
  /// time. Its whole age is wait time.
  ///
  /// @param number of the step
  public void unsentBeside(int operation, long intended, long now, long number) {
    intended(operation, intended);
    neverSent(operation, intended, now, number);
    counters.add(OperationCounters.Note.UNSENT_BESIDE, operation, isWarmup(intended));
  }

  /// A user ended a journey early, as the plan says.
  ///
  /// @param index of the journey, or of the step before that
  public void aborted(int index, long arrival) {
    counters.add(OperationCounters.Note.ABORTED, index, isWarmup(arrival));
  }

  /// A class that a user called after a step ended the journey.
  ///
  /// @param operation the step
  /// @param failure of the class, which is no failure of the step
  public void abortedBy(int operation, long arrival, Outcome failure) {
    aborted(operation, arrival);
    if (!isWarmup(arrival)) {
      counters.countFailure(operation, failure);
    }
  }

  /// An operation was sent `nanos` nanoseconds later than it could have been.
  public void sent(long intended, long nanos) {
    if (mode.hasSchedule()) {
      counters.recorded(nanos);
      latenessRecorder(isWarmup(intended)).record(nanos);
    }
  }

  /// The operation that is accounted for next could not be sent for so long after it was due,
  /// because the target had not made a connection ready. That is no lateness.
  public void waitedForConnection(long nanos) {
    connectionWait = nanos;
  }

  private LatencyRecorder latenessRecorder(boolean warmup) {
    int phase = warmup ? 1 : 0;
    LatencyRecorder recorder = lateness[phase];
    if (recorder == null) {
      recorder = recorders.apply(RunTags.lateness(warmup));
      lateness[phase] = recorder;
    }
    return recorder;
  }

  /// An operation was answered, or timed out.
  ///
  /// @param number of the operation in the schedule
  public void ended(
      int operation, long intended, long start, long end, Outcome outcome, long number) {
    record(operation, outcome.state(), RESPONSE, intended, end - intended);
    record(operation, outcome.state(), SERVICE, intended, end - start);
    record(operation, outcome.state(), WAIT, intended, start - intended);
    if (!isWarmup(intended)) {
      if (!outcome.isOk()) {
        counters.countFailure(operation, outcome);
      }
      if (outcome.status() > 0) {
        counters.countStatus(operation, outcome.status());
      }
    }
    counters.lastEnd(end);
    account(operation, intended, start, end, outcome.state(), number);
  }

  /// The run has ended before the reply arrived. The age is a lower bound of the response time.
  public void unfinished(int operation, long intended, long start, long now, long number) {
    record(operation, OperationState.COMPLETED, RESPONSE, intended, now - intended);
    record(operation, OperationState.UNFINISHED, RESPONSE, intended, now - intended);
    record(operation, OperationState.UNFINISHED, SERVICE, intended, now - start);
    account(operation, intended, start, now, OperationState.UNFINISHED, number);
  }

  /// The run, or the journey, has ended before the operation could be sent. Its whole age is wait
  /// time.
  public void neverSent(int operation, long intended, long now, long number) {
    record(operation, OperationState.COMPLETED, RESPONSE, intended, now - intended);
    record(operation, OperationState.COMPLETED, WAIT, intended, now - intended);
    record(operation, OperationState.NEVER_SENT, RESPONSE, intended, now - intended);
    account(operation, intended, OperationRecord.NONE, now, OperationState.NEVER_SENT, number);
  }

  /// Whether the trace has room for another operation.
  public boolean hasRoom() {
    return trace == null || !trace.isFull();
  }

  /// Waits until the trace has room. Used by a thread that has sent its last operation, and
  /// accounts for more of them at once than a lane holds. Must not be called by the thread that
  /// drains the trace.
  public void awaitRoom() {
    for (; remainingWaitMillis > 0 && !hasRoom(); remainingWaitMillis--) {
      LockSupport.parkNanos(WAIT_STEP_NANOS);
    }
  }

  private void account(
      int operation, long intended, long start, long end, OperationState state, long number) {
    counters.count(operation, isWarmup(intended), state);
    if (trace != null) {
      trace.record(
          operation,
          mode.hasSchedule() ? intended : OperationRecord.NONE,
          start,
          end,
          state.code(),
          number,
          connectionWait);
    }
    connectionWait = 0;
  }

  private void record(int operation, OperationState state, int measure, long intended, long nanos) {
    if (isMeasured(measure)) {
      counters.recorded(nanos);
      recorderOf(operation, isWarmup(intended), state, measure).record(nanos);
    }
  }

  private boolean isMeasured(int measure) {
    return measure == SERVICE || mode.hasSchedule();
  }

  private LatencyRecorder recorderOf(
      int operation, boolean warmup, OperationState state, int measure) {
    int index =
        (((warmup ? operations.size() : 0) + operation) * STATES + state.code()) * MEASURES
            + measure;
    LatencyRecorder recorder = byTag[index];
    if (recorder == null) {
      recorder = recorders.apply(tagOf(operation, warmup, state, measure));
      byTag[index] = recorder;
    }
    return recorder;
  }

  private String tagOf(int operation, boolean warmup, OperationState state, int measure) {
    RunTags.Measure suffix =
        switch (measure) {
          case RESPONSE -> RunTags.Measure.RESPONSE;
          case SERVICE -> RunTags.Measure.SERVICE;
          default -> RunTags.Measure.WAIT;
        };
    return RunTags.of(warmup, operations.get(operation), state, suffix);
  }

  private boolean isWarmup(long intended) {
    return intended - measureFrom < 0;
  }
}
