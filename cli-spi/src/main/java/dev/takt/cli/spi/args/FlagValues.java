package dev.takt.cli.spi.args;

import dev.takt.load.schedule.Durations;
import dev.takt.runs.text.EnglishText;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/// Parses the values of flags. A value that is not valid is a [ParameterException] that names the
/// flag and what was expected.
public final class FlagValues {

  private FlagValues() {}

  /// A positive duration in nanoseconds, or null without the flag. Without a unit it is in seconds.
  public static @Nullable Long optionalTime(ParseResult parsed, String flag) {
    String text = text(parsed, flag);
    return text == null ? null : parse(parsed, flag, text, FlagValues::positiveNanos);
  }

  private static long positiveNanos(String text) {
    long nanos = Durations.parseNanos(text.matches("\\d+(\\.\\d+)?") ? text + "s" : text);
    if (nanos <= 0) {
      throw new IllegalArgumentException("expected more than 0, found '" + text + "'");
    }
    return nanos;
  }

  /// Whether the result is printed as JSON.
  public static boolean isJson(ParseResult parsed) {
    String format = parsed.matchedOptionValue(Options.FORMAT, "table");
    return switch (format) {
      case "json" -> true;
      case "table" -> false;
      default -> throw unknown(parsed, Options.FORMAT, format, List.of("table", "json"));
    };
  }

  /// A file or directory that an argument names.
  ///
  /// @param flag the flag or the argument, for errors
  /// @param directory the base of relative paths
  public static Path path(ParseResult parsed, String flag, Path directory, String text) {
    if (text.isBlank()) {
      throw wrong(parsed, flag, "the name is empty: is a variable not set?");
    }
    try {
      return directory.resolve(text);
    } catch (InvalidPathException e) {
      throw wrong(parsed, flag, "'" + text + "' is not a valid file name: " + e.getReason());
    }
  }

  /// The file or directory that a flag names; null without the flag.
  ///
  /// @param directory the base of relative paths
  public static @Nullable Path path(ParseResult parsed, String flag, Path directory) {
    String text = text(parsed, flag);
    return text == null ? null : path(parsed, flag, directory, text);
  }

  public static ParameterException wrong(ParseResult parsed, String flag, String reason) {
    return new ParameterException(parsed.commandSpec().commandLine(), flag + ": " + reason);
  }

  /// The error for arguments that do not fit together.
  public static ParameterException wrong(ParseResult parsed, String message) {
    return new ParameterException(parsed.commandSpec().commandLine(), message);
  }

  /// The value of a flag; null without the flag.
  public static @Nullable String text(ParseResult parsed, String flag) {
    return parsed.matchedOptionValue(flag, (String) null);
  }

  /// Applies a parser, and names the flag if the text is not valid.
  ///
  /// @param parser throws [IllegalArgumentException] with a message for the user
  public static <T> T parse(
      ParseResult parsed, String flag, String text, Function<String, T> parser) {
    try {
      return parser.apply(text);
    } catch (IllegalArgumentException e) {
      throw wrong(parsed, flag, String.valueOf(e.getMessage()));
    }
  }

  /// A duration of more than 0, in nanoseconds.
  public static long time(ParseResult parsed, String flag, String defaultValue) {
    long nanos = timeOrZero(parsed, flag, defaultValue);
    if (nanos == 0) {
      throw wrong(parsed, flag, "expected more than 0");
    }
    return nanos;
  }

  /// A duration in nanoseconds; may be 0.
  public static long timeOrZero(ParseResult parsed, String flag, String defaultValue) {
    return parse(
        parsed, flag, parsed.matchedOptionValue(flag, defaultValue), Durations::parseNanos);
  }

  /// A whole number within a range.
  public static int integer(
      ParseResult parsed, String flag, int defaultValue, int least, int most) {
    String text = parsed.matchedOptionValue(flag, Integer.toString(defaultValue));
    if (text.matches("\\d{1,9}")) {
      int number = Integer.parseInt(text);
      if (number >= least && number <= most) {
        return number;
      }
    }
    throw wrong(
        parsed, flag, EnglishText.format("expected %,d to %,d, found '%s'", least, most, text));
  }

  /// Parses a comma-separated list of a kind's values. Without the flag, all of them.
  ///
  /// @param name the name of a value
  public static <E extends Enum<E>> Set<E> enumSet(
      ParseResult parsed, String flag, Class<E> kind, Function<E, String> name) {
    Set<E> all = EnumSet.allOf(kind);
    String names = names(all, name);
    Set<E> result = EnumSet.noneOf(kind);
    for (String each : parsed.matchedOptionValue(flag, names).split("\\s*,\\s*", -1)) {
      result.add(
          all.stream()
              .filter(value -> name.apply(value).equals(each))
              .findFirst()
              .orElseThrow(() ->
                  wrong(parsed, flag, "expected some of " + names + ", found '" + each + "'")));
    }
    return result;
  }

  /// The names of values, for messages.
  public static <E> String names(Collection<E> values, Function<E, String> name) {
    return values.stream().map(name).collect(Collectors.joining(", "));
  }

  /// The error for an unknown name in a list.
  public static ParameterException unknown(
      ParseResult parsed, String flag, String found, List<String> known) {
    return wrong(
        parsed,
        flag,
        EnglishText.format("expected one of %s, found '%s'", String.join(", ", known), found));
  }
}
