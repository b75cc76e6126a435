package dev.takt.driver.grpc.message;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/// Collects the parts of a message; bytes that are always the same become one part.
final class Parts {

  private static final int MAX_NUMBER_BYTES = 10;

  private final List<Part> complete = new ArrayList<>();
  private final ByteArrayOutputStream fixed = new ByteArrayOutputStream();

  /// Number and type of a field.
  static byte[] tag(int field, int wireType) {
    return number(NumberType.UINT32, ((long) field << 3) | wireType);
  }

  private static byte[] number(NumberType type, long bits) {
    ByteBuffer out = ByteBuffer.allocate(MAX_NUMBER_BYTES);
    type.put(bits, out);
    byte[] bytes = new byte[out.position()];
    out.get(0, bytes);
    return bytes;
  }

  Parts bytes(byte[] bytes) {
    fixed.writeBytes(bytes);
    return this;
  }

  Parts add(NumberType type, long bits) {
    return bytes(number(type, bits));
  }

  Parts add(Part part) {
    if (part instanceof Part.Fixed(byte[] bytes)) {
      return bytes(bytes);
    }
    if (fixed.size() > 0) {
      complete.add(new Part.Fixed(fixed.toByteArray()));
      fixed.reset();
    }
    complete.add(part);
    return this;
  }

  Parts add(Parts others) {
    others.list().forEach(this::add);
    return this;
  }

  /// Adds parts with their length before them.
  Parts nested(Parts content) {
    return content.complete.isEmpty()
        ? withLength(content.fixed.toByteArray())
        : add(new Part.Nested(content.list()));
  }

  /// Adds bytes with their length before them.
  Parts withLength(byte[] content) {
    return add(NumberType.UINT32, content.length).bytes(content);
  }

  boolean isEmpty() {
    return complete.isEmpty() && fixed.size() == 0;
  }

  List<Part> list() {
    List<Part> all = new ArrayList<>(complete);
    if (fixed.size() > 0) {
      all.add(new Part.Fixed(fixed.toByteArray()));
    }
    return List.copyOf(all);
  }
}
