package dev.takt.explain.blame;

/// Accumulates the shares of the causes in the excess of one operation, and caps them. Reused for
/// one operation after the other. Not thread-safe.
///
/// Wait and service are divided separately. Shares never exceed the excess; the rest stays
/// unexplained.
final class Portions {

  private final long[] directWait;
  private final long[] directService;
  private final long[] aftermathWait;
  private final long[] aftermathService;
  private final long[] inheritedWait;
  private final long[] inheritedService;
  private final long[] longest;
  private final int[] stalls;
  private final boolean[] isVague;
  private final boolean[] isTouched;
  private final IntList touched = new IntList();
  private long waiting;
  private long service;
  private boolean hasAftermath;

  /// @param isVague for each cause, whether it is known only from samples or by its effect
  Portions(boolean[] isVague) {
    this.isVague = isVague;
    int causes = isVague.length;
    directWait = new long[causes];
    directService = new long[causes];
    aftermathWait = new long[causes];
    aftermathService = new long[causes];
    inheritedWait = new long[causes];
    inheritedService = new long[causes];
    longest = new long[causes];
    stalls = new int[causes];
    isTouched = new boolean[causes];
  }

  /// Starts the next operation.
  ///
  /// @param waitExcess the excess of its wait time, in nanoseconds
  /// @param serviceExcess the excess of its service time, in nanoseconds
  void begin(long waitExcess, long serviceExcess) {
    waiting = waitExcess;
    service = serviceExcess;
    hasAftermath = false;
  }

  /// Adds time that the operation spent inside a stall.
  void direct(int cause, int stall, long ofWait, long ofService) {
    touch(cause);
    directWait[cause] += ofWait;
    directService[cause] += ofService;
    if (ofWait + ofService > longest[cause]) {
      longest[cause] = ofWait + ofService;
      stalls[cause] = stall;
    }
  }

  /// Adds time that the operation was blocked by contention after a stall.
  void aftermath(int cause, int stall, long ofWait, long ofService) {
    touch(cause);
    hasAftermath = true;
    aftermathWait[cause] += ofWait;
    aftermathService[cause] += ofService;
    stalls[cause] = stalls[cause] < 0 ? stall : stalls[cause];
  }

  private void touch(int cause) {
    if (!isTouched[cause]) {
      isTouched[cause] = true;
      touched.add(cause);
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
    if (hasAftermath) {
      waiting -= cap(aftermathWait, waiting);
      service -= cap(aftermathService, service);
    }
  }

  private long cap(long[] amounts, long most) {
    if (touched.size() == 1) {
      // The common case: there is nothing to divide.
      int only = touched.get(0);
      amounts[only] = Math.min(amounts[only], most);
      return amounts[only];
    }
    long given = cap(amounts, most, false);
    return given + cap(amounts, most - given, true);
  }

  private long cap(long[] amounts, long most, boolean vague) {
    long sum = 0;
    int largest = -1;
    for (int i = 0; i < touched.size(); i++) {
      int cause = touched.get(i);
      if (isVague[cause] == vague) {
        sum += amounts[cause];
        largest = largest < 0 || amounts[cause] > amounts[largest] ? cause : largest;
      }
    }
    if (sum <= most) {
      return sum;
    }
    long given = 0;
    for (int i = 0; i < touched.size(); i++) {
      int cause = touched.get(i);
      if (isVague[cause] == vague) {
        amounts[cause] = portion(most, amounts[cause], sum);
        given += amounts[cause];
      }
    }
    // The rounding remainder goes to the largest, so that the sum is exact.
    amounts[largest] += most - given;
    return most;
  }

  private static long portion(long most, long amount, long sum) {
    long high = Math.multiplyHigh(most, amount);
    return high == 0 && most * amount >= 0
        ? most * amount / sum
        : (long) ((double) most * amount / sum);
  }

  /// Adds time in which the operation could have been sent and was not.
  void late(int cause, long nanos) {
    long portion = Math.min(nanos, waiting);
    if (portion > 0) {
      touch(cause);
      directWait[cause] += portion;
      waiting -= portion;
    }
  }

  /// Attributes what is left to the backlog, up to the stalled time in it; causes share it in
  /// proportion to the length of their stalls.
  void inherit(Backlog backlog) {
    IntList causes = backlog.causes();
    long available = 0;
    long pending = 0;
    for (int i = 0; i < causes.size(); i++) {
      available += backlog.nanos(causes.get(i));
      pending += backlog.pending(causes.get(i));
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
      long length = backlog.nanos(cause);
      long itsWait = last ? waitLeft : Math.min(waitLeft, portion(ofWait, length, available));
      long itsService =
          last ? serviceLeft : Math.min(serviceLeft, portion(ofService, length, available));
      if (itsWait + itsService > 0) {
        touch(cause);
        inheritedWait[cause] += itsWait;
        inheritedService[cause] += itsService;
        stalls[cause] = stalls[cause] < 0 ? backlog.stall(cause) : stalls[cause];
        waitLeft -= itsWait;
        serviceLeft -= itsService;
      }
    }
    waiting -= ofWait - waitLeft;
    service -= ofService - serviceLeft;
  }

  /// Writes the shares of the operation to `shares`, and resets this accumulator.
  void tell(Shares shares) {
    for (int i = 0; i < touched.size(); i++) {
      int cause = touched.get(i);
      if ((directWait[cause]
              | directService[cause]
              | aftermathWait[cause]
              | aftermathService[cause]
              | inheritedWait[cause]
              | inheritedService[cause])
          != 0) {
        shares.share(
            cause,
            stalls[cause],
            directWait[cause],
            directService[cause],
            aftermathWait[cause],
            aftermathService[cause],
            inheritedWait[cause],
            inheritedService[cause]);
      }
      directWait[cause] = 0;
      directService[cause] = 0;
      aftermathWait[cause] = 0;
      aftermathService[cause] = 0;
      inheritedWait[cause] = 0;
      inheritedService[cause] = 0;
      longest[cause] = 0;
      isTouched[cause] = false;
    }
    touched.clear();
    shares.end(waiting, service);
  }
}
