package dev.takt.driver.grpc.message;

import dev.takt.load.workload.Generator;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A part of a message. Allocates nothing, except where a number is read from a text of several
/// parts or of a variable.
sealed interface Part {

  /// Appends its bytes.
  ///
  /// @throws BufferOverflowException if they do not fit
  void write(Rendering values, ByteBuffer out);

  /// Bytes that are always the same.
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Fixed(byte[] bytes) implements Part {
    @Override
    public void write(Rendering values, ByteBuffer out) {
      out.put(bytes);
    }
  }

  /// What is preceded by its length: a message, or the elements of a packed field.
  final class Nested implements Part {

    private final Part[] content;

    /// How many bytes the length most likely has.
    private final int lengthBytes;

    Nested(List<Part> content) {
      this.content = content.toArray(Part[]::new);
      int fixed = 0;
      for (Part each : content) {
        fixed += each instanceof Fixed(byte[] bytes) ? bytes.length : 0;
      }
      this.lengthBytes = WireType.varintBytes(fixed);
    }

    @Override
    public void write(Rendering values, ByteBuffer out) {
      int begin = beginLength(lengthBytes, out);
      for (Part each : content) {
        each.write(values, out);
      }
      endLength(begin, lengthBytes, out);
    }
  }

  /// A text or bytes. With `omitsEmpty` the field is left out if it has the default of its type.
  ///
  /// @param tag number and type of the field; empty for none
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Text(byte[] tag, TextForm text, boolean isBase64, boolean omitsEmpty) implements Part {
    @Override
    public void write(Rendering values, ByteBuffer out) {
      int start = out.position();
      out.put(tag);
      int begin = beginLength(1, out);
      text.render(values, out);
      if (isBase64 && !values.isWarmup) {
        Base64Text.decode(begin + 1, out);
      }
      if (omitsEmpty && out.position() == begin + 1) {
        out.position(start);
      } else {
        endLength(begin, 1, out);
      }
    }
  }

  /// A number, a boolean or an enum. With `omitsDefault` the field is left out if it is 0.
  ///
  /// @param tag number and type of the field; empty for none
  /// @param names of an enum; null for other types
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Numeric(
      byte[] tag, NumberType type, @Nullable EnumNames names, TextForm text, boolean omitsDefault)
      implements Part {
    @Override
    public void write(Rendering values, ByteBuffer out) {
      long bits = bits(values, out);
      if (bits != 0 || !omitsDefault) {
        out.put(tag);
        type.put(bits, out);
      }
    }

    private long bits(Rendering values, ByteBuffer out) {
      Generator generator = text.number();
      if (generator != null) {
        long bits = type.bits(generator.longValue(values.seed, values.n));
        if (names != null) {
          names.check(bits);
        }
        return bits;
      }
      int begin = out.position();
      text.render(values, out);
      byte[] rendered = new byte[out.position() - begin];
      out.get(begin, rendered);
      out.position(begin);
      if (values.isWarmup && (type == NumberType.BOOL || names != null)) {
        return 0;
      }
      String number = new String(rendered, StandardCharsets.UTF_8);
      try {
        return names == null ? type.bits(number) : names.bits(number);
      } catch (IllegalArgumentException _) {
        // Its message has the value, which can be a secret, and differs from user to user.
        throw new IllegalArgumentException(
            names == null
                ? "a value that is no " + type
                : "a value that is none of the enum " + names.type());
      }
    }
  }

  /// Leaves room for a length.
  ///
  /// @return where it begins
  private static int beginLength(int bytes, ByteBuffer out) {
    int begin = out.position();
    if (out.remaining() < bytes) {
      throw new BufferOverflowException();
    }
    out.position(begin + bytes);
    return begin;
  }

  /// Writes the length of what was appended. Moves it if the length has more or fewer bytes than
  /// were left for it.
  private static void endLength(int begin, int reserved, ByteBuffer out) {
    int from = begin + reserved;
    int length = out.position() - from;
    int bytes = WireType.varintBytes(length);
    if (bytes != reserved) {
      if (begin + bytes + length > out.limit()) {
        throw new BufferOverflowException();
      }
      out.put(begin + bytes, out, from, length);
    }
    out.position(begin);
    WireType.putVarint(length, out);
    out.position(begin + bytes + length);
  }
}
