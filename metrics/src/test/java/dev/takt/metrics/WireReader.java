package dev.takt.metrics;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// A parser of Protocol Buffers, independent of the tested writer.
final class WireReader {

  /// A field as on the wire.
  ///
  /// @param bits the value of a varint or a fixed64
  /// @param bytes the value of all other types; read-only
  private record Field(int number, int type, long bits, ByteBuffer bytes) {

    byte[] content() {
      byte[] content = new byte[bytes.remaining()];
      bytes.get(bytes.position(), content);
      return content;
    }
  }

  private final List<Field> fields = new ArrayList<>();

  WireReader(byte[] message) {
    ByteBuffer buffer = ByteBuffer.wrap(message).order(ByteOrder.LITTLE_ENDIAN);
    while (buffer.hasRemaining()) {
      long key = varint(buffer);
      int number = Math.toIntExact(key >>> 3);
      int type = (int) (key & 7);
      switch (type) {
        case 0 -> fields.add(new Field(number, type, varint(buffer), ByteBuffer.allocate(0)));
        case 1 -> fields.add(new Field(number, type, buffer.getLong(), ByteBuffer.allocate(0)));
        case 2 -> {
          byte[] bytes = new byte[Math.toIntExact(varint(buffer))];
          buffer.get(bytes);
          fields.add(new Field(number, type, 0, ByteBuffer.wrap(bytes)));
        }
        default -> throw new IllegalArgumentException("wire type " + type);
      }
    }
  }

  /// Length-delimited messages, one after the other.
  static List<WireReader> delimited(byte[] all) {
    ByteBuffer buffer = ByteBuffer.wrap(all);
    List<WireReader> messages = new ArrayList<>();
    while (buffer.hasRemaining()) {
      byte[] message = new byte[Math.toIntExact(varint(buffer))];
      buffer.get(message);
      messages.add(new WireReader(message));
    }
    return messages;
  }

  private static long varint(ByteBuffer buffer) {
    long value = 0;
    for (int shift = 0; ; shift += 7) {
      byte next = buffer.get();
      value |= (next & 0x7fL) << shift;
      if (next >= 0) {
        return value;
      }
    }
  }

  private Field one(int number, int type) {
    List<Field> found = fields.stream().filter(each -> each.number == number).toList();
    if (found.size() != 1 || found.getFirst().type != type) {
      throw new AssertionError("field " + number + " of type " + type + " in " + found);
    }
    return found.getFirst();
  }

  boolean has(int number) {
    return fields.stream().anyMatch(each -> each.number == number);
  }

  long varint(int number) {
    return one(number, 0).bits;
  }

  long zigzag(int number) {
    return unzigzag(varint(number));
  }

  private static long unzigzag(long bits) {
    return (bits & 1) == 0 ? bits >>> 1 : -(bits >>> 1) - 1;
  }

  long fixed64(int number) {
    return one(number, 1).bits;
  }

  double real(int number) {
    return Double.longBitsToDouble(fixed64(number));
  }

  String text(int number) {
    return new String(one(number, 2).content(), StandardCharsets.UTF_8);
  }

  WireReader message(int number) {
    return new WireReader(one(number, 2).content());
  }

  List<WireReader> messages(int number) {
    return fields.stream()
        .filter(each -> each.number == number)
        .map(each -> new WireReader(each.content()))
        .toList();
  }

  List<Long> varints(int number) {
    ByteBuffer buffer = ByteBuffer.wrap(one(number, 2).content());
    List<Long> values = new ArrayList<>();
    while (buffer.hasRemaining()) {
      values.add(varint(buffer));
    }
    return values;
  }

  List<Long> zigzags(int number) {
    return varints(number).stream().map(WireReader::unzigzag).toList();
  }
}
