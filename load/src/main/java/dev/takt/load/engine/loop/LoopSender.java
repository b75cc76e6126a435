package dev.takt.load.engine.loop;

import dev.takt.load.config.Pacing;
import dev.takt.load.driver.AsyncDriver;
import dev.takt.load.driver.DriverException;
import dev.takt.load.engine.recording.JourneyRecorders;
import dev.takt.load.engine.recording.OperationCounters;
import dev.takt.load.engine.recording.RunDeadline;
import dev.takt.load.engine.recording.SendingThreads;
import dev.takt.load.workload.Workload;
import dev.takt.record.ThreadRole;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Sends with event loops: each has a thread, its share of the connections, and its shard of the
/// schedule.
public final class LoopSender extends SendingThreads {

  /// Opens the transport of one loop, on the loop's own thread.
  public interface Opener {

    /// @param first how many connections the loops before this one have
    AsyncDriver.Transport open(int first, int connections) throws DriverException;
  }

  /// The operations that loop number `shard` has to send.
  public interface OperationSourceFactory {
    /// @param journeys where journeys are recorded; null if the run has none
    OperationSource of(int shard, int shards, long origin, @Nullable JourneyRecorders journeys);
  }

  private record Start(long origin, RunDeadline deadline) {}

  private final Opener opener;
  private final OperationSourceFactory sources;
  private final Pacing pacing;
  private final long timeoutNanos;
  private final int connections;
  private final int slotsEach;
  private final List<Thread> threads = new ArrayList<>();
  private volatile @Nullable Start start;

  /// @param slotsEach how many operations may be in flight on a connection at once
  public LoopSender(
      Opener opener,
      OperationSourceFactory sources,
      Workload workload,
      Pacing pacing,
      long timeoutNanos,
      long warmupNanos,
      int loops,
      int connections,
      int slotsEach) {
    super(workload, Math.min(loops, connections), warmupNanos, false);
    this.opener = opener;
    this.sources = sources;
    this.pacing = pacing;
    this.timeoutNanos = timeoutNanos;
    this.connections = connections;
    this.slotsEach = slotsEach;
  }

  @Override
  protected void startThread(int shard) {
    threads.add(
        Thread.ofPlatform()
            .name(ThreadRole.EVENT_LOOP.threadName(shard))
            .daemon()
            .start(() -> run(shard)));
  }

  @Override
  protected void work(int shard) throws DriverException, InterruptedException {
    int rest = connections % count();
    int share = connections / count() + (shard < rest ? 1 : 0);
    int first = connections / count() * shard + Math.min(shard, rest);
    try (AsyncDriver.Transport transport = opener.open(first, share)) {
      awaitStart();
      Start begin = start;
      if (begin == null) {
        throw new IllegalStateException("started without a beginning");
      }
      new EventLoop(
              transport,
              share * slotsEach,
              sources.of(shard, count(), begin.origin, journeyRecorders(shard, begin.origin)),
              workload(),
              new Pacer(pacing, begin.origin),
              begin.deadline,
              recorder(shard, begin.origin),
              counters(shard),
              stalls(),
              timeoutNanos)
          .run();
    }
  }

  @Override
  public void start(long origin, RunDeadline deadline) {
    start = new Start(origin, deadline);
    go();
  }

  @Override
  public void wake() {
    // A loop waits for some milliseconds at most, and then checks its deadline anyway.
  }

  @Override
  public boolean awaitEnd(long nanos) throws InterruptedException {
    return awaitThreads(nanos);
  }

  /// Loops that send end at their deadline. This ends loops that have not started to send.
  @Override
  public void abandon() {
    threads.forEach(Thread::interrupt);
  }

  @Override
  public double utilisation(long elapsedNanos) {
    long busiest = counters().stream().mapToLong(OperationCounters::busyNanos).max().orElse(0);
    return Math.clamp((double) busiest / elapsedNanos, 0.0, 1.0);
  }
}
