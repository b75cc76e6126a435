package dev.takt.load.workload;

import dev.takt.runs.text.EnglishText;
import dev.takt.runs.trace.TraceContext;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Parses the generators that [Generator] documents.
final class GeneratorParser {

  static final String KINDS =
      "seq, uniform:LOW..HIGH, zipfian:LOW..HIGH, hex:LENGTH, alpha:LENGTH or traceparent";

  private static final Pattern FORM =
      Pattern.compile("(seq|uniform|zipfian|hex|alpha|traceparent)(:.*)?");
  private static final Pattern RANGE = Pattern.compile(":(-?\\d{1,19})\\.\\.(-?\\d{1,19})");
  private static final Pattern LENGTH = Pattern.compile(":(\\d{1,7})");
  private static final int MAX_LENGTH = 1_000_000;

  private GeneratorParser() {}

  /// Whether the text begins like a generator, and so cannot be the name of one.
  static boolean isKind(String text) {
    return FORM.matcher(text).matches();
  }

  static Generator parse(String text, int purpose, TraceContext traces) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      throw new IllegalArgumentException("\"" + text + "\" is not a generator: expected " + KINDS);
    }
    String parameters = form.group(2) == null ? "" : form.group(2);
    return switch (form.group(1)) {
      case "seq" -> withoutParameters(text, parameters, new NumberGenerator.Sequence());
      case "traceparent" -> withoutParameters(text, parameters, new TraceparentGenerator(traces));
      case "uniform" -> {
        long[] range = range(text, parameters);
        yield new NumberGenerator.Uniform(range[0], range[1], purpose);
      }
      case "zipfian" -> {
        long[] range = range(text, parameters);
        requireFinite(text, range);
        yield new NumberGenerator.Zipfian(range[0], range[1], purpose);
      }
      case "hex" -> new TextGenerator(TextGenerator.HEX, length(text, parameters), purpose);
      default -> new TextGenerator(TextGenerator.LETTERS, length(text, parameters), purpose);
    };
  }

  private static Generator withoutParameters(String text, String parameters, Generator generator) {
    if (!parameters.isEmpty()) {
      String kind = text.substring(0, text.length() - parameters.length());
      throw new IllegalArgumentException("\"" + text + "\": " + kind + " has no parameters");
    }
    return generator;
  }

  private static long[] range(String text, String parameters) {
    Matcher range = RANGE.matcher(parameters);
    if (!range.matches()) {
      throw new IllegalArgumentException(
          "\"" + text + "\" has no range: expected LOW..HIGH, such as 1..1000");
    }
    long low = number(text, range.group(1));
    long high = number(text, range.group(2));
    if (low > high) {
      throw new IllegalArgumentException("\"" + text + "\" has an empty range");
    }
    return new long[] {low, high};
  }

  private static long number(String text, String digits) {
    try {
      return Long.parseLong(digits);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "\"" + text + "\": " + digits + " does not fit into 64 bits", e);
    }
  }

  private static void requireFinite(String text, long[] range) {
    long size = range[1] - range[0] + 1;
    if (size <= 0) {
      throw new IllegalArgumentException("\"" + text + "\" has more than 2^63 numbers");
    }
  }

  private static int length(String text, String parameters) {
    Matcher length = LENGTH.matcher(parameters);
    int characters = length.matches() ? Integer.parseInt(length.group(1)) : 0;
    if (characters < 1 || characters > MAX_LENGTH) {
      throw new IllegalArgumentException(
          EnglishText.format(
              "\"%s\" has no length: expected a number from 1 to %d, such as %s",
              text, MAX_LENGTH, text.startsWith("hex") ? "hex:16" : "alpha:20"));
    }
    return characters;
  }
}
