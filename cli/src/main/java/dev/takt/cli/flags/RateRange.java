package dev.takt.cli.flags;

import dev.takt.cli.args.FlagValues;
import dev.takt.load.schedule.Rate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/// The rates to search between.
record RateRange(Rate low, Rate high) {

  private static final Pattern RANGE = Pattern.compile("(.*?)(?:\\s*\\.\\.\\s*|\\s+and\\s+)(.*)");

  /// Parses the rates to search between.
  ///
  /// @throws ParameterException if they are missing, cannot be parsed, or are not in order
  static RateRange of(ParseResult parsed) {
    String text = FlagValues.text(parsed, SearchFlags.BETWEEN);
    if (text == null) {
      throw FlagValues.wrong(
          parsed, SearchFlags.BETWEEN, "say which rates to search, such as 1k/s and 50k/s");
    }
    Matcher matcher = RANGE.matcher(text.strip());
    if (!matcher.matches()) {
      throw FlagValues.wrong(
          parsed,
          SearchFlags.BETWEEN,
          "expected two rates, such as 1k/s and 50k/s, found '" + text + "'");
    }
    RateRange range = new RateRange(rate(parsed, matcher.group(1)), rate(parsed, matcher.group(2)));
    if (range.low().perSecond() >= range.high().perSecond()) {
      throw FlagValues.wrong(
          parsed,
          SearchFlags.BETWEEN,
          "expected the lower rate first, found " + range.low() + " and " + range.high());
    }
    return range;
  }

  private static Rate rate(ParseResult parsed, String text) {
    return FlagValues.parse(parsed, SearchFlags.BETWEEN, text, Rate::parse);
  }
}
