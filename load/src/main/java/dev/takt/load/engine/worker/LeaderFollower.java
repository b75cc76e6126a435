package dev.takt.load.engine.worker;

import dev.takt.load.config.Pacing;
import dev.takt.load.engine.recording.RunDeadline;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/// Decides which workers start operations: each its own, or one of them all.
///
/// Waking a thread costs about ten times as much as a short operation. So if calls are short and
/// starts are dense, one worker leads: it alone takes operations, sleeps, and starts everything
/// that is due, one after another; the others are parked. This is the leader/followers pattern
/// (Schmidt, O'Ryan, Kircher, Pyarali and Buschmann, 2000), except that a leader keeps the lead
/// during its own call. One of the followers is on standby: it wakes periodically, and takes the
/// lead if the leader has missed its turn. It also takes the lead after a fixed term, so that all
/// sessions are used.
///
/// If leaders are stuck repeatedly, all workers are freed for a while: each then takes its own
/// operations, as workers do if calls are slow. So at most about one operation in a hundred has to
/// wait for the standby.
///
/// While one worker leads, the others are idle, so any wait of an operation is the generator's
/// lateness. See [#idleUntil].
///
/// What it buys, with 2 processors, in four alternating runs: with 8 workers and `select 1` in H2
/// at 5,000/s the p99 of lateness is 32 µs rather than 126 µs, and that of response time 41 µs
/// rather than 140 µs; with 16 workers and 20 µs of sleep at 10,000/s they are 36 µs rather than 51
/// µs, and 105 µs rather than 124 µs. The processor time is the same.
///
/// Thread-safe. Allocates nothing.
final class LeaderFollower {

  private static final int NONE = -1;

  /// How late a leader may be before it is replaced.
  private static final long TIMEOUT_NANOS = 1_000_000;

  /// With [Pacing#SLEEP], which is late by up to a millisecond anyway.
  private static final long TIMEOUT_WHEN_SLEEPING_NANOS = 2_000_000;

  /// How long one worker leads.
  private static final long TERM_NANOS = 20_000_000;

  /// A leader may be stuck once in this many multiples of the timeout.
  private static final long MIN_STUCK_INTERVAL_TIMEOUTS = 200;

  /// If leaders are stuck more often, workers are free for this many multiples of the timeout.
  private static final long BACKOFF_TIMEOUTS = 2 * MIN_STUCK_INTERVAL_TIMEOUTS;

  private final int count;
  private final IntPredicate inCall;
  private final boolean possible;
  private final long timeoutNanos;

  /// Starts are made on a grid of this step, so a call that is shorter does not make any start
  /// later than the grid does.
  private final long grid;

  /// The parked workers.
  private final AtomicReferenceArray<@Nullable Thread> parked;

  private final IdleFollowers idleFollowers;
  private final AtomicInteger leader = new AtomicInteger(NONE);
  private final AtomicInteger standby = new AtomicInteger(NONE);

  /// When the leader's next operation is to start.
  private volatile long turn;

  /// The turn that the leader had missed at the last check. It stays the same if the leader is
  /// stuck.
  private volatile long missed = Long.MIN_VALUE;

  private volatile long termEnds;
  private volatile long freeUntil = Long.MIN_VALUE;
  private volatile long stuckAt = Long.MIN_VALUE;

  /// @param count how many workers there are
  /// @param hasSchedule whether there is a schedule. Without one there is no time between two
  ///   operations to sleep in
  /// @param inCall whether a worker is in a call of the driver
  LeaderFollower(int count, Pacing pacing, boolean hasSchedule, IntPredicate inCall) {
    this.count = count;
    this.inCall = inCall;
    this.possible = count > 1 && hasSchedule && pacing != Pacing.SPIN;
    this.timeoutNanos = pacing == Pacing.SLEEP ? TIMEOUT_WHEN_SLEEPING_NANOS : TIMEOUT_NANOS;
    this.grid = WorkerPacer.denseGrid(pacing);
    this.idleFollowers = new IdleFollowers(timeoutNanos);
    this.parked = new AtomicReferenceArray<>(count);
  }

  boolean isLedBy(int me) {
    return leader.get() == me;
  }

  /// Parks the calling worker while another one leads and the run is not over.
  void await(int me, RunDeadline deadline) {
    if (isFollower(me)) {
      parked.set(me, Thread.currentThread());
      idleFollowers.becomesIdle(System.nanoTime());
      try {
        follow(me, deadline);
      } finally {
        idleFollowers.becomesBusy(System.nanoTime());
        parked.set(me, null);
        if (standby.get() == me) {
          handOverStandby(me); // a worker that has work to do does not watch the leader
        }
      }
    }
  }

  private boolean isFollower(int me) {
    int now = leader.get();
    return now != NONE && now != me;
  }

  private void follow(int me, RunDeadline deadline) {
    while (isFollower(me)) {
      long now = System.nanoTime();
      if (deadline.isCutOff(now) || Thread.currentThread().isInterrupted()) {
        free(now);
      } else if (isOnStandby(me)) {
        long nanos = watch(me, now);
        if (nanos > 0) {
          LockSupport.parkNanos(this, nanos);
        }
      } else {
        LockSupport.park(this);
      }
    }
  }

  /// Whether the worker is on standby. It takes the standby role if that is vacant.
  boolean isOnStandby(int me) {
    return standby.get() == me || standby.compareAndSet(NONE, me);
  }

  /// The periodic check of the standby.
  ///
  /// @return for how many nanoseconds it can sleep; 0 if it is a follower no longer
  long watch(int me, long now) {
    long next = turn;
    long late = now - next - timeoutNanos;
    if (late > 0) {
      if (next != missed) {
        // If nothing ran for a while, the leader needs a moment to reach its turn.
        missed = next;
        return timeoutNanos / 4;
      }
      replaceLeader(me, now);
      return 0;
    }
    if (now >= termEnds) {
      succeed(me, now);
      return 0;
    }
    return 1 - late;
  }

  private void replaceLeader(int me, long now) {
    // A leader that is late but not in a call has lost its CPU. That says nothing about calls.
    if (!isInCall() || areStuckLeadersRare(now)) {
      succeed(me, now);
    } else {
      backOff(now);
    }
  }

  private boolean isInCall() {
    int before = leader.get();
    return before != NONE && inCall.test(before);
  }

  /// Whether stuck leaders are rare.
  private boolean areStuckLeadersRare(long now) {
    boolean rare = now - MIN_STUCK_INTERVAL_TIMEOUTS * timeoutNanos >= stuckAt;
    stuckAt = now;
    return rare;
  }

  private void succeed(int me, long now) {
    int before = leader.get();
    if (before != NONE && leader.compareAndSet(before, me)) {
      turn = now;
      termEnds = now + TERM_NANOS;
      handOverStandby(me);
    }
  }

  /// Hands the standby role from a worker that is no longer a follower to the next parked worker.
  /// If none is parked, the next follower takes the role.
  private void handOverStandby(int me) {
    standby.compareAndSet(me, NONE);
    for (int i = 1; i < count; i++) {
      int next = (me + i) % count;
      Thread thread = parked.get(next);
      if (thread != null && standby.compareAndSet(NONE, next)) {
        if (parked.get(next) != thread) {
          // The worker has left since, perhaps before it could see that it is on standby.
          standby.compareAndSet(next, NONE);
          continue;
        }
        if (leader.get() == NONE) {
          standby.compareAndSet(next, NONE); // all are free, so this one need not be parked
        }
        LockSupport.unpark(thread);
        return;
      }
    }
  }

  /// Takes the lead if it is vacant and the minimum free time has passed.
  ///
  /// @param due when the worker's last operation was due: a worker that is behind does not lead
  /// @param ended when that operation ended
  void claim(int me, long due, long ended) {
    if (possible && leader.get() == NONE && ended >= freeUntil && ended - due <= timeoutNanos) {
      turn = ended;
      termEnds = ended + TERM_NANOS;
      if (leader.compareAndSet(NONE, me)) {
        standby.set(NONE);
      }
    }
  }

  /// The leader is to start its next operation at `moment`.
  void turn(int me, long moment) {
    if (leader.get() == me) {
      turn = moment;
    }
  }

  /// The leader has called the target from `started` to `ended`. If that was too long, all workers
  /// may be freed.
  void called(int me, long started, long ended) {
    if (ended - started > grid && leader.get() == me && !areStuckLeadersRare(ended)) {
      backOff(ended);
    }
  }

  /// Lets each worker take its own operations, for one term at least. The leader has found that it
  /// should no longer lead, and knows when it may again.
  void free(long now) {
    freeUntil(now + TERM_NANOS);
  }

  /// The same for longer. A leader that is stuck from time to time cannot know that in advance.
  private void backOff(long now) {
    freeUntil(now + BACKOFF_TIMEOUTS * timeoutNanos);
  }

  private void freeUntil(long moment) {
    int before = leader.get();
    if (before != NONE) {
      freeUntil = moment;
      if (leader.compareAndSet(before, NONE)) {
        standby.set(NONE);
        for (int i = 0; i < count; i++) {
          LockSupport.unpark(parked.get(i));
        }
      }
    }
  }

  /// The worker has no more work, or cannot continue.
  void leave(int me, long now) {
    if (leader.get() == me) {
      free(now);
    }
  }

  /// Until when some worker was parked since an operation was due: until then the operation need
  /// not have waited for any other operation. Returns `due` itself if none was parked.
  long idleUntil(long due) {
    return idleFollowers.until(due);
  }
}
