package dev.takt.explain.profile;

import dev.takt.runs.ThreadTimes.ProcessTime;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Puts samples together. For one thread.
public final class ProfileBuilder {

  private final SlowMoments slow;
  private final long from;
  private final long to;
  private final Predicate<String> isWanted;
  private final CallTree tree = CallTree.root();
  private final BalanceSheet.Builder balance;
  private long first = Long.MAX_VALUE;
  private long last = Long.MIN_VALUE;

  /// @param slow which moments are slow
  /// @param fromNanoTime samples before it count for the balance sheet alone
  /// @param toNanoTime samples behind it count for the balance sheet alone
  /// @param process what the kernel counted for the threads; null where it was not asked
  /// @param isWanted by the name of a thread
  public ProfileBuilder(
      SlowMoments slow,
      long fromNanoTime,
      long toNanoTime,
      @Nullable ProcessTime process,
      Predicate<String> isWanted) {
    this.slow = slow;
    this.from = fromNanoTime;
    this.to = toNanoTime;
    this.isWanted = isWanted;
    this.balance = new BalanceSheet.Builder(process);
  }

  /// Adds one. Those that failed or were lost stand in the graph as `[failed]` and `[lost]`.
  public ProfileBuilder add(CpuSample sample) {
    balance.add(sample);
    long moment = sample.nanoTime();
    if (moment >= from && moment <= to && isWanted.test(sample.thread().name())) {
      first = Math.min(first, moment);
      last = Math.max(last, moment);
      List<String> frames =
          switch (sample.outcome()) {
            case TAKEN -> sample.frames();
            case FAILED -> List.of("[failed]");
            case LOST -> List.of("[lost]");
          };
      tree.add(frames, slow.contains(moment), sample.weightNanos(), sample.count());
    }
    return this;
  }

  /// What came of all. Where the time had no begin or end, it is that of the samples.
  public Profile build(
      long limitNanos,
      String limitOrigin,
      long periodNanos,
      long clockErrorNanos,
      List<String> notes) {
    boolean any = first <= last;
    long begin = from == Long.MIN_VALUE ? (any ? first : 0) : from;
    long end = to == Long.MAX_VALUE ? (any ? last : begin) : to;
    return new Profile(
        tree,
        balance.build(isWanted),
        slow,
        limitNanos,
        limitOrigin,
        begin,
        end,
        periodNanos,
        clockErrorNanos,
        List.copyOf(notes));
  }
}
