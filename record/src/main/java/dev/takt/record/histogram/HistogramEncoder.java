package dev.takt.record.histogram;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.zip.Deflater;

/// Encodes counts as compressed histograms in HdrHistogram's format V2, of integers or doubles, so
/// that its tools can read them.
///
/// Not thread-safe: buffers are reused.
public final class HistogramEncoder {

  private static final int HEADER = 40;
  private static final int MAX_VARINT = 9;
  private static final int COOKIE = 0x1c849313;
  private static final int COMPRESSED_COOKIE = 0x1c849314;
  private static final int DOUBLES_COOKIE = 0x0c72124f;

  /// Level 9 saves 0 to 6 % of the bytes and takes up to seven times as long.
  private final Deflater deflater = new Deflater(Deflater.BEST_SPEED);

  private byte[] plain = new byte[1 << 13];
  private byte[] packed = new byte[1 << 13];

  /// Creates an encoder.
  public HistogramEncoder() {}

  /// Encodes counts as Base64, as in a log.
  public String base64(Counts counts) {
    return Base64.getEncoder().encodeToString(bytes(counts));
  }

  /// Encodes counts as a compressed histogram.
  public byte[] bytes(Counts counts) {
    int length = encode(counts);
    deflater.reset();
    deflater.setInput(plain, 0, length);
    deflater.finish();
    int compressed = 0;
    while (!deflater.finished()) {
      if (compressed == packed.length) {
        packed = Arrays.copyOf(packed, 2 * packed.length);
      }
      compressed += deflater.deflate(packed, compressed, packed.length - compressed);
    }
    return framed(counts, compressed);
  }

  private byte[] framed(Counts counts, int compressed) {
    boolean doubles = counts.layout().fractional();
    ByteBuffer out = ByteBuffer.allocate((doubles ? 24 : 8) + compressed);
    if (doubles) {
      out.putInt(DOUBLES_COOKIE);
      out.putInt(counts.layout().significantDigits());
      out.putLong(1L << rangeExponent(counts));
    }
    out.putInt(COMPRESSED_COOKIE).putInt(compressed).put(packed, 0, compressed);
    return out.array();
  }

  private int encode(Counts counts) {
    Layout layout = counts.layout();
    int used = counts.usedLength();
    int needed = HEADER + (used + 1) * MAX_VARINT;
    if (plain.length < needed) {
      plain = new byte[needed];
    }
    int end = putCounts(counts, used);
    ByteBuffer.wrap(plain)
        .putInt(COOKIE)
        .putInt(end - HEADER)
        .putInt(0)
        .putInt(layout.significantDigits())
        .putLong(layout.fractional() ? 1 : 1L << layout.unitMagnitude())
        .putLong(highestTrackable(counts))
        .putDouble(layout.fractional() ? Math.scalb(1.0, layout.unitMagnitude()) : 1.0);
    return end;
  }

  /// The end of the last bucket that the histograms had, or that the values need.
  private static long highestTrackable(Counts counts) {
    Layout layout = counts.layout();
    if (layout.fractional()) {
      return (1L << (layout.halfBits() + rangeExponent(counts) + 2)) - 1;
    }
    int bits = layout.halfBits() + layout.unitMagnitude() + Math.max(2, counts.coveredBuckets());
    return bits >= Long.SIZE - 1 ? Long.MAX_VALUE : (1L << bits) - 1;
  }

  /// HdrHistogram reads doubles back only if the range of their integers follows from the ratio of
  /// the highest to the lowest value in exactly this way.
  private static int rangeExponent(Counts counts) {
    return Math.max(1, counts.coveredBuckets() - 2);
  }

  private int putCounts(Counts counts, int used) {
    int at = HEADER;
    int slot = 0;
    while (slot < used) {
      long count = counts.at(slot++);
      if (count != 0) {
        at = putVarint(at, count);
        continue;
      }
      int run = 1;
      while (slot < used && counts.at(slot) == 0) {
        run++;
        slot++;
      }
      at = putVarint(at, run == 1 ? 0 : -run);
    }
    return used == 0 ? putVarint(at, 0) : at;
  }

  /// ZigZag LEB128-64b9B: seven bits per byte, with a full ninth byte. Small numbers of either sign
  /// take few bytes.
  private int putVarint(int from, long value) {
    int at = from;
    long left = (value << 1) ^ (value >> 63);
    for (int i = 1; i < MAX_VARINT && left >>> 7 != 0; i++) {
      plain[at++] = (byte) (left | 0x80);
      left >>>= 7;
    }
    plain[at++] = (byte) left;
    return at;
  }
}
