package dev.takt.load.keyvalue;

import dev.takt.runs.text.EnglishText;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/// Reads a workload's properties one by one. Reports each property that cannot be parsed and uses
/// its default instead, so that the rest is read too.
final class PropertyReader {

  private static final int MAX_QUOTE_LENGTH = 60;

  private final Map<String, String> properties;
  private final Consumer<PropertyError> mistakes;

  PropertyReader(Map<String, String> properties, Consumer<PropertyError> mistakes) {
    this.properties = properties;
    this.mistakes = mistakes;
  }

  String text(String name, String defaultValue) {
    return properties.getOrDefault(name, defaultValue).strip();
  }

  boolean has(String name) {
    return properties.containsKey(name);
  }

  long integer(String name, long defaultValue, long least, long most) {
    String text = text(name, Long.toString(defaultValue));
    try {
      long value = Long.parseLong(text);
      if (value >= least && value <= most) {
        return value;
      }
    } catch (NumberFormatException _) {
      // reported below
    }
    report(name, EnglishText.format("expected a whole number from %d to %d", least, most), text);
    return defaultValue;
  }

  double number(String name, double defaultValue, double least, double most) {
    String text = text(name, Double.toString(defaultValue));
    try {
      double value = Double.parseDouble(text);
      if (value >= least && value <= most) {
        return value;
      }
    } catch (NumberFormatException _) {
      // reported below
    }
    String range =
        most == Double.MAX_VALUE
            ? "of at least " + plain(least)
            : "from " + plain(least) + " to " + plain(most);
    report(name, "expected a number " + range, text);
    return defaultValue;
  }

  private static String plain(double number) {
    return number == Math.rint(number) ? Long.toString((long) number) : Double.toString(number);
  }

  boolean truth(String name, boolean defaultValue) {
    String text = text(name, Boolean.toString(defaultValue)).toLowerCase(Locale.ROOT);
    if (!text.equals("true") && !text.equals("false")) {
      report(name, "expected true or false", text);
      return defaultValue;
    }
    return text.equals("true");
  }

  String choice(String name, String defaultValue, List<String> choices) {
    String text = text(name, defaultValue);
    if (!choices.contains(text)) {
      report(name, "expected one of " + String.join(", ", choices), text);
      return defaultValue;
    }
    return text;
  }

  void report(String name, String expected, String found) {
    String line = found.replaceAll("\\p{Cntrl}", "�");
    String shown =
        line.length() <= MAX_QUOTE_LENGTH ? line : line.substring(0, MAX_QUOTE_LENGTH) + "…";
    mistakes.accept(new PropertyError(name, expected + ", found \"" + shown + "\""));
  }

  void report(String name, String message) {
    mistakes.accept(new PropertyError(name, message));
  }
}
