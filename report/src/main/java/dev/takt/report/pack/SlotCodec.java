package dev.takt.report.pack;

import dev.takt.record.histogram.Counts;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;

/// Encodes counts as in a pack: the number of used slots, then for each its distance from the one
/// before and its count.
///
/// Not thread-safe: a buffer is reused.
public final class SlotCodec {

  /// Maximum bytes of a slot: five for its distance, nine for its count.
  private static final int MAX_SLOT_BYTES = 14;

  private static final long LOW_BITS = 0x7f;
  private static final int CONTINUATION_BIT = 0x80;

  private byte[] buffer = new byte[1 << 14];

  /// Creates an encoder with an empty buffer.
  public SlotCodec() {}

  /// Encodes counts. One-byte numbers have a fast path: nearly all are, and a large log has
  /// millions.
  public byte[] encode(Counts counts) {
    byte[] bytes = buffer;
    int at = 0;
    int used = 0;
    int before = -1;
    int slots = counts.total() == 0 ? 0 : counts.length();
    for (int i = counts.nextUsed(0); i < slots; i = counts.nextUsed(i + 1)) {
      if (at + MAX_SLOT_BYTES > bytes.length) {
        bytes = Arrays.copyOf(bytes, 2 * bytes.length);
      }
      int skipped = i - before - 1;
      if ((skipped & ~LOW_BITS) == 0) {
        bytes[at++] = (byte) skipped;
      } else {
        at = put(bytes, at, skipped);
      }
      long count = counts.at(i);
      if ((count & ~LOW_BITS) == 0) {
        bytes[at++] = (byte) count;
      } else {
        at = put(bytes, at, count);
      }
      before = i;
      used++;
    }
    buffer = bytes;
    byte[] head = new byte[MAX_SLOT_BYTES];
    int headLength = put(head, 0, used);
    byte[] all = Arrays.copyOf(head, headLength + at);
    System.arraycopy(bytes, 0, all, headLength, at);
    return all;
  }

  /// Encodes values by their slots.
  ///
  /// @param slots ascending, one for each value
  public static byte[] encode(int[] slots) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(2 + 2 * slots.length);
    writeUnsigned(out, Arrays.stream(slots).distinct().count());
    int before = -1;
    int next;
    for (int i = 0; i < slots.length; i = next) {
      next = i;
      while (next < slots.length && slots[next] == slots[i]) {
        next++;
      }
      writeUnsigned(out, slots[i] - before - 1);
      writeUnsigned(out, next - i);
      before = slots[i];
    }
    return out.toByteArray();
  }

  /// @return the position after the number
  private static int put(byte[] bytes, int from, long value) {
    int at = from;
    long left = value;
    while ((left & ~LOW_BITS) != 0) {
      bytes[at++] = (byte) (left | CONTINUATION_BIT);
      left >>>= 7;
    }
    bytes[at++] = (byte) left;
    return at;
  }

  /// Adds encoded counts to counts of the same layout.
  ///
  /// @throws ArithmeticException if there are more than 2^63 - 1 values
  public static void addTo(Counts counts, byte[] slots) {
    VarintReader cursor = new VarintReader(slots);
    long used = cursor.readUnsigned();
    int slot = -1;
    for (long i = 0; i < used; i++) {
      slot += (int) cursor.readUnsigned() + 1;
      counts.add(slot, cursor.readUnsigned());
    }
  }

  /// The number of values in encoded counts.
  public static long total(byte[] slots) {
    VarintReader cursor = new VarintReader(slots);
    long used = cursor.readUnsigned();
    long total = 0;
    for (long i = 0; i < used; i++) {
      var _ = cursor.readUnsigned();
      total += cursor.readUnsigned();
    }
    return total;
  }

  /// Writes an unsigned LEB128 number.
  static void writeUnsigned(ByteArrayOutputStream out, long value) {
    long left = value;
    while ((left & ~0x7fL) != 0) {
      out.write((int) (left & 0x7f) | 0x80);
      left >>>= 7;
    }
    out.write((int) left);
  }

  /// Writes a signed number: zigzag, then unsigned LEB128.
  static void writeSigned(ByteArrayOutputStream out, long value) {
    writeUnsigned(out, (value << 1) ^ (value >> 63));
  }
}
