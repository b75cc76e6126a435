package dev.takt.driver.grpc.message;

import dev.takt.load.workload.Generator;
import dev.takt.load.workload.Template.Placeholder;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A text with placeholders in it.
final class TextForm {

  /// Stands in messages for a text that is not shown.
  private static final String HIDDEN = "…";

  private final String constant;
  private final byte[][] literals;
  private final Placeholder[] placeholders;
  private final boolean isSecret;

  /// @param literals before, between and after the placeholders
  /// @param isSecret whether a literal has a value of the environment
  /// @throws IllegalArgumentException if it has placeholders, and a literal is no text
  TextForm(List<String> literals, List<Placeholder> placeholders, boolean isSecret) {
    this.constant = literals.getFirst();
    this.literals =
        placeholders.isEmpty()
            ? new byte[0][]
            : literals.stream().map(TextForm::encoded).toArray(byte[][]::new);
    this.placeholders = placeholders.toArray(Placeholder[]::new);
    this.isSecret = isSecret;
  }

  /// A text in UTF-8.
  ///
  /// @throws IllegalArgumentException if it is no text
  static byte[] encoded(String text) {
    try {
      ByteBuffer bytes = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
      byte[] exact = new byte[bytes.remaining()];
      bytes.get(exact);
      return exact;
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException("half of a surrogate pair is no text", e);
    }
  }

  boolean isConstant() {
    return placeholders.length == 0;
  }

  /// The text of a constant.
  String constant() {
    return constant;
  }

  /// Whether it has a value of the environment, which no message may show.
  boolean isSecret() {
    return isSecret;
  }

  /// The text of a constant, as messages show it.
  String shown() {
    return isConstant() && !isSecret ? constant : HIDDEN;
  }

  /// The generator whose number is the whole text; null if it is anything else.
  @Nullable Generator number() {
    Generator only = only();
    return only != null && only.isNumeric() ? only : null;
  }

  /// Whether the text is that of a generator alone, which is never a number.
  boolean isNoNumber() {
    Generator only = only();
    return only != null && !only.isNumeric();
  }

  private @Nullable Generator only() {
    return placeholders.length == 1 && literals[0].length == 0 && literals[1].length == 0
        ? placeholders[0].generator()
        : null;
  }

  /// Appends the text of a form with placeholders, in UTF-8.
  ///
  /// @throws java.nio.BufferOverflowException if it does not fit
  void render(Rendering values, ByteBuffer out) {
    out.put(literals[0]);
    for (int i = 0; i < placeholders.length; i++) {
      Generator generator = placeholders[i].generator();
      if (generator != null) {
        generator.render(values.seed, values.n, out);
      } else {
        values.variables().put(placeholders[i].variable(), out);
      }
      out.put(literals[i + 1]);
    }
  }
}
