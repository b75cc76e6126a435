package dev.takt.load.config.source;

import dev.takt.load.driver.DriverProvider.Property;
import dev.takt.load.schedule.Durations;
import dev.takt.load.schedule.Rate;
import dev.takt.load.schedule.ScheduleException;
import dev.takt.load.text.Texts;
import dev.takt.load.workload.Generator;
import dev.takt.load.workload.Generators;
import dev.takt.load.workload.Workload;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Converts nodes to typed values. Each method returns null if it cannot, and has then reported the
/// problem.
public final class Values {

  /// The text for none.
  public static final String OFF = "off";

  private final Problems problems;

  /// @param problems to which problems are added
  Values(Problems problems) {
    this.problems = problems;
  }

  /// A text.
  public @Nullable String text(String key, Node node) {
    return scalar(key, node, "text");
  }

  /// A whole number in a range.
  public @Nullable Long integer(String key, Node node, long least, long most) {
    String text = scalar(key, node, "a whole number");
    if (text == null) {
      return null;
    }
    try {
      long value = Long.parseLong(text.replace("_", ""));
      if (value < least || value > most) {
        problems.add(node.at(), key, "expected " + range(least, most) + ", found " + text);
        return null;
      }
      return value;
    } catch (NumberFormatException e) {
      problems.add(node.at(), key, "expected a whole number, found " + Texts.quoted(text));
      return null;
    }
  }

  private static String range(long least, long most) {
    return most == Long.MAX_VALUE
        ? "a whole number of at least " + least
        : "a whole number from " + least + " to " + most;
  }

  /// The weight of an operation.
  public @Nullable Double weight(String key, Node node) {
    String text = scalar(key, node, "a number above 0");
    if (text == null) {
      return null;
    }
    String limit = "";
    try {
      double value = Double.parseDouble(text);
      if (value > 0 && value <= Workload.MAX_WEIGHT) {
        return value;
      }
      limit = value > 0 ? ", at most 1e15" : "";
    } catch (NumberFormatException _) {
      // reported below
    }
    problems.add(
        node.at(), key, "expected a number above 0" + limit + ", found " + Texts.quoted(text));
    return null;
  }

  @Nullable Boolean truth(String key, Node node) {
    String text = scalar(key, node, "true or false");
    if (text == null) {
      return null;
    }
    if (!text.equals("true") && !text.equals("false")) {
      problems.add(node.at(), key, "expected true or false, found " + Texts.quoted(text));
      return null;
    }
    return text.equals("true");
  }

  /// A time with its unit.
  public @Nullable Duration time(String key, Node node) {
    return parsed(key, node, "a time such as 20s or 250ms", Durations::parse);
  }

  /// `off` gives zero.
  public @Nullable Duration timeOrOff(String key, Node node) {
    boolean off = node instanceof Node.Scalar scalar && isOff(scalar.text());
    return off ? Duration.ZERO : time(key, node);
  }

  private static boolean isOff(@Nullable String text) {
    return OFF.equals(text) || "false".equals(text);
  }

  /// Operations per time.
  public @Nullable Rate rate(String key, Node node) {
    return parsed(key, node, "a rate such as 1000/s", Rate::parse);
  }

  /// One of several words.
  public @Nullable String choice(String key, Node node, List<String> choices) {
    String expected = "one of " + String.join(", ", choices);
    String text = scalar(key, node, expected);
    if (text != null && !choices.contains(text)) {
      problems.add(
          node.at(),
          key,
          "expected "
              + expected
              + ", found "
              + Texts.quoted(text)
              + Texts.didYouMean(text, choices));
      return null;
    }
    return text;
  }

  /// A list, or one text as a list of one.
  public @Nullable List<String> texts(String key, Node node) {
    if (!(node instanceof Node.Sequence sequence)) {
      String only = scalar(key, node, "a list of texts");
      return only == null ? null : List.of(only);
    }
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < sequence.items().size(); i++) {
      String text = scalar(key + "[" + i + "]", sequence.items().get(i), "text");
      if (text == null) {
        return null;
      }
      texts.add(text);
    }
    return List.copyOf(texts);
  }

  /// The text of a generator, unchanged.
  public @Nullable String generator(String key, Node node) {
    String text = scalar(key, node, "a generator such as uniform:1..1000");
    try {
      return text == null ? null : check(text);
    } catch (IllegalArgumentException e) {
      problems.add(node.at(), key, String.valueOf(e.getMessage()));
      return null;
    }
  }

  private static String check(String text) {
    var _ = Generator.parse(text, 0, Generators.NONE.traces());
    return text;
  }

  /// The value of a driver's property, in the type that [dev.takt.load.driver.OperationSpec]
  /// expects.
  ///
  /// @param folder that file names are relative to
  public @Nullable Object property(String key, Property property, Node node, Path folder) {
    return switch (property.type()) {
      case STRING -> text(key, node);
      case INTEGER -> integer(key, node, Long.MIN_VALUE, Long.MAX_VALUE);
      case BOOLEAN -> truth(key, node);
      case DURATION -> time(key, node);
      case STRINGS -> texts(key, node);
      case FILES -> files(key, node, folder);
    };
  }

  private @Nullable List<String> files(String key, Node node, Path folder) {
    List<String> names = texts(key, node);
    if (names == null) {
      return null;
    }
    List<String> files = new ArrayList<>();
    for (String name : names) {
      try {
        files.add(name.isBlank() ? "" : folder.resolve(name).toString());
      } catch (InvalidPathException e) {
        problems.add(node.at(), key, Texts.quoted(name) + " is not a file name: " + e.getReason());
        return null;
      }
    }
    return List.copyOf(files);
  }

  /// A value of its own syntax.
  ///
  /// @param expected names the syntax in problems
  public <T> @Nullable T parsed(
      String key, Node node, String expected, Function<String, T> parser) {
    String text = scalar(key, node, expected);
    if (text == null) {
      return null;
    }
    try {
      return parser.apply(text);
    } catch (ScheduleException e) {
      problems.add(node.at(), key, String.valueOf(e.getMessage()));
      return null;
    }
  }

  private @Nullable String scalar(String key, Node node, String expected) {
    if (node instanceof Node.Scalar(String text, Origin _, boolean _) && text != null) {
      return text;
    }
    problems.add(node.at(), key, "expected " + expected + ", found " + node.found());
    return null;
  }
}
