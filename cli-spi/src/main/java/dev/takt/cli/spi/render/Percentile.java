package dev.takt.cli.spi.render;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// A requested percentile.
///
/// @param value from 0 to 100
/// @param label the number for people, without trailing zeros: `99.9`
public record Percentile(double value, String label) {

  private static final Pattern NUMBER = Pattern.compile("\\d{1,3}(\\.\\d{0,15})?|\\.\\d{1,15}");

  /// The default percentiles.
  public static final List<Percentile> DEFAULTS = parse("50,90,95,99,99.9,99.99");

  /// Parses a list such as `50,90,99.99`: numbers from 0 to 100, in the order to print. A leading
  /// `p` and a trailing `%` are ignored; a repeated percentile is listed once.
  ///
  /// @throws IllegalArgumentException if the text is not such a list; the message names the wrong
  ///   part
  public static List<Percentile> parse(String text) {
    List<Percentile> all = new ArrayList<>();
    for (String part : text.split(",", -1)) {
      Percentile each = one(part.strip());
      if (!all.contains(each)) {
        all.add(each);
      }
    }
    return List.copyOf(all);
  }

  private static Percentile one(String text) {
    String number = text.replaceFirst("^[pP]", "").replaceFirst("\\s*%$", "");
    if (NUMBER.matcher(number).matches()) {
      BigDecimal value = new BigDecimal(number);
      if (value.compareTo(BigDecimal.valueOf(100)) <= 0) {
        return new Percentile(value.doubleValue(), value.stripTrailingZeros().toPlainString());
      }
    }
    throw new IllegalArgumentException(
        "'" + text + "' is not a percentile: expected numbers from 0 to 100, such as 50,99,99.9");
  }
}
