package dev.takt.load.schedule;

import dev.takt.queues.MpmcLongRing;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/// The arrivals of one schedule, taken by many threads: each arrival by exactly one of them, in the
/// order of their numbers. A thread that is stuck with an operation does not block the others.
///
/// Arrivals are computed ahead of time into a ring. A thread that has taken an arrival and finds
/// the ring half empty refills it. One thread at a time does so, while the others go on taking.
/// They wait for it only if the ring is empty.
///
/// All methods are thread-safe and allocate nothing, except [#rest].
public final class SharedArrivals {

  /// The arrival that a thread has taken. Created once and reused by its thread; not thread-safe.
  public static final class Taken {

    private final MpmcLongRing.Element element = new MpmcLongRing.Element();

    /// Creates it without an arrival.
    public Taken() {}

    /// How many arrivals of the schedule come before this one: in a share of a schedule, not the
    /// number of the operation.
    public long number() {
      return element.number();
    }

    /// The intended start, in nanoseconds after the start of the schedule.
    public long offsetNanos() {
      return element.value();
    }
  }

  private static final int CAPACITY = 4096;

  /// How many arrivals are added at a time. The number is small, so that the refilling thread's own
  /// arrival is delayed by a few microseconds only.
  private static final int BATCH = 64;

  private static final int SPINS_BEFORE_YIELD = 100;

  private static final VarHandle REFILLING;

  static {
    try {
      REFILLING =
          MethodHandles.lookup().findVarHandle(SharedArrivals.class, "refilling", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final MpmcLongRing ring;

  // Accessed only by the thread that has set `refilling`.
  private final Arrivals source;
  private long pending;

  private volatile boolean exhausted;
  private volatile boolean closed;

  @SuppressWarnings("unused") // accessed through REFILLING
  private boolean refilling;

  /// All arrivals of a schedule.
  public SharedArrivals(Schedule schedule) {
    this(schedule, CAPACITY);
  }

  SharedArrivals(Schedule schedule, int capacity) {
    this.ring = new MpmcLongRing(capacity);
    this.source = schedule.arrivals();
    this.pending = source.next();
    while (!exhausted && ring.offered() < ring.capacity()) {
      tryRefill();
    }
  }

  /// Takes the next arrival.
  ///
  /// @param into receives the arrival; unchanged if there is none
  /// @return false if the schedule has ended or was closed
  public boolean take(Taken into) {
    for (int spins = 0; !closed; spins++) {
      if (ring.poll(into.element)) {
        if (!exhausted && ring.offered() - into.number() < ring.capacity() / 2) {
          tryRefill();
        }
        return true;
      }
      if (exhausted) {
        // Everything that was added before the schedule ended is in the ring now.
        return ring.poll(into.element);
      }
      if (!tryRefill()) {
        pause(spins);
      }
    }
    return false;
  }

  /// Adds a batch of arrivals, unless another thread is doing so.
  private boolean tryRefill() {
    if (!REFILLING.compareAndSet(this, false, true)) {
      return false;
    }
    try {
      refill();
    } finally {
      REFILLING.setRelease(this, false);
    }
    return true;
  }

  private void refill() {
    for (int i = 0; i < BATCH && pending != Arrivals.END && ring.offer(pending); i++) {
      pending = source.next();
    }
    if (pending == Arrivals.END) {
      exhausted = true;
    }
  }

  @SuppressWarnings("ThreadPriorityCheck") // the refilling thread may need this core
  private static void pause(int spins) {
    if (spins < SPINS_BEFORE_YIELD) {
      Thread.onSpinWait();
    } else {
      Thread.yield();
    }
  }

  /// How many arrivals have been taken so far.
  public long taken() {
    return ring.taken();
  }

  /// Ends the schedule for all threads: [#take] returns no arrival any more, except for calls in
  /// progress.
  public void close() {
    closed = true;
  }

  /// The arrivals that no thread has taken: those that were never sent.
  ///
  /// @return all of them, in order; not thread-safe
  /// @throws IllegalStateException unless [#close] was called. The caller must also ensure that no
  ///   thread is in [#take] any more
  public Arrivals rest() {
    if (!closed) {
      throw new IllegalStateException("arrivals can still be taken");
    }
    return new Rest();
  }

  private final class Rest implements Arrivals {

    private final MpmcLongRing.Element element = new MpmcLongRing.Element();

    @Override
    public long next() {
      if (!ring.poll(element) && !(tryRefill() && ring.poll(element))) {
        return END;
      }
      return element.value();
    }

    @Override
    public long number() {
      return element.number();
    }
  }
}
