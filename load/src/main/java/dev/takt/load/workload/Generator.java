package dev.takt.load.workload;

import dev.takt.runs.trace.TraceContext;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/// Generates a value for each operation: a pure function of the seed and the operation's number;
/// only `traceparent` also depends on the start of the run.
///
/// | text | value |
/// |---|---|
/// | `seq` | the number of the operation, from 0 |
/// | `uniform:1..1000` | a whole number, uniformly distributed |
/// | `zipfian:1..1000` | a whole number, the lowest by far the most likely (Zipf, exponent 0.99) |
/// | `hex:16` | that many hexadecimal digits |
/// | `alpha:20` | that many letters from a to z |
/// | `traceparent` | the W3C trace context of the operation, see [TraceContext] |
///
/// Immutable and thread-safe.
public abstract sealed class Generator
    permits NumberGenerator, TextGenerator, TraceparentGenerator {

  Generator() {}

  /// Parses a generator.
  ///
  /// @param purpose separates its values from those of other generators, see [Randomness]
  /// @param traces the trace contexts of the run
  /// @throws IllegalArgumentException if the text is invalid
  public static Generator parse(String text, int purpose, TraceContext traces) {
    return GeneratorParser.parse(text, purpose, traces);
  }

  /// Whether a text begins like a generator, and so cannot be a name.
  public static boolean isKind(String text) {
    return GeneratorParser.isKind(text);
  }

  /// Whether the value is a whole number.
  public abstract boolean isNumeric();

  /// The value for operation `n`.
  ///
  /// @throws UnsupportedOperationException unless [#isNumeric]
  public abstract long longValue(long seed, long n);

  /// Appends the value for operation `n`, in ASCII. Allocates nothing.
  ///
  /// @throws java.nio.BufferOverflowException if it does not fit
  public abstract void render(long seed, long n, ByteBuffer out);

  /// The maximum number of bytes that [#render] appends.
  abstract int maxLength();

  /// The value for operation `n` as text.
  public String text(long seed, long n) {
    ByteBuffer out = ByteBuffer.allocate(maxLength());
    render(seed, n, out);
    return new String(out.array(), 0, out.position(), StandardCharsets.US_ASCII);
  }
}
