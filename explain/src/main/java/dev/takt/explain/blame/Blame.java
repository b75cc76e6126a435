package dev.takt.explain.blame;

import dev.takt.runs.Stall;
import java.util.Arrays;
import java.util.List;

/// What made each slow operation slow. Of each, the shares and what is unexplained add up to its
/// excess, to the nanosecond. Immutable.
public final class Blame {

  private static final int AMOUNTS = Shares.AMOUNTS;
  private static final int ALL_AMOUNTS = (1 << AMOUNTS) - 1;

  /// How many bits of a number are set: this is asked for millions of times by code that the
  /// optimising compiler has not seen.
  private static final byte[] BITS = new byte[ALL_AMOUNTS + 1];

  static {
    for (int i = 0; i < BITS.length; i++) {
      BITS[i] = (byte) Integer.bitCount(i);
    }
  }

  private final List<Stall> stalls;
  private final List<Cause> causes;
  private final Reach[] reaches;
  private final int[] causeOfStall;
  private final Holdups holdups;
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

  Blame(Suspects suspects, Holdups holdups, Baseline baseline, BlameBuilder built) {
    stalls = suspects.stalls();
    causes = suspects.causes();
    reaches = suspects.reaches();
    causeOfStall = suspects.causeOf();
    this.holdups = holdups;
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

  /// What is normal for each name of an operation.
  public Baseline baseline() {
    return baseline;
  }

  /// All stalls that were looked at, in the order of their numbers.
  public List<Stall> stalls() {
    return stalls;
  }

  /// The causes of all stalls, and [Cause#SENT_LATE], in no order.
  public List<Cause> causes() {
    return causes;
  }

  /// Whom the stalls of a cause could have delayed, by its place: of several that differ, what the
  /// one that is known least well could have; [Reach#NONE] if it has none.
  public Reach reach(int cause) {
    return reaches[cause];
  }

  /// The cause of a stall, both by their places.
  public int causeOfStall(int stall) {
    return causeOfStall[stall];
  }

  /// How many operations were slow.
  public int size() {
    return operations.length;
  }

  /// The number of a slow operation among all.
  public int operation(int slow) {
    return operations[slow];
  }

  /// The place of an operation among the slow ones; negative if it was not slow.
  public int indexOf(int operation) {
    return Arrays.binarySearch(operations, operation);
  }

  /// What it took beyond what is normal.
  public long excess(int slow) {
    return excess[slow];
  }

  /// The part of its excess that nothing explains.
  public long unexplained(int slow) {
    return unexplainedWait[slow] + unexplainedService[slow];
  }

  /// The part of its wait time that nothing explains: all connections were busy, and no stall says
  /// why.
  public long unexplainedWait(int slow) {
    return unexplainedWait[slow];
  }

  /// The first of the shares of an operation; those up to the first one of the next are its own.
  public int firstShare(int slow) {
    return slow == operations.length ? shareKeys.size() : firstShares[slow];
  }

  /// How many shares there are in all.
  public int shares() {
    return shareKeys.size();
  }

  /// The cause of a share, by its place in [#causes].
  public int cause(int share) {
    return shareKeys.get(share) >>> AMOUNTS;
  }

  /// The stall of that cause that had the largest part in it, by its place in [#stalls]; negative
  /// if there is none.
  public int stall(int share) {
    return shareStalls.get(share);
  }

  /// When all operations were held up, by stalls and what came of them, in the order of their
  /// begins. They overlap.
  public List<Holdup> holdups() {
    return holdups.ofAll();
  }

  /// When an operation of the slow ones alone was held up: the waits of its thread.
  public List<Holdup> holdups(int slow) {
    return holdups.of(operations[slow]);
  }

  /// A share, laid out.
  public Share share(int share) {
    Share laidOut = new Share();
    read(share, laidOut);
    return laidOut;
  }

  /// The same into one that is there, for those who look at millions.
  public void read(int share, Share into) {
    int key = shareKeys.get(share);
    int at = firstAmounts.get(share);
    into.cause = key >>> AMOUNTS;
    into.stall = shareStalls.get(share);
    into.directWait = (key & 1) == 0 ? 0 : amounts.get(at++);
    into.directService = (key & 1 << 1) == 0 ? 0 : amounts.get(at++);
    into.aftermathWait = (key & 1 << 2) == 0 ? 0 : amounts.get(at++);
    into.aftermathService = (key & 1 << 3) == 0 ? 0 : amounts.get(at++);
    into.backlogWait = (key & 1 << 4) == 0 ? 0 : amounts.get(at++);
    into.backlogService = (key & 1 << 5) == 0 ? 0 : amounts.get(at);
  }

  /// All of a share.
  public long nanos(int share) {
    long nanos = 0;
    int first = firstAmounts.get(share);
    for (int i = BITS[shareKeys.get(share) & ALL_AMOUNTS] - 1; i >= 0; i--) {
      nanos += amounts.get(first + i);
    }
    return nanos;
  }
}
