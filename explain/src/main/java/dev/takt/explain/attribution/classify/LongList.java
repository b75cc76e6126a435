package dev.takt.explain.attribution.classify;

import java.util.Arrays;

/// A growable list of longs, stored in chunks so that growing copies no elements. Not thread-safe
/// while it grows.
public final class LongList {

  private static final int CHUNK_BITS = 15;
  private static final int CHUNK_SIZE = 1 << CHUNK_BITS;

  private long[][] chunks = new long[16][];
  private int size;

  public LongList() {}

  public void add(long value) {
    int piece = size >>> CHUNK_BITS;
    if ((size & (CHUNK_SIZE - 1)) == 0) {
      begin(piece);
    }
    chunks[piece][size++ & (CHUNK_SIZE - 1)] = value;
  }

  /// Appends the first `count` numbers of an array.
  public void addAll(long[] others, int count) {
    int from = 0;
    while (from < count) {
      int at = size & (CHUNK_SIZE - 1);
      if (at == 0) {
        begin(size >>> CHUNK_BITS);
      }
      int more = Math.min(count - from, CHUNK_SIZE - at);
      System.arraycopy(others, from, chunks[size >>> CHUNK_BITS], at, more);
      from += more;
      size += more;
    }
  }

  private void begin(int piece) {
    if (piece == chunks.length) {
      chunks = Arrays.copyOf(chunks, 2 * piece);
    }
    chunks[piece] = new long[CHUNK_SIZE];
  }

  public long get(int i) {
    return chunks[i >>> CHUNK_BITS][i & (CHUNK_SIZE - 1)];
  }

  public int size() {
    return size;
  }

  public long[] toArray() {
    long[] all = new long[size];
    for (int at = 0; at < size; at += CHUNK_SIZE) {
      System.arraycopy(chunks[at >>> CHUNK_BITS], 0, all, at, Math.min(CHUNK_SIZE, size - at));
    }
    return all;
  }
}
