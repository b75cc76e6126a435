package dev.takt.driver.cql.type;

import dev.takt.driver.cql.type.CqlType.Native;
import dev.takt.load.workload.Generator;
import dev.takt.load.workload.Template;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Writes the value of a statement's parameter for each operation, as `[bytes]` or `[value]`: its
/// length, then itself. Immutable and thread-safe.
public sealed interface ValueWriter {

  /// Appends the value of operation `n`.
  ///
  /// @param seed of the run
  /// @throws java.nio.BufferOverflowException if it does not fit
  /// @throws IllegalArgumentException if the generated text is not a value of the type
  void put(long seed, long n, ByteBuffer out);

  /// A writer of the template's text as a value of a type. It allocates nothing if the type is a
  /// text or a blob, or if the template is a generator of whole numbers and the type can be written
  /// from one.
  static ValueWriter of(CqlType type, Template template) {
    List<Generator> generators = template.generators();
    boolean isBare = generators.size() == 1 && template.withMarkers("").isEmpty();
    if (isBare && generators.getFirst().isNumeric() && Numbers.canWrite(type)) {
      return new OfNumber((Native) type, generators.getFirst());
    }
    boolean isText = type == Native.TEXT || type == Native.ASCII;
    boolean isRawBlob =
        type == Native.BLOB && !template.withMarkers("").startsWith(Literals.HEX_PREFIX);
    return isText || isRawBlob ? new OfText(template) : new OfLiteral(type, template);
  }

  /// Writes a whole number.
  record OfNumber(Native type, Generator generator) implements ValueWriter {

    @Override
    public void put(long seed, long n, ByteBuffer out) {
      Numbers.put(type, generator.longValue(seed, n), out);
    }
  }

  /// Writes the text as it is.
  record OfText(Template template) implements ValueWriter {

    @Override
    public void put(long seed, long n, ByteBuffer out) {
      int start = out.position();
      out.putInt(0);
      template.render(seed, n, out);
      out.putInt(start, out.position() - start - Integer.BYTES);
    }
  }

  /// Writes the value that the text stands for.
  record OfLiteral(CqlType type, Template template) implements ValueWriter {

    @Override
    public void put(long seed, long n, ByteBuffer out) {
      int start = out.position();
      template.render(seed, n, out);
      byte[] text = new byte[out.position() - start];
      out.position(start).get(text).position(start);
      Literals.put(type, new String(text, StandardCharsets.UTF_8), out);
    }
  }

  /// Writes a value that no message may have.
  ///
  /// @param names of what is secret
  record OfSecret(ValueWriter writer, CqlType type, List<String> names) implements ValueWriter {

    @Override
    public void put(long seed, long n, ByteBuffer out) {
      try {
        writer.put(seed, n, out);
      } catch (IllegalArgumentException _) {
        // Its message, and that of its cause, can have the value.
        throw new IllegalArgumentException(
            "not a value of type " + type + ": a text with " + String.join(" and ", names));
      }
    }

    /// Without the value.
    @Override
    public String toString() {
      return "a value of " + names;
    }
  }
}
