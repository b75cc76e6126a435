package dev.takt.load.engine.loop;

import dev.takt.load.config.Pacing;
import dev.takt.load.driver.AsyncDriver;
import dev.takt.load.driver.DriverException;
import dev.takt.load.engine.recording.OperationCounters;
import dev.takt.load.engine.recording.Recording;
import dev.takt.load.engine.recording.RunDeadline;
import dev.takt.load.engine.recording.Sender;
import dev.takt.load.engine.recording.SendingRecorder;
import dev.takt.load.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// Sends with event loops: each has a thread, its share of the connections, and its shard of the
/// schedule.
public final class LoopSender implements Sender {

  /// Opens the transport of one loop, on the loop's own thread.
  public interface Opener {
    AsyncDriver.Transport open(int connections) throws DriverException;
  }

  /// The operations that loop number `shard` has to send.
  public interface Demands {
    OperationSource of(int shard, int shards, long origin);
  }

  private record Start(long origin, RunDeadline ending) {}

  private final Opener opener;
  private final Demands demands;
  private final Workload workload;
  private final Pacing pacing;
  private final long timeoutNanos;
  private final long warmupNanos;
  private final int[] shares;
  private final int slotsEach;

  private final List<OperationCounters> tallies = new ArrayList<>();
  private final List<SendingRecorder> recorders = new ArrayList<>();
  private final List<Thread> threads = new ArrayList<>();
  private final CountDownLatch opened;
  private final CountDownLatch go = new CountDownLatch(1);
  private final CountDownLatch ended;
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
  private @Nullable Recording recording;
  private volatile @Nullable Start start;

  /// @param slotsEach how many operations may be in flight on a connection at once
  public LoopSender(
      Opener opener,
      Demands demands,
      Workload workload,
      Pacing pacing,
      long timeoutNanos,
      long warmupNanos,
      int loops,
      int connections,
      int slotsEach) {
    this.opener = opener;
    this.demands = demands;
    this.workload = workload;
    this.pacing = pacing;
    this.timeoutNanos = timeoutNanos;
    this.warmupNanos = warmupNanos;
    int used = Math.min(loops, connections);
    this.slotsEach = slotsEach;
    this.shares = new int[used];
    for (int i = 0; i < used; i++) {
      shares[i] = connections / used + (i < connections % used ? 1 : 0);
      tallies.add(new OperationCounters(workload.operations()));
    }
    this.opened = new CountDownLatch(used);
    this.ended = new CountDownLatch(used);
  }

  @Override
  public void prepare() throws DriverException, InterruptedException {
    for (int i = 0; i < shares.length; i++) {
      int shard = i;
      threads.add(Thread.ofPlatform().name("takt-loop-" + i).daemon().start(() -> run(shard)));
    }
    opened.await();
    switch (failure.get()) {
      case null -> {}
      case DriverException e -> throw e;
      case Throwable e -> throw new IllegalStateException("a sending thread failed: " + e, e);
    }
  }

  private void run(int shard) {
    try (AsyncDriver.Transport transport = opener.open(shares[shard])) {
      opened.countDown();
      go.await();
      send(shard, transport);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Throwable e) {
      failure.compareAndSet(null, e);
    } finally {
      opened.countDown();
      ended.countDown();
    }
  }

  private void send(int shard, AsyncDriver.Transport transport) {
    Start begin = start;
    if (begin == null) {
      throw new IllegalStateException("started without a beginning");
    }
    SendingRecorder recorder = recorders.get(shard);
    recorder.measureFrom(begin.origin + warmupNanos);
    new EventLoop(
            transport,
            shares[shard] * slotsEach,
            demands.of(shard, shares.length, begin.origin),
            workload,
            new Pacer(pacing, begin.origin),
            begin.ending,
            recorder,
            tallies.get(shard),
            Objects.requireNonNull(recording, "started without a recording").stalls(),
            timeoutNanos)
        .run();
  }

  @Override
  public void recordInto(Recording into) {
    recording = into;
    for (OperationCounters tally : tallies) {
      SendingRecorder recorder = into.recorder(shares.length, tally, false);
      recorder.makeReady(warmupNanos > 0);
      recorders.add(recorder);
    }
  }

  @Override
  public void start(long origin, RunDeadline ending) {
    start = new Start(origin, ending);
    go.countDown();
  }

  @Override
  public void wake() {
    // A loop waits for some milliseconds at most, and then checks its deadline anyway.
  }

  @Override
  public boolean awaitEnd(long nanos) throws InterruptedException {
    boolean over = ended.await(nanos, TimeUnit.NANOSECONDS);
    Throwable cause = failure.get();
    if (cause != null) {
      throw new IllegalStateException("a sending thread failed: " + cause, cause);
    }
    return over;
  }

  /// Loops that send end at their deadline. This ends loops that have not started to send.
  @Override
  public void abandon() {
    threads.forEach(Thread::interrupt);
  }

  @Override
  public List<OperationCounters> tallies() {
    return tallies;
  }

  @Override
  public double utilisation(long elapsedNanos) {
    long busiest = tallies.stream().mapToLong(OperationCounters::busyNanos).max().orElse(0);
    return Math.clamp((double) busiest / elapsedNanos, 0.0, 1.0);
  }
}
