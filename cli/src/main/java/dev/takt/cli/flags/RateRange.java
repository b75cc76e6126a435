package dev.takt.cli.flags;

import dev.takt.cli.spi.args.FlagValues;
import dev.takt.lab.Searched;
import dev.takt.load.schedule.Rate;
import dev.takt.runs.text.EnglishText;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/// Reads the rates, or the numbers of users, to search between.
final class RateRange {

  private static final Pattern RANGE = Pattern.compile("(.*?)(?:\\s*\\.\\.\\s*|\\s+and\\s+)(.*)");

  /// A number of users, up to a million.
  private static final Pattern USERS = Pattern.compile("\\d{1,6}|1000000");

  private RateRange() {}

  /// Parses what to search between. Numbers without a unit are users.
  ///
  /// @throws ParameterException if they are missing, cannot be parsed, or are not in order
  static Searched of(ParseResult parsed) {
    String text = FlagValues.text(parsed, SearchFlags.BETWEEN);
    if (text == null) {
      throw FlagValues.wrong(
          parsed,
          SearchFlags.BETWEEN,
          "say which rates to search, such as 1k/s and 50k/s, or numbers of users, such as 10 and"
              + " 500");
    }
    Matcher matcher = RANGE.matcher(text.strip());
    if (!matcher.matches()) {
      throw FlagValues.wrong(
          parsed,
          SearchFlags.BETWEEN,
          "expected two rates, such as 1k/s and 50k/s, found '" + text + "'");
    }
    Searched range = range(parsed, matcher.group(1), matcher.group(2));
    if (range.low() >= range.high()) {
      throw FlagValues.wrong(
          parsed,
          SearchFlags.BETWEEN,
          EnglishText.format(
              "expected the lower %s first, found %s and %s",
              range.isWhole() ? "number" : "rate", matcher.group(1), matcher.group(2)));
    }
    return range;
  }

  private static Searched range(ParseResult parsed, String low, String high) {
    boolean isOfUsers = USERS.matcher(low).matches();
    if (isOfUsers != USERS.matcher(high).matches()) {
      throw FlagValues.wrong(
          parsed,
          SearchFlags.BETWEEN,
          EnglishText.format(
              "expected two rates with a unit, such as 10/s, or two numbers of users up to a"
                  + " million, found '%s' and '%s'",
              low, high));
    }
    if (!isOfUsers) {
      return new Searched.OfRates(rate(parsed, low), rate(parsed, high));
    }
    int fewest = Integer.parseInt(low);
    if (fewest < 1) {
      throw FlagValues.wrong(parsed, SearchFlags.BETWEEN, "expected at least one user, found 0");
    }
    return new Searched.OfUsers(fewest, Integer.parseInt(high));
  }

  private static Rate rate(ParseResult parsed, String text) {
    return FlagValues.parse(parsed, SearchFlags.BETWEEN, text, Rate::parse);
  }
}
