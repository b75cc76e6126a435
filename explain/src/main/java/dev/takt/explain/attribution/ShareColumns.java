package dev.takt.explain.attribution;

import java.util.Arrays;

/// A reusable buffer of columns for the shares of consecutive slow operations. Not thread-safe.
final class ShareColumns {

  /// The number of amounts of a share: wait and service, each direct, from contention after a
  /// stall, and inherited. The low bits of a share's key say which amounts are stored; the cause is
  /// above them.
  static final int AMOUNTS = 6;

  private static final int INITIAL_OPERATIONS = 1 << 10;
  private static final int INITIAL_SHARES = 1 << 11;

  int operations;
  int shares;
  long[] excess = new long[INITIAL_OPERATIONS];
  long[] unexplainedWait = new long[INITIAL_OPERATIONS];
  long[] unexplainedService = new long[INITIAL_OPERATIONS];
  int[] firstShares = new int[INITIAL_OPERATIONS];
  int[] keys = new int[INITIAL_SHARES];
  int[] stalls = new int[INITIAL_SHARES];
  int[] firstAmounts = new int[INITIAL_SHARES];

  /// The amounts that are not 0: mostly one or two of the six. Storing all would be most of the
  /// memory of an explanation.
  long[] amounts = new long[AMOUNTS * INITIAL_SHARES];

  int amountCount;

  /// Removes all shares.
  void clear() {
    operations = 0;
    shares = 0;
    amountCount = 0;
  }

  /// Starts the next slow operation; the shares added next are its own.
  void beginOperation(long itsExcess) {
    if (operations == excess.length) {
      excess = Arrays.copyOf(excess, 2 * operations);
      unexplainedWait = Arrays.copyOf(unexplainedWait, 2 * operations);
      unexplainedService = Arrays.copyOf(unexplainedService, 2 * operations);
      firstShares = Arrays.copyOf(firstShares, 2 * operations);
    }
    excess[operations] = itsExcess;
    firstShares[operations] = shares;
  }

  void add(
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
            | store(0, directWait)
            | store(1, directService)
            | store(2, aftermathWait)
            | store(3, aftermathService)
            | store(4, inheritedWait)
            | store(5, inheritedService);
    shares++;
  }

  /// @return the bit of the amount if it is stored; else 0
  private int store(int place, long nanos) {
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
  void endOperation(long wait, long service) {
    unexplainedWait[operations] = wait;
    unexplainedService[operations] = service;
    operations++;
  }
}
