package dev.takt.load.engine.worker;

import dev.takt.load.schedule.Schedule;
import dev.takt.load.schedule.SharedArrivals;
import dev.takt.load.share.Share;
import dev.takt.load.workload.Workload;
import java.util.concurrent.atomic.AtomicLong;

/// Where workers take their next operation: one source for all of them. Thread-safe; never blocks.
public abstract sealed class SharedOperationSource {

  private SharedOperationSource() {}

  /// Creates the source of a run that begins at `origin`.
  public interface Factory {
    SharedOperationSource from(long origin);
  }

  abstract boolean hasSchedule();

  /// Takes the next operation.
  ///
  /// @return false if there are no more
  abstract boolean take(Work work);

  abstract int operationOf(Work work, Workload workload);

  /// The arrivals of a schedule, in order, each to the first worker that asks.
  public static final class Scheduled extends SharedOperationSource {

    private final Schedule schedule;
    private final Share share;
    private final SharedArrivals arrivals;
    private final long origin;

    /// @param schedule of this share
    public Scheduled(Schedule schedule, Share share, long origin) {
      this.schedule = schedule;
      this.share = share;
      this.arrivals = new SharedArrivals(schedule);
      this.origin = origin;
    }

    @Override
    boolean hasSchedule() {
      return true;
    }

    @Override
    boolean take(Work work) {
      SharedArrivals.Taken taken = work.taken;
      if (!arrivals.take(taken)) {
        return false;
      }
      work.number = share.number(taken.number());
      work.intended = origin + taken.offsetNanos();
      return true;
    }

    @Override
    int operationOf(Work work, Workload workload) {
      int scheduled = schedule.operationOf(work.number);
      return scheduled >= 0 ? scheduled : workload.operationOf(work.number);
    }
  }

  /// As many operations as the workers can do, up to a limit.
  public static final class Unlimited extends SharedOperationSource {

    private final AtomicLong next = new AtomicLong();
    private final Share share;
    private final long count;
    private final long origin;

    /// @param count of the operations of all generators
    /// @param share this generator's part of them
    public Unlimited(long count, Share share, long origin) {
      this.share = share;
      this.count = share.countOf(count);
      this.origin = origin;
    }

    @Override
    boolean hasSchedule() {
      return false;
    }

    @Override
    boolean take(Work work) {
      long index = next.getAndIncrement();
      work.number = share.number(index);
      work.intended = origin;
      return index < count;
    }

    @Override
    int operationOf(Work work, Workload workload) {
      return workload.operationOf(work.number);
    }
  }
}
