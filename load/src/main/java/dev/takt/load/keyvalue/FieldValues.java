package dev.takt.load.keyvalue;

import dev.takt.load.workload.Randomness;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Makes the values of fields: random ones, or such as can be told from the key and the field
/// alone, by which a reader sees whether a store gives back what was written. One thread's own.
final class FieldValues {

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /// Eight characters are five random bits each, from `0` on: digits, `:;<=>?@`, `A` to `O`. None
  /// of them has to be escaped in JSON, SQL or a shell.
  private static final long FIVE_BITS = 0x1f1f1f1f1f1f1f1fL;

  private static final long ZEROS = 0x3030303030303030L;

  private final byte[][] fields;
  private final byte[] value;
  private final byte[] digits = new byte[Ascii.LONGEST];

  /// @param most how long a value can be
  FieldValues(List<String> fieldNames, int most) {
    this.fields =
        fieldNames.stream()
            .map(name -> name.getBytes(StandardCharsets.US_ASCII))
            .toArray(byte[][]::new);
    this.value = new byte[most + Long.BYTES];
  }

  /// What chooses the length of a field's value.
  static long lengthBits(long source, int field) {
    return Randomness.bits(source, field, 1);
  }

  /// Appends `length` random characters.
  void putRandom(long source, int field, int length, ByteBuffer out) {
    long base = Randomness.bits(source, field, 0);
    for (int i = 0; i < length; i += Long.BYTES) {
      LONGS.set(value, i, (Randomness.bits(base, i) & FIVE_BITS) + ZEROS);
    }
    out.put(value, 0, length);
  }

  /// Appends what the field of the key's record holds.
  void putRight(Key key, int field, int length, ByteBuffer out) {
    fill(key, fields[field], length);
    out.put(value, 0, length);
  }

  /// Whether that is what is in `found`, from its position to its limit.
  boolean isRight(Key key, int field, int length, ByteBuffer found) {
    if (found.remaining() != length) {
      return false;
    }
    fill(key, fields[field], length);
    int from = found.position();
    for (int i = 0; i < length; i++) {
      if (found.get(from + i) != value[i]) {
        return false;
      }
    }
    return true;
  }

  /// The key, a colon, the field's name; then again and again a colon and the hash, as
  /// [String#hashCode] makes it, of all that stands before the colon and of the colon itself. So
  /// YCSB does.
  private void fill(Key key, byte[] field, int length) {
    int hash = 0;
    int end = 0;
    for (int i = 0; i < key.length(); i++) {
      hash = append(key.at(i), end++, length, hash);
    }
    hash = append((byte) ':', end++, length, hash);
    for (byte each : field) {
      hash = append(each, end++, length, hash);
    }
    while (end < length) {
      hash = append((byte) ':', end++, length, hash);
      int width = Ascii.length(hash);
      Ascii.putBefore(hash, digits, width);
      for (int i = 0; i < width; i++) {
        hash = append(digits[i], end++, length, hash);
      }
    }
  }

  private int append(byte character, int at, int length, int hash) {
    if (at < length) {
      value[at] = character;
    }
    return 31 * hash + character;
  }
}
