package dev.takt.explain.attribution;

import dev.takt.explain.attribution.classify.IntList;

/// Accumulates the shares of the causes in the excess of one operation, and caps them. Reused for
/// one operation after the other. Not thread-safe.
///
/// Wait and service are divided separately. Shares never exceed the excess; the rest stays
/// unexplained.
final class ShareAccumulator {

  private final long[] directWait;
  private final long[] directService;
  private final long[] contentionWait;
  private final long[] contentionService;
  private final long[] inheritedWait;
  private final long[] inheritedService;
  private final long[] longest;
  private final int[] stalls;
  private final boolean[] isVague;
  private final boolean[] isActive;
  private final IntList activeCauses = new IntList();
  private long waiting;
  private long service;
  private boolean hasContention;

  /// @param isVague for each cause, whether it is known only from samples or by its effect
  ShareAccumulator(boolean[] isVague) {
    this.isVague = isVague;
    int causes = isVague.length;
    directWait = new long[causes];
    directService = new long[causes];
    contentionWait = new long[causes];
    contentionService = new long[causes];
    inheritedWait = new long[causes];
    inheritedService = new long[causes];
    longest = new long[causes];
    stalls = new int[causes];
    isActive = new boolean[causes];
  }

  /// Starts the next operation.
  ///
  /// @param waitExcess the excess of its wait time, in nanoseconds
  /// @param serviceExcess the excess of its service time, in nanoseconds
  void begin(long waitExcess, long serviceExcess) {
    waiting = waitExcess;
    service = serviceExcess;
    hasContention = false;
  }

  /// Adds time that the operation spent inside a stall.
  void addDirect(int cause, int stall, long ofWait, long ofService) {
    activate(cause);
    directWait[cause] += ofWait;
    directService[cause] += ofService;
    if (ofWait + ofService > longest[cause]) {
      longest[cause] = ofWait + ofService;
      stalls[cause] = stall;
    }
  }

  /// Adds time that the operation was blocked by contention after a stall.
  void addContention(int cause, int stall, long ofWait, long ofService) {
    activate(cause);
    hasContention = true;
    contentionWait[cause] += ofWait;
    contentionService[cause] += ofService;
    stalls[cause] = stalls[cause] < 0 ? stall : stalls[cause];
  }

  private void activate(int cause) {
    if (!isActive[cause]) {
      isActive[cause] = true;
      activeCauses.add(cause);
      stalls[cause] = -1;
    }
  }

  /// Caps the direct time at the excess. The time inside stalls can be more: an operation in a
  /// queue loses nothing by a stall that is over before its turn, and its normal time can overlap a
  /// stall. Exact causes come first, then vague ones, then contention after stalls. Within each
  /// group, causes are reduced in proportion.
  void capDirect() {
    waiting -= cap(directWait, waiting);
    service -= cap(directService, service);
    if (hasContention) {
      waiting -= cap(contentionWait, waiting);
      service -= cap(contentionService, service);
    }
  }

  private long cap(long[] amounts, long most) {
    if (activeCauses.size() == 1) {
      // The common case: there is nothing to divide.
      int only = activeCauses.get(0);
      amounts[only] = Math.min(amounts[only], most);
      return amounts[only];
    }
    long given = cap(amounts, most, false);
    return given + cap(amounts, most - given, true);
  }

  private long cap(long[] amounts, long most, boolean vague) {
    long sum = 0;
    int largest = -1;
    for (int i = 0; i < activeCauses.size(); i++) {
      int cause = activeCauses.get(i);
      if (isVague[cause] == vague) {
        sum += amounts[cause];
        largest = largest < 0 || amounts[cause] > amounts[largest] ? cause : largest;
      }
    }
    if (sum <= most) {
      return sum;
    }
    long given = 0;
    for (int i = 0; i < activeCauses.size(); i++) {
      int cause = activeCauses.get(i);
      if (isVague[cause] == vague) {
        amounts[cause] = proportion(most, amounts[cause], sum);
        given += amounts[cause];
      }
    }
    // The rounding remainder goes to the largest, so that the sum is exact.
    amounts[largest] += most - given;
    return most;
  }

  private static long proportion(long most, long amount, long sum) {
    long high = Math.multiplyHigh(most, amount);
    return high == 0 && most * amount >= 0
        ? most * amount / sum
        : (long) ((double) most * amount / sum);
  }

  /// Adds time in which the operation could have been sent and was not.
  void addLate(int cause, long nanos) {
    long portion = Math.min(nanos, waiting);
    if (portion > 0) {
      activate(cause);
      directWait[cause] += portion;
      waiting -= portion;
    }
  }

  /// Attributes what is left to the backlog, up to the stalled time in it; causes share it in
  /// proportion to the length of their stalls.
  void addInherited(QueueCarryover carryover) {
    IntList causes = carryover.causes();
    long available = 0;
    long pending = 0;
    for (int i = 0; i < causes.size(); i++) {
      available += carryover.nanos(causes.get(i));
      pending += carryover.pending(causes.get(i));
    }
    if (available == 0) {
      return;
    }
    long ofWait = Math.min(waiting, available);
    long ofService = Math.min(service, available - Math.max(pending, ofWait));
    long waitLeft = ofWait;
    long serviceLeft = ofService;
    for (int i = 0; i < causes.size(); i++) {
      int cause = causes.get(i);
      boolean last = i == causes.size() - 1;
      long length = carryover.nanos(cause);
      long itsWait = last ? waitLeft : Math.min(waitLeft, proportion(ofWait, length, available));
      long itsService =
          last ? serviceLeft : Math.min(serviceLeft, proportion(ofService, length, available));
      if (itsWait + itsService > 0) {
        activate(cause);
        inheritedWait[cause] += itsWait;
        inheritedService[cause] += itsService;
        stalls[cause] = stalls[cause] < 0 ? carryover.stall(cause) : stalls[cause];
        waitLeft -= itsWait;
        serviceLeft -= itsService;
      }
    }
    waiting -= ofWait - waitLeft;
    service -= ofService - serviceLeft;
  }

  /// Writes the shares of the operation to `shares`, and resets this accumulator.
  void flushTo(ShareColumns shares) {
    for (int i = 0; i < activeCauses.size(); i++) {
      int cause = activeCauses.get(i);
      if ((directWait[cause]
              | directService[cause]
              | contentionWait[cause]
              | contentionService[cause]
              | inheritedWait[cause]
              | inheritedService[cause])
          != 0) {
        shares.add(
            cause,
            stalls[cause],
            directWait[cause],
            directService[cause],
            contentionWait[cause],
            contentionService[cause],
            inheritedWait[cause],
            inheritedService[cause]);
      }
      directWait[cause] = 0;
      directService[cause] = 0;
      contentionWait[cause] = 0;
      contentionService[cause] = 0;
      inheritedWait[cause] = 0;
      inheritedService[cause] = 0;
      longest[cause] = 0;
      isActive[cause] = false;
    }
    activeCauses.clear();
    shares.endOperation(waiting, service);
  }
}
