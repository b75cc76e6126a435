package dev.takt.explain.blame;

import java.util.Arrays;

/// A reusable buffer of columns for the shares of consecutive slow operations. Not thread-safe.
final class Shares {

  /// The number of amounts of a share: wait and service, each direct, from contention after a
  /// stall, and inherited. The low bits of a share's key say which amounts are stored; the cause is
  /// above them.
  static final int AMOUNTS = 6;

  private static final int FIRST_OPERATIONS = 1 << 10;
  private static final int FIRST_SHARES = 1 << 11;

  int operations;
  int shares;
  long[] excess = new long[FIRST_OPERATIONS];
  long[] unexplainedWait = new long[FIRST_OPERATIONS];
  long[] unexplainedService = new long[FIRST_OPERATIONS];
  int[] firstShares = new int[FIRST_OPERATIONS];
  int[] keys = new int[FIRST_SHARES];
  int[] stalls = new int[FIRST_SHARES];
  int[] firstAmounts = new int[FIRST_SHARES];

  /// The amounts that are not 0: mostly one or two of the six. Storing all would be most of the
  /// memory of an explanation.
  long[] amounts = new long[AMOUNTS * FIRST_SHARES];

  int amountCount;

  /// Removes all shares.
  void clear() {
    operations = 0;
    shares = 0;
    amountCount = 0;
  }

  /// Starts the next slow operation; the shares added next are its own.
  void begin(long itsExcess) {
    if (operations == excess.length) {
      excess = Arrays.copyOf(excess, 2 * operations);
      unexplainedWait = Arrays.copyOf(unexplainedWait, 2 * operations);
      unexplainedService = Arrays.copyOf(unexplainedService, 2 * operations);
      firstShares = Arrays.copyOf(firstShares, 2 * operations);
    }
    excess[operations] = itsExcess;
    firstShares[operations] = shares;
  }

  void share(
      int cause,
      int stall,
      long directWait,
      long directService,
      long aftermathWait,
      long aftermathService,
      long inheritedWait,
      long inheritedService) {
    if (shares == keys.length) {
      keys = Arrays.copyOf(keys, 2 * shares);
      stalls = Arrays.copyOf(stalls, 2 * shares);
      firstAmounts = Arrays.copyOf(firstAmounts, 2 * shares);
      amounts = Arrays.copyOf(amounts, 2 * AMOUNTS * shares);
    }
    firstAmounts[shares] = amountCount;
    stalls[shares] = stall;
    keys[shares] =
        cause << AMOUNTS
            | amount(0, directWait)
            | amount(1, directService)
            | amount(2, aftermathWait)
            | amount(3, aftermathService)
            | amount(4, inheritedWait)
            | amount(5, inheritedService);
    shares++;
  }

  /// @return the bit of the amount if it is stored; else 0
  private int amount(int place, long nanos) {
    if (nanos == 0) {
      return 0;
    }
    amounts[amountCount++] = nanos;
    return 1 << place;
  }

  /// Ends the current operation.
  ///
  /// @param wait the unexplained part of its wait time
  /// @param service the unexplained part of its service time
  void end(long wait, long service) {
    unexplainedWait[operations] = wait;
    unexplainedService[operations] = service;
    operations++;
  }
}
