package dev.takt.cassandra.stress.command;

import dev.takt.cassandra.stress.command.Population.SeedRange;
import dev.takt.cassandra.stress.command.StressCommand.ConsistencyLevel;
import dev.takt.cassandra.stress.distribution.Counts;
import dev.takt.cassandra.stress.distribution.DistributionSpec;
import dev.takt.cassandra.stress.distribution.RatioSpec;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The form of a suboption's value.
///
/// @param expected the form in words, for messages
/// @param parser throws an [IllegalArgumentException] if the value is not of this form
record ValueForm<T>(String expected, Function<String, T> parser) {

  static final ValueForm<String> FLAG = new ValueForm<>("no value", text -> text);

  static final ValueForm<String> TEXT = matching("a value", "(.+)", Matcher::group);

  static final ValueForm<List<String>> LIST =
      matching(
          "a list such as a,b", "([^,=]+(,[^,=]+)*)", form -> List.of(form.group().split(",", -1)));

  static final ValueForm<Long> COUNT =
      matching(
          "a whole number, such as 5000, 10k, 1M or 1b",
          "[0-9]+[kmb]?",
          form -> Counts.parse(form.group()));

  static final ValueForm<Integer> NATURAL =
      matching("a whole number from 0 on", "[0-9]+", form -> Integer.valueOf(form.group()));

  static final ValueForm<Integer> POSITIVE =
      matching("a whole number from 1 on", "0*[1-9][0-9]*", form -> Integer.valueOf(form.group()));

  static final ValueForm<Double> FRACTION =
      matching(
          "a fraction such as 0.02", "0\\.[0-9]*[1-9][0-9]*", form -> Double.valueOf(form.group()));

  static final ValueForm<Integer> PER_SECOND =
      matching("N/s with N from 1 on", "(0*[1-9][0-9]*)/s", form -> Integer.valueOf(form.group(1)));

  static final ValueForm<RunLength.Time> RUN_TIME =
      matching(
          "a time such as 30s, 10m, 2h or 1d",
          "(0*[1-9][0-9]{0,8})([smhd])",
          form ->
              new RunLength.Time(
                  Long.parseLong(form.group(1)),
                  switch (form.group(2).toLowerCase(Locale.ROOT)) {
                    case "s" -> TimeUnit.SECONDS;
                    case "m" -> TimeUnit.MINUTES;
                    case "h" -> TimeUnit.HOURS;
                    default -> TimeUnit.DAYS;
                  }));

  static final ValueForm<Duration> INTERVAL =
      matching(
          "seconds, or a time such as 10s or 500ms",
          "(0*[1-9][0-9]{0,8})(s|ms|)",
          form -> {
            long length = Long.parseLong(form.group(1));
            return form.group(2).equalsIgnoreCase("ms")
                ? Duration.ofMillis(length)
                : Duration.ofSeconds(length);
          });

  static final ValueForm<SeedRange> SEEDS =
      matching(
          "a range such as 1..1M",
          "([0-9]+[kmb]?)\\.\\.+([0-9]+[kmb]?)",
          form -> new SeedRange(Counts.parse(form.group(1)), Counts.parse(form.group(2))));

  static final ValueForm<DistributionSpec> DISTRIBUTION =
      new ValueForm<>("a distribution such as uniform(1..1M)", DistributionSpec::parse);

  static final ValueForm<RatioSpec> RATIO =
      new ValueForm<>("a ratio such as fixed(1)/2", RatioSpec::parse);

  static final ValueForm<Map<String, String>> PROPERTIES =
      new ValueForm<>("name=value pairs, such as (a=1,b=2)", ValueForm::properties);

  static final ValueForm<Map<String, Double>> SHARES =
      new ValueForm<>("shares such as (read=2,write=1)", ValueForm::shares);

  /// One of the constants of an enum; `-` stands for `_`.
  static <E extends Enum<E>> ValueForm<E> oneOf(Class<E> type) {
    E[] all = type.getEnumConstants();
    return new ValueForm<>(
        "one of " + Stream.of(all).map(ValueForm::spelled).collect(Collectors.joining(", ")),
        text ->
            Stream.of(all)
                .filter(each -> spelled(each).equalsIgnoreCase(text))
                .findFirst()
                .orElseThrow(IllegalArgumentException::new));
  }

  /// The same without a value that cassandra-stress has.
  ///
  /// @param why there is none, for messages
  ValueForm<T> without(String value, String why) {
    return new ValueForm<>(
        expected,
        text -> {
          if (text.equalsIgnoreCase(value)) {
            throw new IllegalArgumentException(why);
          }
          return parser.apply(text);
        });
  }

  private static String spelled(Enum<?> constant) {
    return constant instanceof ConsistencyLevel
        ? constant.name()
        : constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /// Matches values in any case.
  static <T> ValueForm<T> matching(String expected, String pattern, Function<Matcher, T> parser) {
    Pattern compiled = Pattern.compile(pattern, Pattern.CASE_INSENSITIVE);
    return new ValueForm<>(
        expected,
        text -> {
          Matcher form = compiled.matcher(text);
          if (!form.matches()) {
            throw new IllegalArgumentException();
          }
          return parser.apply(form);
        });
  }

  private static Map<String, String> properties(String text) {
    if (!text.matches("[^=,()]+=[^=,()]+(,[^=,()]+=[^=,()]+)*\\)")) {
      throw new IllegalArgumentException();
    }
    Map<String, String> properties = new LinkedHashMap<>();
    for (String pair : text.substring(0, text.length() - 1).split(",", -1)) {
      int equals = pair.indexOf('=');
      if (properties.put(pair.substring(0, equals), pair.substring(equals + 1)) != null) {
        throw new IllegalArgumentException(pair.substring(0, equals) + " is given twice");
      }
    }
    return Collections.unmodifiableMap(properties);
  }

  private static Map<String, Double> shares(String text) {
    Map<String, Double> shares = new LinkedHashMap<>();
    properties(text)
        .forEach((name, share) -> {
          if (!share.matches("[0-9]{1,9}(\\.[0-9]{1,9})?")) {
            throw new IllegalArgumentException(name + " needs a number");
          }
          shares.put(name, Double.valueOf(share));
        });
    if (shares.values().stream().allMatch(share -> share == 0)) {
      throw new IllegalArgumentException("all shares are 0");
    }
    return Collections.unmodifiableMap(shares);
  }
}
