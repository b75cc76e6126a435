package dev.takt.explain.queue;

import dev.takt.explain.trace.Operations;

/// Computes when the generator's connections were free, for one operation after the other. Not
/// thread-safe.
///
/// Each operation takes the connection that is free first. So before operation i, the connections
/// are free from the end of operation i − 1 on, and from the c − 1 latest ends before that one: the
/// connection that is taken is always the earliest of c, never one of these. Hence the state can be
/// built at any operation, and the heap need not be kept up to date while it is not queried.
final class FreeConnections {

  private final Operations operations;
  private final LatestEnds latest;
  private final Servers servers;

  /// After this many operations without a query, rebuilding the heap is cheaper than updating it.
  private final int maxUnqueried;

  private boolean isKnown;
  private int unqueried;

  /// @param count the number of connections
  FreeConnections(Operations operations, LatestEnds latest, int count) {
    this.operations = operations;
    this.latest = latest;
    servers = new Servers(count);
    maxUnqueried = count + LatestEnds.BLOCK / 4;
  }

  /// When the first connection is free for an operation.
  ///
  /// @param i the operation; not less than in previous calls
  long earliestFree(int i) {
    if (!isKnown) {
      begin(i);
    }
    unqueried = 0;
    return servers.earliestFree();
  }

  /// Moves past an operation.
  ///
  /// @param i the next operation, one after the other
  void advance(int i) {
    if (isKnown) {
      servers.take(operations.end(i));
      isKnown = ++unqueried <= maxUnqueried;
    }
  }

  private void begin(int i) {
    servers.reset();
    if (i > 0) {
      // The c latest ends before operation i - 1; the earliest is replaced by the end of i - 1.
      latest.before(i - 1, servers);
      servers.take(operations.end(i - 1));
    }
    isKnown = true;
  }

  /// Finds the latest ends before an operation, by a backward scan. Immutable.
  static final class LatestEnds {

    private static final int BLOCK_BITS = 6;
    static final int BLOCK = 1 << BLOCK_BITS;

    private final Operations operations;

    /// The latest end of all operations up to the end of each block.
    private final long[] upTo;

    private LatestEnds(Operations operations, long[] upTo) {
      this.operations = operations;
      this.upTo = upTo;
    }

    static LatestEnds of(Operations operations) {
      long[] upTo = new long[(operations.size() + BLOCK - 1) >>> BLOCK_BITS];
      long latest = Long.MIN_VALUE;
      for (int block = 0; block < upTo.length; block++) {
        int end = Math.min(operations.size(), (block + 1) << BLOCK_BITS);
        for (int i = block << BLOCK_BITS; i < end; i++) {
          latest = Math.max(latest, operations.end(i));
        }
        upTo[block] = latest;
      }
      return new LatestEnds(operations, upTo);
    }

    /// An operation before which none ended after a moment; not always the last such one.
    ///
    /// @param i the scan goes backwards from this operation
    /// @param earliest the scan stops at this operation and returns it
    int noneBefore(int i, long moment, int earliest) {
      int block = i >>> BLOCK_BITS;
      while (block << BLOCK_BITS > earliest && upTo[block - 1] > moment) {
        block--;
      }
      return Math.max(earliest, block << BLOCK_BITS);
    }

    /// Collects the latest ends.
    ///
    /// @param i only operations before this one are considered
    /// @param to receives the ends, as many as it has servers
    void before(int i, Servers to) {
      for (int each = i - 1; each >= 0; each--) {
        long end = operations.end(each);
        if (end > to.earliestFree()) {
          to.take(end);
        }
        boolean isFirstOfBlock = (each & (BLOCK - 1)) == 0;
        if (isFirstOfBlock && each > 0 && upTo[(each >>> BLOCK_BITS) - 1] <= to.earliestFree()) {
          break;
        }
      }
    }
  }
}
