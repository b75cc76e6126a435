package dev.takt.load.keyvalue;

import dev.takt.runs.text.EnglishText;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/// Reads properties of a workload one by one. What cannot be read is told, and replaced by its
/// default, so that the rest is read as well.
final class PropertyReader {

  private static final int MAX_QUOTE_LENGTH = 60;

  private final Map<String, String> properties;
  private final Consumer<PropertyMistake> mistakes;

  PropertyReader(Map<String, String> properties, Consumer<PropertyMistake> mistakes) {
    this.properties = properties;
    this.mistakes = mistakes;
  }

  String text(String name, String usual) {
    return properties.getOrDefault(name, usual).strip();
  }

  boolean has(String name) {
    return properties.containsKey(name);
  }

  long whole(String name, long usual, long least, long most) {
    String text = text(name, Long.toString(usual));
    try {
      long value = Long.parseLong(text);
      if (value >= least && value <= most) {
        return value;
      }
    } catch (NumberFormatException _) {
      // told below
    }
    report(name, EnglishText.format("expected a whole number from %d to %d", least, most), text);
    return usual;
  }

  double number(String name, double usual, double least, double most) {
    String text = text(name, Double.toString(usual));
    try {
      double value = Double.parseDouble(text);
      if (value >= least && value <= most) {
        return value;
      }
    } catch (NumberFormatException _) {
      // told below
    }
    String range =
        most == Double.MAX_VALUE
            ? "of at least " + plain(least)
            : "from " + plain(least) + " to " + plain(most);
    report(name, "expected a number " + range, text);
    return usual;
  }

  private static String plain(double number) {
    return number == Math.rint(number) ? Long.toString((long) number) : Double.toString(number);
  }

  boolean truth(String name, boolean usual) {
    String text = text(name, Boolean.toString(usual)).toLowerCase(Locale.ROOT);
    if (!text.equals("true") && !text.equals("false")) {
      report(name, "expected true or false", text);
      return usual;
    }
    return text.equals("true");
  }

  String choice(String name, String usual, List<String> choices) {
    String text = text(name, usual);
    if (!choices.contains(text)) {
      report(name, "expected one of " + String.join(", ", choices), text);
      return usual;
    }
    return text;
  }

  void report(String name, String expected, String found) {
    String line = found.replaceAll("\\p{Cntrl}", "�");
    String shown =
        line.length() <= MAX_QUOTE_LENGTH ? line : line.substring(0, MAX_QUOTE_LENGTH) + "…";
    mistakes.accept(new PropertyMistake(name, expected + ", found \"" + shown + "\""));
  }

  void report(String name, String message) {
    mistakes.accept(new PropertyMistake(name, message));
  }
}
