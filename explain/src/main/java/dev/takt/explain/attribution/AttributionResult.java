package dev.takt.explain.attribution;

import dev.takt.explain.attribution.classify.BlockedInterval;
import dev.takt.explain.attribution.classify.BlockedIntervals;
import dev.takt.explain.attribution.classify.Cause;
import dev.takt.explain.attribution.classify.IntList;
import dev.takt.explain.attribution.classify.LongList;
import dev.takt.explain.attribution.classify.StallIndex;
import dev.takt.explain.attribution.classify.StallScope;
import dev.takt.runs.model.Stall;
import java.util.Arrays;
import java.util.List;

/// The result of the attribution: for each slow operation, the shares of the causes and the
/// unexplained rest, which add up to its excess, to the nanosecond. Stored in columns. Immutable.
public final class AttributionResult {

  private static final int AMOUNTS = ShareColumns.AMOUNTS;
  private static final int ALL_AMOUNTS = (1 << AMOUNTS) - 1;

  /// A lookup table of bit counts: used millions of times by code that C2 has not yet compiled.
  private static final byte[] BIT_COUNTS = new byte[ALL_AMOUNTS + 1];

  static {
    for (int i = 0; i < BIT_COUNTS.length; i++) {
      BIT_COUNTS[i] = (byte) Integer.bitCount(i);
    }
  }

  private final List<Stall> stalls;
  private final List<Cause> causes;
  private final StallScope[] reaches;
  private final int[] causeOfStall;
  private final BlockedIntervals blockedIntervals;
  private final Baseline baseline;
  private final int[] operations;
  private final long[] excess;
  private final long[] unexplainedWait;
  private final long[] unexplainedService;
  private final int[] firstShares;
  private final IntList shareKeys;
  private final IntList shareStalls;
  private final IntList firstAmounts;
  private final LongList amounts;

  AttributionResult(
      StallIndex stallIndex,
      BlockedIntervals blockedIntervals,
      Baseline baseline,
      AttributionResultBuilder built) {
    stalls = stallIndex.stalls();
    causes = stallIndex.causes();
    reaches = stallIndex.scopes();
    causeOfStall = stallIndex.causeOf();
    this.blockedIntervals = blockedIntervals;
    this.baseline = baseline;
    operations = built.operations;
    excess = built.excess;
    unexplainedWait = built.unexplainedWait;
    unexplainedService = built.unexplainedService;
    firstShares = built.firstShares;
    shareKeys = built.shareKeys;
    shareStalls = built.shareStalls;
    firstAmounts = built.firstAmounts;
    amounts = built.amounts;
  }

  /// The normal service times.
  public Baseline baseline() {
    return baseline;
  }

  /// All stalls, in the order of their indexes.
  public List<Stall> stalls() {
    return stalls;
  }

  /// The causes of all stalls, and [Cause#SENT_LATE], in no particular order.
  public List<Cause> causes() {
    return causes;
  }

  /// Which operations the stalls of a cause could have delayed. If its stalls differ, that of the
  /// least certain stall; [StallScope#NONE] if it has no stalls.
  public StallScope scope(int cause) {
    return reaches[cause];
  }

  /// The cause of a stall, both by their indexes.
  public int causeOfStall(int stall) {
    return causeOfStall[stall];
  }

  /// How many operations were slow.
  public int size() {
    return operations.length;
  }

  /// The index of a slow operation among all operations.
  public int operation(int slow) {
    return operations[slow];
  }

  /// The index of an operation among the slow ones; negative if it was not slow.
  public int indexOf(int operation) {
    return Arrays.binarySearch(operations, operation);
  }

  /// The excess of a slow operation: the time beyond normal.
  public long excess(int slow) {
    return excess[slow];
  }

  /// The unexplained part of its excess.
  public long unexplained(int slow) {
    return unexplainedWait[slow] + unexplainedService[slow];
  }

  /// The unexplained part of its wait time: all connections were busy, and no stall shows why.
  public long unexplainedWait(int slow) {
    return unexplainedWait[slow];
  }

  /// The index of an operation's first share; its shares end before the first share of the next
  /// operation.
  public int firstShare(int slow) {
    return slow == operations.length ? shareKeys.size() : firstShares[slow];
  }

  /// The total number of shares.
  public int shares() {
    return shareKeys.size();
  }

  /// The cause of a share, by its index in [#causes].
  public int cause(int share) {
    return shareKeys.get(share) >>> AMOUNTS;
  }

  /// The stall with the largest part of a share, by its index in [#stalls]; negative if there is
  /// none.
  public int stall(int share) {
    return shareStalls.get(share);
  }

  /// The intervals in which all operations were blocked, by stalls and the contention after them,
  /// in no order. They can overlap.
  public List<BlockedInterval> blockedIntervals() {
    return blockedIntervals.ofAll();
  }

  /// The intervals in which only this slow operation was blocked: the waits of its threads.
  public List<BlockedInterval> blockedIntervals(int slow) {
    return blockedIntervals.of(operations[slow]);
  }

  /// Reads a share into a new object.
  public Share share(int share) {
    Share laidOut = new Share();
    read(share, laidOut);
    return laidOut;
  }

  /// Reads a share into an existing object, to avoid allocation.
  public void read(int share, Share into) {
    int key = shareKeys.get(share);
    int at = firstAmounts.get(share);
    into.cause = key >>> AMOUNTS;
    into.stall = shareStalls.get(share);
    into.directWait = (key & 1) == 0 ? 0 : amounts.get(at++);
    into.directService = (key & 1 << 1) == 0 ? 0 : amounts.get(at++);
    into.contentionWait = (key & 1 << 2) == 0 ? 0 : amounts.get(at++);
    into.contentionService = (key & 1 << 3) == 0 ? 0 : amounts.get(at++);
    into.backlogWait = (key & 1 << 4) == 0 ? 0 : amounts.get(at++);
    into.backlogService = (key & 1 << 5) == 0 ? 0 : amounts.get(at);
  }

  /// The total time of a share.
  public long nanos(int share) {
    long nanos = 0;
    int first = firstAmounts.get(share);
    for (int i = BIT_COUNTS[shareKeys.get(share) & ALL_AMOUNTS] - 1; i >= 0; i--) {
      nanos += amounts.get(first + i);
    }
    return nanos;
  }
}
