package dev.takt.http2.hpack;

import dev.takt.load.text.SecretNames;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// The name of a field in requests, encoded before the run. No dynamic table is used: a field is an
/// entry of the static table, or a literal without indexing. Values of names that look like those
/// of credentials are never indexed, so that no proxy keeps them either (RFC 7541, section 7.1.3).
public final class FieldName {

  /// The method.
  public static final FieldName METHOD = of(":method");

  /// `http` or `https`.
  public static final FieldName SCHEME = of(":scheme");

  /// The host and port.
  public static final FieldName AUTHORITY = of(":authority");

  /// The path and the query.
  public static final FieldName PATH = of(":path");

  private static final int INDEXED = 0x80;
  private static final int NEVER_INDEXED = 0x10;
  private static final int LITERAL_PREFIX_BITS = 4;
  private static final int LENGTH_PREFIX_BITS = 7;

  private final byte[] name;

  /// What stands before the value in a literal representation.
  private final byte[] literal;

  /// The first index of the name in the static table; 0 if it is not there.
  private final int index;

  /// How many fields of the static table have the name and a value.
  private final int indexedValues;

  private FieldName(byte[] name, boolean isSecret) {
    this.name = name;
    this.index = StaticTable.find(name);
    this.indexedValues = isSecret ? 0 : indexedValues(name, index);
    ByteBuffer start = ByteBuffer.allocate(Integers.MAX_BYTES * 2 + name.length);
    int pattern = isSecret ? NEVER_INDEXED : 0;
    Integers.put(pattern, LITERAL_PREFIX_BITS, index, start);
    if (index == 0) {
      putString(name, start);
    }
    this.literal = Arrays.copyOf(start.array(), start.position());
  }

  private static int indexedValues(byte[] name, int first) {
    int count = 0;
    while (first > 0
        && first + count <= StaticTable.SIZE
        && Arrays.equals(StaticTable.name(first + count), name)
        && StaticTable.value(first + count).length > 0) {
      count++;
    }
    return count;
  }

  /// A name.
  ///
  /// @throws IllegalArgumentException if it is not a name in small letters
  public static FieldName of(String name) {
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    if (!FieldRules.isName(bytes, 0, bytes.length)) {
      throw new IllegalArgumentException("not the name of a field in HTTP/2: " + name);
    }
    return new FieldName(bytes, SecretNames.isSecret(name));
  }

  /// The length of the name in bytes.
  public int length() {
    return name.length;
  }

  /// A byte of the name.
  public byte byteAt(int i) {
    return name[i];
  }

  /// Appends a field with this name.
  public void put(byte[] value, ByteBuffer out) {
    for (int i = 0; i < indexedValues; i++) {
      if (Arrays.equals(StaticTable.value(index + i), value)) {
        out.put((byte) (INDEXED | index + i));
        return;
      }
    }
    out.put(literal);
    putString(value, out);
  }

  /// Appends a field with this name.
  ///
  /// @param value has the value's bytes; its position does not matter
  /// @param start where the value begins in it
  public void put(ByteBuffer value, int start, int length, ByteBuffer out) {
    for (int i = 0; i < indexedValues; i++) {
      if (equals(StaticTable.value(index + i), value, start, length)) {
        out.put((byte) (INDEXED | index + i));
        return;
      }
    }
    out.put(literal);
    Integers.put(0, LENGTH_PREFIX_BITS, length, out);
    int position = out.position();
    if (length > out.remaining()) {
      throw new BufferOverflowException();
    }
    out.put(position, value, start, length).position(position + length);
  }

  private static boolean equals(byte[] bytes, ByteBuffer buffer, int start, int length) {
    if (bytes.length != length) {
      return false;
    }
    for (int i = 0; i < length; i++) {
      if (bytes[i] != buffer.get(start + i)) {
        return false;
      }
    }
    return true;
  }

  /// Begins a field with this name, whose value is appended next.
  ///
  /// @return for [#end]
  public int begin(ByteBuffer out) {
    out.put(literal).put((byte) 0);
    return out.position();
  }

  /// Ends a field: puts the length before the value.
  ///
  /// @param start the result of [#begin]
  public static void end(int start, ByteBuffer out) {
    int length = out.position() - start;
    int longer = Integers.length(LENGTH_PREFIX_BITS, length) - 1;
    if (longer > out.remaining()) {
      throw new BufferOverflowException();
    }
    if (longer > 0) {
      out.put(start + longer, out, start, length);
    }
    out.position(start - 1);
    Integers.put(0, LENGTH_PREFIX_BITS, length, out);
    out.position(start + longer + length);
  }

  private static void putString(byte[] text, ByteBuffer out) {
    Integers.put(0, LENGTH_PREFIX_BITS, text.length, out);
    out.put(text);
  }

  @Override
  public String toString() {
    return new String(name, StandardCharsets.UTF_8);
  }
}
