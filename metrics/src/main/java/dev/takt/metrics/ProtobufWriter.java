package dev.takt.metrics;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/// Encodes Protocol Buffers messages; supports only the field types that metrics need.
final class ProtobufWriter {

  private static final int VARINT = 0;
  private static final int FIXED64 = 1;
  private static final int BYTES = 2;

  private static final int PAYLOAD_BITS = 7;
  private static final int PAYLOAD = 0x7f;
  private static final int MORE = 0x80;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  /// `int32`, `int64`, `uint32`, `uint64`, `bool` and enums.
  void varint(int field, long value) {
    tag(field, VARINT);
    raw(value);
  }

  /// `sint32` and `sint64`.
  void zigzag(int field, long value) {
    varint(field, zigzag(value));
  }

  /// `fixed64` and `sfixed64`.
  void fixed64(int field, long value) {
    tag(field, FIXED64);
    for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
      out.write((int) (value >>> shift));
    }
  }

  /// `double`.
  void real(int field, double value) {
    fixed64(field, Double.doubleToRawLongBits(value));
  }

  /// `string`.
  void text(int field, String value) {
    bytes(field, value.getBytes(StandardCharsets.UTF_8));
  }

  /// An embedded message.
  void message(int field, Consumer<ProtobufWriter> content) {
    ProtobufWriter inner = new ProtobufWriter();
    content.accept(inner);
    bytes(field, inner.toByteArray());
  }

  /// Packed `uint64`.
  void varints(int field, long[] values) {
    ProtobufWriter inner = new ProtobufWriter();
    for (long value : values) {
      inner.raw(value);
    }
    bytes(field, inner.toByteArray());
  }

  /// Packed `sint64`.
  void zigzags(int field, long[] values) {
    ProtobufWriter inner = new ProtobufWriter();
    for (long value : values) {
      inner.raw(zigzag(value));
    }
    bytes(field, inner.toByteArray());
  }

  /// A message prefixed with its length.
  void delimited(byte[] message) {
    raw(message.length);
    out.writeBytes(message);
  }

  byte[] toByteArray() {
    return out.toByteArray();
  }

  private void bytes(int field, byte[] value) {
    tag(field, BYTES);
    delimited(value);
  }

  private void tag(int field, int type) {
    raw(((long) field << 3) | type);
  }

  private void raw(long value) {
    long left = value;
    for (; (left & ~PAYLOAD) != 0; left >>>= PAYLOAD_BITS) {
      out.write(((int) left & PAYLOAD) | MORE);
    }
    out.write((int) left);
  }

  private static long zigzag(long value) {
    return (value << 1) ^ (value >> (Long.SIZE - 1));
  }
}
