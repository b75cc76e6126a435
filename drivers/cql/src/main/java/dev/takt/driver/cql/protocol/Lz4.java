package dev.takt.driver.cql.protocol;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/// The block format of LZ4: sequences of a token, literals, and a match, which is a distance to
/// earlier output and a length. The last sequence is of literals only.
///
/// `lz4-java` allocates 16 KiB for each block that it compresses; this keeps its table. One for
/// each connection; not thread-safe.
final class Lz4 {

  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private static final int MIN_MATCH = 4;
  private static final int MAX_DISTANCE = 0xFFFF;

  /// A block ends with at least this many literals, and no match begins in its last bytes.
  private static final int LAST_LITERALS = 5;

  private static final int MATCH_LIMIT = 12;

  /// The greatest length that a half of the token can hold; 15 means that more bytes follow.
  private static final int TOKEN_MAX = 15;

  private static final int HASH_BITS = 12;

  /// After 2^6 positions without a match, the search begins to skip.
  private static final int SKIP_BITS = 6;

  /// By hash of four bytes: where they were seen last, plus [#base].
  private final int[] seen = new int[1 << HASH_BITS];

  /// Entries below belong to earlier blocks, so that the table need not be cleared for each block.
  private int base = 1;

  private byte[] in = {};
  private int start;
  private byte[] out = {};
  private int position;
  private int limit;

  /// Compresses a block.
  ///
  /// @param max how much room there is from `to` on
  /// @return the length of the result, or 0 if it does not fit
  int compress(byte[] from, int at, int length, byte[] into, int to, int max) {
    if (base > Integer.MAX_VALUE - length) {
      Arrays.fill(seen, 0);
      base = 1;
    }
    in = from;
    start = at;
    out = into;
    position = to;
    limit = to + max;
    boolean fits = sequences(at + length);
    base += length;
    return fits ? position - to : 0;
  }

  private boolean sequences(int end) {
    int anchor = start;
    int next = start;
    int last = end - MATCH_LIMIT;
    int misses = 1 << SKIP_BITS;
    while (next <= last) {
      int match = lookUp(next);
      if (match < 0) {
        next += misses++ >> SKIP_BITS;
        continue;
      }
      while (next > anchor && match > start && in[next - 1] == in[match - 1]) {
        next--;
        match--;
      }
      int length = MIN_MATCH;
      while (next + length < end - LAST_LITERALS && in[next + length] == in[match + length]) {
        length++;
      }
      if (!put(anchor, next - anchor, next - match, length)) {
        return false;
      }
      next += length;
      anchor = next;
      misses = 1 << SKIP_BITS;
    }
    return put(anchor, end - anchor, 0, 0);
  }

  /// Where the four bytes at a position were seen before, or -1. They are seen there from now on.
  private int lookUp(int at) {
    int bytes = (int) INT.get(in, at);
    int hash = (bytes * 0x9E3779B1) >>> (Integer.SIZE - HASH_BITS);
    int before = seen[hash] - base + start;
    boolean isOfThisBlock = seen[hash] >= base;
    seen[hash] = at - start + base;
    return isOfThisBlock && at - before <= MAX_DISTANCE && (int) INT.get(in, before) == bytes
        ? before
        : -1;
  }

  /// Appends a sequence.
  ///
  /// @param distance 0 if there is no match
  /// @return false if it does not fit
  private boolean put(int from, int literals, int distance, int length) {
    int more = length - MIN_MATCH;
    if (literals + literals / 255 + Math.max(0, more) / 255 + 5 > limit - position) {
      return false;
    }
    int token = Math.min(literals, TOKEN_MAX) << 4 | Math.clamp(more, 0, TOKEN_MAX);
    out[position++] = (byte) token;
    putRest(literals);
    System.arraycopy(in, from, out, position, literals);
    position += literals;
    if (distance > 0) {
      out[position++] = (byte) distance;
      out[position++] = (byte) (distance >>> Byte.SIZE);
      putRest(more);
    }
    return true;
  }

  private void putRest(int length) {
    if (length >= TOKEN_MAX) {
      int rest = length - TOKEN_MAX;
      for (; rest >= 255; rest -= 255) {
        out[position++] = (byte) 255;
      }
      out[position++] = (byte) rest;
    }
  }

  /// Decompresses a block.
  ///
  /// @param size the length of the result
  /// @return false if the block is damaged, or has another size
  static boolean decompress(byte[] from, int at, int length, byte[] into, int to, int size) {
    int in = at;
    int end = at + length;
    int out = to;
    int limit = to + size;
    while (in < end) {
      int token = from[in++] & 0xFF;
      int literals = token >>> 4;
      if (literals == TOKEN_MAX) {
        int more = 255;
        while (more == 255) {
          if (in == end || literals > size) {
            return false;
          }
          more = from[in++] & 0xFF;
          literals += more;
        }
      }
      if (literals > end - in || literals > limit - out) {
        return false;
      }
      System.arraycopy(from, in, into, out, literals);
      in += literals;
      out += literals;
      if (in == end) {
        return out == limit;
      }
      if (end - in < Short.BYTES) {
        return false;
      }
      int distance = (from[in] & 0xFF) | (from[in + 1] & 0xFF) << Byte.SIZE;
      in += Short.BYTES;
      int match = token & TOKEN_MAX;
      if (match == TOKEN_MAX) {
        int more = 255;
        while (more == 255) {
          if (in == end || match > size) {
            return false;
          }
          more = from[in++] & 0xFF;
          match += more;
        }
      }
      match += MIN_MATCH;
      if (distance == 0 || distance > out - to || match > limit - out) {
        return false;
      }
      copy(into, out - distance, out, match);
      out += match;
    }
    return false;
  }

  /// Copies forwards: the two ranges may overlap, and then the first one repeats.
  private static void copy(byte[] bytes, int from, int to, int length) {
    if (to - from >= length) {
      System.arraycopy(bytes, from, bytes, to, length);
      return;
    }
    for (int i = 0; i < length; i++) {
      bytes[to + i] = bytes[from + i];
    }
  }
}
