package dev.takt.load.engine.recording;

import dev.takt.load.driver.DriverException;
import dev.takt.load.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// The common part of all senders: threads that first open what they need, then wait for the start
/// together, and then send. The first failure of a thread is the failure of the sender.
public abstract class SendingThreads implements Sender {

  private final Workload workload;
  private final int count;
  private final long warmupNanos;
  private final boolean isShared;
  private final List<OperationCounters> counters = new ArrayList<>();
  private final List<SendingRecorder> recorders = new ArrayList<>();
  private final List<JourneyRecorders> journeys = new ArrayList<>();
  private final CountDownLatch opened;
  private final CountDownLatch go = new CountDownLatch(1);
  private final CountDownLatch ended;
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
  private @Nullable Recording recording;

  /// @param count the number of threads
  /// @param warmupNanos for how long after the start operations belong to the warm-up
  /// @param isShared whether the threads take operations from one source, and so share recorders
  protected SendingThreads(Workload workload, int count, long warmupNanos, boolean isShared) {
    this.workload = workload;
    this.count = count;
    this.warmupNanos = warmupNanos;
    this.isShared = isShared;
    this.opened = new CountDownLatch(count);
    this.ended = new CountDownLatch(count);
    for (int i = 0; i < count; i++) {
      counters.add(new OperationCounters(workload.operations()));
    }
  }

  /// Starts the thread with this number, which calls [#run].
  protected abstract void startThread(int number) throws DriverException, InterruptedException;

  /// What a thread does: opens what it needs, calls [#awaitStart], and sends until the run is over.
  protected abstract void work(int number) throws DriverException, InterruptedException;

  /// What a thread does after the run is over. It is not part of the run, and may take forever.
  protected void afterwards(int number) {}

  /// A problem that is known before all threads have opened what they need; null for none.
  protected @Nullable DriverException openingProblem() {
    return null;
  }

  @Override
  public final void prepare() throws DriverException, InterruptedException {
    for (int i = 0; i < count; i++) {
      startThread(i);
    }
    while (!opened.await(10, TimeUnit.MILLISECONDS)) {
      DriverException problem = openingProblem();
      if (problem != null) {
        throw problem;
      }
    }
    if (failure.get() instanceof DriverException e) {
      throw e;
    }
    throwFailure();
  }

  /// The whole life of the thread with this number.
  protected final void run(int number) {
    try {
      work(number);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Throwable e) {
      failure.compareAndSet(null, e);
    } finally {
      opened.countDown();
      ended.countDown();
      afterwards(number);
    }
  }

  /// Called by a thread that has opened what it needs: waits until the sender starts.
  protected final void awaitStart() throws InterruptedException {
    opened.countDown();
    go.await();
  }

  /// Lets the threads go.
  protected final void go() {
    go.countDown();
  }

  @Override
  public final void recordInto(Recording into) {
    recording = into;
    for (OperationCounters each : counters) {
      SendingRecorder recorder = into.recorder(count, each, isShared);
      recorder.makeReady(warmupNanos > 0);
      recorders.add(recorder);
      if (!into.journeys().isEmpty()) {
        OperationCounters ofJourneys = into.journeyCounters();
        SendingRecorder ofWhole = into.journeyRecorder(ofJourneys);
        ofWhole.makeReady(warmupNanos > 0);
        journeys.add(new JourneyRecorders(ofWhole, ofJourneys, recorder));
      }
    }
  }

  /// Where a thread records journeys, of which those that arrive after the warm-up are measured;
  /// null if the run has none.
  protected final @Nullable JourneyRecorders journeyRecorders(int number, long origin) {
    if (journeys.isEmpty()) {
      return null;
    }
    journeys.get(number).journeys().measureFrom(origin + warmupNanos);
    return journeys.get(number);
  }

  /// The recorder of a thread, which measures what is intended after the warm-up.
  protected final SendingRecorder recorder(int number, long origin) {
    SendingRecorder recorder = recorders.get(number);
    recorder.measureFrom(origin + warmupNanos);
    return recorder;
  }

  /// A recorder beside those of the threads, with counters of its own.
  protected final SendingRecorder anotherRecorder(long origin) {
    OperationCounters more = new OperationCounters(workload.operations());
    counters.add(more);
    SendingRecorder recorder = recording().recorder(1, more, true);
    recorder.measureFrom(origin + warmupNanos);
    return recorder;
  }

  /// The number of threads.
  protected final int count() {
    return count;
  }

  protected final Workload workload() {
    return workload;
  }

  protected final OperationCounters counters(int number) {
    return counters.get(number);
  }

  protected final StallLog stalls() {
    return recording().stalls();
  }

  private Recording recording() {
    return Objects.requireNonNull(recording, "started without a recording");
  }

  /// Waits until all threads have sent everything, or have failed.
  ///
  /// @return false if that takes longer than `nanos`
  protected final boolean awaitThreads(long nanos) throws InterruptedException {
    boolean over = ended.await(nanos, TimeUnit.NANOSECONDS);
    throwFailure();
    return over;
  }

  /// Whether all threads have ended.
  protected final boolean haveEnded() {
    return ended.getCount() == 0;
  }

  private void throwFailure() {
    Throwable cause = failure.get();
    if (cause != null) {
      throw new IllegalStateException("a sending thread failed: " + cause, cause);
    }
  }

  @Override
  public final List<OperationCounters> counters() {
    return counters;
  }

  @Override
  public final List<OperationCounters> journeyCounters() {
    return journeys.stream().map(JourneyRecorders::counters).toList();
  }
}
