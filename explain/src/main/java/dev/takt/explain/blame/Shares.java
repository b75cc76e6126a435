package dev.takt.explain.blame;

import java.util.Arrays;

/// The shares of some slow operations that follow each other; filled again and again. For one
/// thread.
final class Shares {

  /// Wait and service, each direct, of the aftermath and inherited.
  static final int AMOUNTS = 6;

  private static final int FIRST_OPERATIONS = 1 << 10;
  private static final int FIRST_SHARES = 1 << 11;

  int operations;
  int shares;
  long[] excess = new long[FIRST_OPERATIONS];
  long[] unexplainedWait = new long[FIRST_OPERATIONS];
  long[] unexplainedService = new long[FIRST_OPERATIONS];
  int[] firstShares = new int[FIRST_OPERATIONS];
  int[] causes = new int[FIRST_SHARES];
  int[] stalls = new int[FIRST_SHARES];
  long[] amounts = new long[AMOUNTS * FIRST_SHARES];

  /// Forgets all.
  void clear() {
    operations = 0;
    shares = 0;
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
    if (shares == causes.length) {
      causes = Arrays.copyOf(causes, 2 * shares);
      stalls = Arrays.copyOf(stalls, 2 * shares);
      amounts = Arrays.copyOf(amounts, 2 * AMOUNTS * shares);
    }
    causes[shares] = cause;
    stalls[shares] = stall;
    int at = AMOUNTS * shares++;
    amounts[at] = directWait;
    amounts[at + 1] = directService;
    amounts[at + 2] = aftermathWait;
    amounts[at + 3] = aftermathService;
    amounts[at + 4] = inheritedWait;
    amounts[at + 5] = inheritedService;
  }

  /// There are no more shares of that operation.
  void end(long wait, long service) {
    unexplainedWait[operations] = wait;
    unexplainedService[operations] = service;
    operations++;
  }
}
