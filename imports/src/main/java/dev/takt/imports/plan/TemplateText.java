package dev.takt.imports.plan;

import dev.takt.load.workload.Template;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.function.UnaryOperator;

/// Builds a text with placeholders, of which everything else is literal: braces that could begin a
/// placeholder are doubled.
public final class TemplateText {

  private final StringBuilder text = new StringBuilder();

  /// Appends a text as it is.
  public TemplateText literal(String literal) {
    for (int i = 0; i < literal.length(); i++) {
      char c = literal.charAt(i);
      // At the end, because a placeholder can follow.
      char next = i + 1 < literal.length() ? literal.charAt(i + 1) : '{';
      text.append(c == '{' && (next == '{' || Character.isLetter(next)) ? "{{" : c);
    }
    return this;
  }

  /// Appends a placeholder.
  ///
  /// @param inside such as `env.TOKEN`, `uniform:1..9`
  public TemplateText placeholder(String inside) {
    text.append('{').append(inside).append('}');
    return this;
  }

  /// Appends a text that has placeholders already.
  public TemplateText template(String template) {
    text.append(template);
    return this;
  }

  @Override
  public String toString() {
    return text.toString();
  }

  /// A text as it is.
  public static String of(String literal) {
    return new TemplateText().literal(literal).toString();
  }

  /// A template as a body: with an `@` at its beginning it would be the name of a file.
  public static String body(String template) {
    return template.startsWith("@") ? "@" + template : template;
  }

  /// Whether a text has a placeholder.
  public static boolean hasPlaceholder(String template) {
    return Template.hasPlaceholder(template);
  }

  /// The text as it was before [#of]; placeholders stay.
  public static String unescaped(String template) {
    StringBuilder plain = new StringBuilder();
    for (int i = 0; i < template.length(); i++) {
      plain.append(template.charAt(i));
      if (template.startsWith("{{", i)) {
        i++;
      }
    }
    return plain.toString();
  }

  /// A path and query, of which everything that cannot be in one is percent-encoded; placeholders
  /// and what is encoded already stay.
  public static String url(String template) {
    StringBuilder url = new StringBuilder();
    for (int i = 0; i < template.length(); ) {
      int end = afterPlaceholder(template, i);
      if (end > i) {
        url.append(template, i, end);
        i = end;
        continue;
      }
      int point = template.codePointAt(i);
      boolean isDoubled = template.startsWith("{{", i);
      if (point <= ' ' || point >= 0x7F || "\"<>\\^`{|}".indexOf(point) >= 0) {
        url.append(encoded(Character.toString(point)));
      } else {
        url.appendCodePoint(point);
      }
      i += isDoubled ? 2 : Character.charCount(point);
    }
    return url.toString();
  }

  /// A template as one part of a path, a query or a form: each literal text in it is
  /// percent-encoded. Values of placeholders are when they are sent.
  public static String part(String template) {
    return map(template, TemplateText::encoded);
  }

  /// A template with each literal text in it replaced; placeholders stay.
  ///
  /// @param change of a literal text to a template
  public static String map(String template, UnaryOperator<String> change) {
    StringBuilder mapped = new StringBuilder();
    int from = 0;
    for (int i = 0; i < template.length(); ) {
      int end = afterPlaceholder(template, i);
      if (end > i) {
        mapped.append(mapped(template.substring(from, i), change)).append(template, i, end);
        from = end;
        i = end;
      } else {
        i += template.startsWith("{{", i) ? 2 : 1;
      }
    }
    return mapped.append(mapped(template.substring(from), change)).toString();
  }

  private static String mapped(String literal, UnaryOperator<String> change) {
    return literal.isEmpty() ? "" : change.apply(unescaped(literal));
  }

  private static int afterPlaceholder(String template, int i) {
    boolean begins =
        template.charAt(i) == '{'
            && i + 1 < template.length()
            && Character.isLetter(template.charAt(i + 1));
    return begins ? template.indexOf('}', i) + 1 : i;
  }

  /// Percent-encodes all but the unreserved characters.
  public static String encoded(String literal) {
    StringBuilder encoded = new StringBuilder();
    for (byte b : literal.getBytes(StandardCharsets.UTF_8)) {
      char c = (char) (b & 0xFF);
      boolean isPlain = c < 0x80 && (Character.isLetterOrDigit(c) || "-._~".indexOf(c) >= 0);
      if (isPlain) {
        encoded.append(c);
      } else {
        String hex = Integer.toHexString(c).toUpperCase(Locale.ROOT);
        encoded.append(hex.length() == 1 ? "%0" : "%").append(hex);
      }
    }
    return encoded.toString();
  }
}
