package dev.takt.driver.sim;

import dev.takt.driver.sim.model.SimulatedSystem;
import dev.takt.load.driver.BlockingDriver;
import dev.takt.load.driver.Outcome;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/// Drives a simulated system in real time; each worker thread sleeps until its operation is done.
///
/// Thread-safe. [#close] wakes all sleeping threads, and their operations fail.
final class BlockingSimDriver implements BlockingDriver {

  private static final Outcome CLOSED = Outcome.failed("driver closed");

  private final SimulatedSystem system;
  private final String description;
  private final long timeoutNanos;
  private final Set<SleepingSession> sessions = ConcurrentHashMap.newKeySet();
  private volatile boolean isClosed;

  BlockingSimDriver(SimulatedSystem system, String description, long timeoutNanos) {
    this.system = system;
    this.description = description;
    this.timeoutNanos = timeoutNanos;
  }

  @Override
  public Session open(int worker) {
    SleepingSession session = new SleepingSession();
    sessions.add(session);
    return session;
  }

  @Override
  public String describe() {
    return description;
  }

  @Override
  public void close() {
    isClosed = true;
    sessions.forEach(session -> LockSupport.unpark(session.sleeper));
  }

  private final class SleepingSession implements Session {

    /// A field, so that its class is loaded before the first operation.
    private final RealTimeline timeline = RealTimeline.INSTANCE;

    private volatile Thread sleeper = Thread.currentThread();

    @Override
    public Outcome execute(int operation, long n) throws InterruptedException {
      sleeper = Thread.currentThread();
      long now = timeline.nanoTime();
      long limit = Timeouts.deadline(now, timeoutNanos);
      long systemEnd = system.arrive(now, n);
      // The end is computed again after each sleep: the system may have been stopped meanwhile.
      while (now < Math.min(system.realTimeOf(systemEnd), limit)) {
        if (isClosed) {
          return CLOSED;
        }
        sleepUntil(Math.min(system.realTimeOf(systemEnd), limit));
        now = timeline.nanoTime();
      }
      boolean inTime = system.realTimeOf(systemEnd) <= limit;
      return inTime ? system.outcomeOf(n) : Outcome.TIMED_OUT;
    }

    private void sleepUntil(long nanos) throws InterruptedException {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      timeline.waitUntil(nanos);
    }

    @Override
    public void close() {
      sessions.remove(this);
    }
  }
}
