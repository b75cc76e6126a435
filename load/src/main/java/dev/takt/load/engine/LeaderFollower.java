package dev.takt.load.engine;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/// Which of the workers makes the starts: each for itself, or one of them for all.
///
/// To wake a thread costs some ten times what a short operation does. So where calls are short and
/// starts are dense, one worker leads: it alone takes operations, sleeps, and makes all starts that
/// are due, one after another; the others are parked. This is the pattern of leader and followers
/// (Schmidt, O'Ryan, Kircher, Pyarali and Buschmann, 2000), but that a leader goes on leading
/// through its own call. One of the followers stands by: it wakes now and then, and where it finds
/// that the leader has not come to its turn, it takes the lead. It also does after a term, so that
/// all sessions are used.
///
/// Where leaders are stuck again and again, all workers are freed for a while: each then takes
/// operations of its own, as they do where calls are slow. So at most one operation in a hundred or
/// so has to wait for somebody who stands by.
///
/// While one leads, others have nothing to do: whatever an operation waits then is the generator's
/// lateness. See [#spareUntil].
///
/// Thread-safe. Allocates nothing.
final class LeaderFollower {

  private static final int NOBODY = -1;

  /// How long a leader may be behind before it is relieved.
  private static final long PATIENCE_NANOS = 1_000_000;

  /// Where sleeping is late by up to a millisecond anyway.
  private static final long PATIENCE_WHEN_SLEEPING_NANOS = 2_000_000;

  /// How long one worker leads.
  private static final long TERM_NANOS = 20_000_000;

  /// A leader may be stuck once in so many patiences.
  private static final long RARE = 200;

  /// For how many patiences workers are free when it was more often than that.
  private static final long FREEDOM = 2 * RARE;

  private final int count;
  private final IntPredicate inCall;
  private final boolean possible;
  private final long patience;

  /// Starts are made on a grid of this, so that a shorter call makes none later than that does.
  private final long grid;

  /// Those who are parked.
  private final AtomicReferenceArray<@Nullable Thread> parked;

  private final IdleFollowers spares;
  private final AtomicInteger leader = new AtomicInteger(NOBODY);
  private final AtomicInteger standby = new AtomicInteger(NOBODY);

  /// When the leader's next operation is to start.
  private volatile long turn;

  /// A turn that the leader had not come to when it was last looked at: stays so if it is stuck.
  private volatile long missed = Long.MIN_VALUE;

  private volatile long termEnds;
  private volatile long freeUntil = Long.MIN_VALUE;
  private volatile long stuckAt = Long.MIN_VALUE;

  /// @param count how many workers there are
  /// @param hasSchedule without one there is no time between two operations to sleep in
  /// @param inCall whether a worker is in a call of the driver
  LeaderFollower(int count, Pacing pacing, boolean hasSchedule, IntPredicate inCall) {
    this.count = count;
    this.inCall = inCall;
    this.possible = count > 1 && hasSchedule && pacing != Pacing.SPIN;
    this.patience = pacing == Pacing.SLEEP ? PATIENCE_WHEN_SLEEPING_NANOS : PATIENCE_NANOS;
    this.grid = WorkerPacer.denseGrid(pacing);
    this.spares = new IdleFollowers(patience);
    this.parked = new AtomicReferenceArray<>(count);
  }

  boolean isLedBy(int me) {
    return leader.get() == me;
  }

  /// Parks the calling worker while another one leads and the run is not over.
  void await(int me, RunDeadline ending) {
    if (isFollower(me)) {
      parked.set(me, Thread.currentThread());
      spares.comes(System.nanoTime());
      try {
        follow(me, ending);
      } finally {
        spares.goes(System.nanoTime());
        parked.set(me, null);
        if (standby.get() == me) {
          appoint(me); // one that has work to do watches nobody
        }
      }
    }
  }

  private boolean isFollower(int me) {
    int now = leader.get();
    return now != NOBODY && now != me;
  }

  private void follow(int me, RunDeadline ending) {
    while (isFollower(me)) {
      long now = System.nanoTime();
      if (ending.isCutOff(now) || Thread.currentThread().isInterrupted()) {
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

  /// Whether the worker stands by; it does from now on if nobody did.
  boolean isOnStandby(int me) {
    return standby.get() == me || standby.compareAndSet(NOBODY, me);
  }

  /// What the one who stands by does whenever it is awake.
  ///
  /// @return for how many nanoseconds it can sleep; 0 if it is a follower no longer
  long watch(int me, long now) {
    long next = turn;
    long late = now - next - patience;
    if (late > 0) {
      if (next != missed) {
        // Where nothing ran for a while, the leader needs a moment to come to its turn.
        missed = next;
        return patience / 4;
      }
      relieve(me, now);
      return 0;
    }
    if (now >= termEnds) {
      succeed(me, now);
      return 0;
    }
    return 1 - late;
  }

  private void relieve(int me, long now) {
    // One that is late but not in a call has lost its processor: that says nothing of calls.
    if (!isInCall() || isRare(now)) {
      succeed(me, now);
    } else {
      freeForLong(now);
    }
  }

  private boolean isInCall() {
    int before = leader.get();
    return before != NOBODY && inCall.test(before);
  }

  /// Whether a leader that is stuck is something that seldom happens.
  private boolean isRare(long now) {
    boolean rare = now - RARE * patience >= stuckAt;
    stuckAt = now;
    return rare;
  }

  private void succeed(int me, long now) {
    int before = leader.get();
    if (before != NOBODY && leader.compareAndSet(before, me)) {
      turn = now;
      termEnds = now + TERM_NANOS;
      appoint(me);
    }
  }

  /// Has the next of those who are parked stand by instead of one who follows no longer. If none is
  /// parked, the next to come does.
  private void appoint(int me) {
    standby.compareAndSet(me, NOBODY);
    for (int i = 1; i < count; i++) {
      int next = (me + i) % count;
      Thread thread = parked.get(next);
      if (thread != null && standby.compareAndSet(NOBODY, next)) {
        if (parked.get(next) != thread) {
          // It has left since, perhaps before it could see that it stands by.
          standby.compareAndSet(next, NOBODY);
          continue;
        }
        if (leader.get() == NOBODY) {
          standby.compareAndSet(next, NOBODY); // all are free, and this one need not be parked
        }
        LockSupport.unpark(thread);
        return;
      }
    }
  }

  /// Takes the lead if nobody has it, and it is not too soon.
  ///
  /// @param due when its last operation was: nobody leads who is behind
  /// @param ended when that was over
  void claim(int me, long due, long ended) {
    if (possible && leader.get() == NOBODY && ended >= freeUntil && ended - due <= patience) {
      turn = ended;
      termEnds = ended + TERM_NANOS;
      if (leader.compareAndSet(NOBODY, me)) {
        standby.set(NOBODY);
      }
    }
  }

  /// The leader is to start its next operation at `moment`.
  void turn(int me, long moment) {
    if (leader.get() == me) {
      turn = moment;
    }
  }

  /// The leader has called the target from `started` to `ended`, which may have been too long.
  void called(int me, long started, long ended) {
    if (ended - started > grid && leader.get() == me && !isRare(ended)) {
      freeForLong(ended);
    }
  }

  /// Lets each worker take operations of its own, for a term at least: the leader has found that it
  /// should lead no longer, and knows when it may again.
  void free(long now) {
    freeUntil(now + TERM_NANOS);
  }

  /// The same for longer: who is stuck now and then cannot know of it beforehand.
  private void freeForLong(long now) {
    freeUntil(now + FREEDOM * patience);
  }

  private void freeUntil(long moment) {
    int before = leader.get();
    if (before != NOBODY) {
      freeUntil = moment;
      if (leader.compareAndSet(before, NOBODY)) {
        standby.set(NOBODY);
        for (int i = 0; i < count; i++) {
          LockSupport.unpark(parked.get(i));
        }
      }
    }
  }

  /// The worker has no more to do, or can do no more.
  void leave(int me, long now) {
    if (leader.get() == me) {
      free(now);
    }
  }

  /// Until when some worker was parked since an operation was due: so long it need not have waited
  /// for any other operation. That moment itself if none was.
  long spareUntil(long due) {
    return spares.until(due);
  }
}
