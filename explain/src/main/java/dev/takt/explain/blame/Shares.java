package dev.takt.explain.blame;

import java.util.Arrays;

/// The shares of some slow operations that follow each other; filled again and again. For one
/// thread.
final class Shares {

  /// Wait and service, each direct, of the aftermath and inherited. A share's key has a bit for
  /// each of them, and above these the cause.
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

  /// Those that are not 0. Of six, one or two are: all of them would be most of the memory that an
  /// explanation takes.
  long[] amounts = new long[AMOUNTS * FIRST_SHARES];

  int amountCount;

  /// Forgets all.
  void clear() {
    operations = 0;
    shares = 0;
    amountCount = 0;
  }

  /// The next slow operation; what is added then are its shares.
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

  /// @return a bit for it if it is kept
  private int amount(int place, long nanos) {
    if (nanos == 0) {
      return 0;
    }
    amounts[amountCount++] = nanos;
    return 1 << place;
  }

  /// There are no more shares of that operation.
  void end(long wait, long service) {
    unexplainedWait[operations] = wait;
    unexplainedService[operations] = service;
    operations++;
  }
}
