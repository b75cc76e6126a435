package dev.takt.driver.grpc.message;

import dev.takt.load.workload.Generator;
import dev.takt.load.workload.Template.Placeholder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A text with placeholders in it.
final class TextForm {

  private final String constant;
  private final byte[][] literals;
  private final Placeholder[] placeholders;

  /// @param literals before, between and after the placeholders
  TextForm(List<String> literals, List<Placeholder> placeholders) {
    this.constant = literals.getFirst();
    this.literals =
        literals.stream().map(each -> each.getBytes(StandardCharsets.UTF_8)).toArray(byte[][]::new);
    this.placeholders = placeholders.toArray(Placeholder[]::new);
  }

  boolean isConstant() {
    return placeholders.length == 0;
  }

  /// The text of a constant.
  String constant() {
    return constant;
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

  /// Appends the text, in UTF-8.
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
