package dev.takt.load.engine.loop;

import dev.takt.load.driver.Outcome;
import dev.takt.load.engine.recording.RunDeadline;
import dev.takt.load.journey.User;
import dev.takt.load.schedule.Arrivals;
import dev.takt.load.schedule.Schedule;
import dev.takt.load.share.Share;
import dev.takt.load.workload.Workload;
import org.jspecify.annotations.Nullable;

/// The operations that one event loop has to send: a shard of the schedule, or as many as it can.
/// Used by one thread.
public abstract sealed class OperationSource
    permits OperationSource.Scheduled, OperationSource.Unlimited, JourneySource {

  OperationSource() {}

  /// Whether operations have intended starts.
  abstract boolean hasSchedule();

  /// Whether operations may be held back for a moment, to be sent in groups: that is measured. If
  /// not, they are sent as soon as they are due.
  boolean isPaced() {
    return true;
  }

  /// Whether an operation is to be sent at `now`.
  abstract boolean isDue(long now, RunDeadline deadline);

  /// When the next operation is due; [Long#MAX_VALUE] for never.
  abstract long nextDue(RunDeadline deadline);

  /// Whether no further operation will become due.
  abstract boolean isOver(RunDeadline deadline, long now);

  /// The intended start of the operation that is due; without a schedule, `now`.
  abstract long intendedOr(long now);

  /// The number of the operation that is due.
  abstract long number();

  /// The kind of the operation that is due.
  abstract int operationOr(Workload workload);

  /// Advances to the next operation.
  abstract void advance();

  /// The user whose step is due; null if operations are no steps.
  @Nullable User user() {
    return null;
  }

  /// Whether users can keep a slot from a step to the next one.
  boolean keepsSlots() {
    return false;
  }

  /// Whether there is a slot for a user who has none. If there is none, only steps of users who
  /// have one are due. Called only if [#keepsSlots].
  void admit(boolean hasFreeSlot) {}

  /// A step is sent.
  void sent(User user, int slot, long now, RunDeadline deadline) {}

  /// Another slot of a user who is [at its end][UserState#AT_ITS_END], which is free now;
  /// [User#NO_SLOT] for none.
  int nextFreed() {
    return User.NO_SLOT;
  }

  /// A step has ended.
  UserState ended(User user, Outcome outcome, long end) {
    return UserState.AT_ITS_END;
  }

  /// What a user does after a step.
  enum UserState {
    /// It goes on, on any slot.
    GOES_ON,
    /// It goes on, on the slot of the step.
    KEEPS_SLOT,
    /// It has no other step.
    AT_ITS_END
  }

  /// The run has ended before a step did.
  void unfinished(User user, long now) {}

  /// The run has ended, and a step that was due was not sent.
  void neverSent(User user, long now) {}

  /// The run has ended: no step is due, and no other will be.
  void close(long now) {}

  /// A shard of a schedule that begins at `origin`.
  public static final class Scheduled extends OperationSource {

    private final Schedule schedule;
    private final Arrivals arrivals;
    private final long origin;
    private long next;

    public Scheduled(Schedule schedule, int shard, int of, long origin) {
      this.schedule = schedule;
      this.arrivals = schedule.arrivals(shard, of);
      this.origin = origin;
      advance();
    }

    @Override
    boolean hasSchedule() {
      return true;
    }

    @Override
    boolean isDue(long now, RunDeadline deadline) {
      return next <= now && next <= deadline.lastIntended();
    }

    @Override
    long nextDue(RunDeadline deadline) {
      return next;
    }

    @Override
    boolean isOver(RunDeadline deadline, long now) {
      return next == Long.MAX_VALUE || next > deadline.lastIntended();
    }

    @Override
    long intendedOr(long now) {
      return next;
    }

    @Override
    long number() {
      return arrivals.number();
    }

    @Override
    int operationOr(Workload workload) {
      int scheduled = schedule.operationOf(arrivals.number());
      return scheduled >= 0 ? scheduled : workload.operationOf(arrivals.number());
    }

    @Override
    void advance() {
      long offset = arrivals.next();
      next = offset == Arrivals.END ? Long.MAX_VALUE : origin + offset;
    }
  }

  /// As many operations as the slots can take, up to a limit, from `origin` until the end of the
  /// run.
  public static final class Unlimited extends OperationSource {

    private final Share share;
    private final int step;
    private final long origin;
    private long index;
    private long remaining;

    /// @param count of the operations of all generators
    /// @param share this generator's part of them
    public Unlimited(long count, Share share, int shard, int of, long origin) {
      this.share = share;
      this.step = of;
      this.origin = origin;
      this.index = shard;
      long own = share.countOf(count);
      this.remaining = own == Long.MAX_VALUE ? own : own / of + (shard < own % of ? 1 : 0);
    }

    @Override
    boolean hasSchedule() {
      return false;
    }

    @Override
    boolean isDue(long now, RunDeadline deadline) {
      return remaining > 0 && now >= origin && now < deadline.sendingEnds();
    }

    @Override
    long nextDue(RunDeadline deadline) {
      return remaining > 0 ? origin : Long.MAX_VALUE;
    }

    @Override
    boolean isOver(RunDeadline deadline, long now) {
      return remaining == 0 || now >= deadline.sendingEnds();
    }

    @Override
    long intendedOr(long now) {
      return now;
    }

    @Override
    long number() {
      return share.number(index);
    }

    @Override
    int operationOr(Workload workload) {
      return workload.operationOf(number());
    }

    @Override
    void advance() {
      index += step;
      remaining--;
    }
  }
}
