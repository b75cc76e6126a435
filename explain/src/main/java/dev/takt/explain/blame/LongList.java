package dev.takt.explain.blame;

import java.util.Arrays;

/// A growable list of longs, stored in chunks so that growing copies no elements. Not thread-safe
/// while it grows.
final class LongList {

  private static final int PIECE_BITS = 15;
  private static final int PIECE = 1 << PIECE_BITS;

  private long[][] pieces = new long[16][];
  private int size;

  void add(long value) {
    int piece = size >>> PIECE_BITS;
    if ((size & (PIECE - 1)) == 0) {
      begin(piece);
    }
    pieces[piece][size++ & (PIECE - 1)] = value;
  }

  /// Appends the first `count` numbers of an array.
  void addAll(long[] others, int count) {
    int from = 0;
    while (from < count) {
      int at = size & (PIECE - 1);
      if (at == 0) {
        begin(size >>> PIECE_BITS);
      }
      int more = Math.min(count - from, PIECE - at);
      System.arraycopy(others, from, pieces[size >>> PIECE_BITS], at, more);
      from += more;
      size += more;
    }
  }

  private void begin(int piece) {
    if (piece == pieces.length) {
      pieces = Arrays.copyOf(pieces, 2 * piece);
    }
    pieces[piece] = new long[PIECE];
  }

  long get(int i) {
    return pieces[i >>> PIECE_BITS][i & (PIECE - 1)];
  }

  int size() {
    return size;
  }

  long[] toArray() {
    long[] all = new long[size];
    for (int at = 0; at < size; at += PIECE) {
      System.arraycopy(pieces[at >>> PIECE_BITS], 0, all, at, Math.min(PIECE, size - at));
    }
    return all;
  }
}
