package dev.takt.http2.hpack;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// The fields of a head or of trailers, decoded, in their order. All names and values stand in one
/// array. Reused for each list of fields; allocates only to grow.
///
/// A list that is larger than its limit is cut: it then has the fields that fit ([#isTooLarge]).
public final class FieldList {

  /// What each field adds to the size of a list beyond its bytes (RFC 9113, section 6.5.2).
  public static final int FIELD_OVERHEAD = 32;

  /// The result of [#find] if there is no such field.
  public static final int NONE = -1;

  private static final int FIRST_BYTES = 1024;
  private static final int FIRST_FIELDS = 32;

  private final int limit;
  private byte[] bytes = new byte[FIRST_BYTES];

  /// By field: where its name begins. It ends where the value begins.
  private int[] names = new int[FIRST_FIELDS];

  /// By field: where its value begins. It ends where the next name begins.
  private int[] values = new int[FIRST_FIELDS];

  private int count;

  /// The end of the last value.
  private int end;

  private int size;
  private boolean isTooLarge;
  private int status;

  /// @param limit the largest size of a list: the bytes of all names and values, and
  ///   [#FIELD_OVERHEAD] for each field
  public FieldList(int limit) {
    this.limit = limit;
  }

  /// Removes all fields.
  public void clear() {
    count = 0;
    end = 0;
    size = 0;
    isTooLarge = false;
    status = 0;
  }

  /// Whether fields were left out because the list would have become larger than its limit.
  public boolean isTooLarge() {
    return isTooLarge;
  }

  /// The status of a head, from 100 to 999; 0 for trailers.
  public int status() {
    return status;
  }

  /// Sets the result of [#status].
  public void setStatus(int status) {
    this.status = status;
  }

  /// How many fields there are, with pseudo-fields.
  public int count() {
    return count;
  }

  /// The bytes of all names and values. Replaced when the list grows.
  public byte[] bytes() {
    return bytes;
  }

  /// Where the name of a field begins in [#bytes].
  public int nameStart(int field) {
    return names[field];
  }

  /// How long the name of a field is.
  public int nameLength(int field) {
    return values[field] - names[field];
  }

  /// Where the value of a field begins in [#bytes].
  public int valueStart(int field) {
    return values[field];
  }

  /// How long the value of a field is.
  public int valueLength(int field) {
    return (field + 1 < count ? names[field + 1] : end) - values[field];
  }

  /// Whether a field has this name, in small letters.
  public boolean hasName(int field, byte[] name) {
    return Arrays.equals(bytes, names[field], values[field], name, 0, name.length);
  }

  /// Whether a field has exactly this value.
  public boolean hasValue(int field, byte[] value) {
    int start = values[field];
    return Arrays.equals(bytes, start, start + valueLength(field), value, 0, value.length);
  }

  /// The first field with a name, in small letters; [#NONE] if there is none.
  public int find(byte[] name) {
    for (int field = 0; field < count; field++) {
      if (hasName(field, name)) {
        return field;
      }
    }
    return NONE;
  }

  /// Appends the name of a field to `out`.
  public void putName(int field, ByteBuffer out) {
    out.put(bytes, names[field], nameLength(field));
  }

  /// Appends the value of a field to `out`.
  public void putValue(int field, ByteBuffer out) {
    out.put(bytes, values[field], valueLength(field));
  }

  /// The value of a field as a number; -1 if it is not a decimal number up to 999,999,999.
  public int number(int field) {
    int length = valueLength(field);
    if (length == 0 || length > 9) {
      return -1;
    }
    int number = 0;
    for (int i = values[field]; i < values[field] + length; i++) {
      int digit = bytes[i] - '0';
      if (digit < 0 || digit > 9) {
        return -1;
      }
      number = number * 10 + digit;
    }
    return number;
  }

  /// The name of a field, for people.
  public String name(int field) {
    return text(names[field], nameLength(field));
  }

  /// The value of a field, for people.
  public String value(int field) {
    return text(values[field], valueLength(field));
  }

  private String text(int start, int length) {
    return new String(bytes, start, length, StandardCharsets.UTF_8);
  }

  /// The end of the last value, where the next field begins in [#bytes].
  int end() {
    return end;
  }

  /// Makes [#bytes] so large that `length` bytes fit from an index on.
  ///
  /// @return the array
  byte[] room(int from, int length) {
    int needed = from + length;
    if (needed > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(needed, 2 * bytes.length));
    }
    return bytes;
  }

  /// Adds the field whose name and value were written at [#end], or cuts the list.
  void add(int nameLength, int valueLength) {
    long larger = (long) size + nameLength + valueLength + FIELD_OVERHEAD;
    if (isTooLarge || larger > limit) {
      isTooLarge = true;
      return;
    }
    if (count == names.length) {
      names = Arrays.copyOf(names, 2 * count);
      values = Arrays.copyOf(values, 2 * count);
    }
    names[count] = end;
    values[count] = end + nameLength;
    end += nameLength + valueLength;
    size = (int) larger;
    count++;
  }
}
