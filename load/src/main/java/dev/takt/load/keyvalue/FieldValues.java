package dev.takt.load.keyvalue;

import dev.takt.load.workload.Randomness;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Generates the values of fields: random ones, or ones derived from only the key and the field.
/// With derived values, a reader can check that the store returns what was written. Not
/// thread-safe.
final class FieldValues {

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /// Eight characters of five random bits each, counted from `0`: digits, `:;<=>?@`, `A` to `O`.
  /// None of them needs escaping in JSON, SQL or a shell.
  private static final long FIVE_BITS = 0x1f1f1f1f1f1f1f1fL;

  private static final long ZEROS = 0x3030303030303030L;

  private final byte[][] fields;
  private final byte[] value;
  private final byte[] digits = new byte[Ascii.LONGEST];

  /// @param most maximum length of a value
  FieldValues(List<String> fieldNames, int most) {
    this.fields =
        fieldNames.stream()
            .map(name -> name.getBytes(StandardCharsets.US_ASCII))
            .toArray(byte[][]::new);
    this.value = new byte[most + Long.BYTES];
  }

  /// The random bits that choose the length of a field's value.
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

  /// Appends the derived value of a field in the record of the key.
  void putRight(Key key, int field, int length, ByteBuffer out) {
    fill(key, fields[field], length);
    out.put(value, 0, length);
  }

  /// Whether `found`, from its position to its limit, contains the derived value.
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

  /// As in YCSB, the value is the key, a colon and the field's name, then repeatedly a colon and a
  /// hash. The hash is [String#hashCode] of everything up to and including that colon.
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
