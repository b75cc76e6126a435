package dev.takt.explain.queue;

import dev.takt.explain.trace.Operations;

/// When the connections of a generator were free, asked for one operation after the other. For one
/// thread.
///
/// Each operation takes the connection that is free first. So before operation i, the connections
/// are free from the end of operation i − 1 on, and from the c − 1 latest ends before that one:
/// whichever is given up is the earliest of c, and never one of these. Hence one can begin
/// anywhere, and need not keep the heap up to date as long as nobody asks.
final class Connections {

  private final Operations operations;
  private final LatestEnds latest;
  private final Servers servers;

  /// So many operations that nobody asks about, and finding the latest ends anew is cheaper.
  private final int patience;

  private boolean isKnown;
  private int unasked;

  /// @param count how many connections
  Connections(Operations operations, LatestEnds latest, int count) {
    this.operations = operations;
    this.latest = latest;
    servers = new Servers(count);
    patience = count + LatestEnds.BLOCK / 4;
  }

  /// When the first one is free for an operation.
  ///
  /// @param i not less than those before
  long earliest(int i) {
    if (!isKnown) {
      begin(i);
    }
    unasked = 0;
    return servers.earliest();
  }

  /// Goes past an operation.
  ///
  /// @param i one after the other
  void pass(int i) {
    if (isKnown) {
      servers.take(operations.end(i));
      isKnown = ++unasked <= patience;
    }
  }

  private void begin(int i) {
    servers.reset();
    if (i > 0) {
      // As many as there are, of which the earliest gives way to the end of the one before.
      latest.before(i - 1, servers);
      servers.take(operations.end(i - 1));
    }
    isKnown = true;
  }

  /// The latest ends before an operation, found from there backwards. Immutable.
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
    /// @param i the operations before this one are looked at
    /// @param earliest but none before this one, which is then the answer
    int noneBefore(int i, long moment, int earliest) {
      int block = i >>> BLOCK_BITS;
      while (block << BLOCK_BITS > earliest && upTo[block - 1] > moment) {
        block--;
      }
      return Math.max(earliest, block << BLOCK_BITS);
    }

    /// Gives the latest ends to servers.
    ///
    /// @param i the operations before this one are looked at
    /// @param to as many as there are to be
    void before(int i, Servers to) {
      for (int each = i - 1; each >= 0; each--) {
        long end = operations.end(each);
        if (end > to.earliest()) {
          to.take(end);
        }
        boolean isFirstOfBlock = (each & (BLOCK - 1)) == 0;
        if (isFirstOfBlock && each > 0 && upTo[(each >>> BLOCK_BITS) - 1] <= to.earliest()) {
          break;
        }
      }
    }
  }
}
