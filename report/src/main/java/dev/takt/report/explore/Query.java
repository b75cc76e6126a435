package dev.takt.report.explore;

import dev.takt.runs.text.EnglishText;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Parses and validates the parameters of a request.
final class Query {

  private static final int LONGEST = 4_096;
  private static final Pattern WHOLE = Pattern.compile("\\d{1,9}");
  private static final Pattern DECIMAL =
      Pattern.compile("-?\\d{1,16}(\\.\\d{1,20})?([eE][+-]?\\d{1,2})?");
  private static final int NANO_DIGITS = 6;
  private static final BigDecimal FURTHEST = BigDecimal.valueOf(Long.MAX_VALUE);

  private final Map<String, String> values = new HashMap<>();

  private Query() {}

  /// @param raw the encoded query string; null if there is none
  /// @param known the names that are allowed
  /// @throws Refusal if a name is unknown or repeated, or the query is too long
  static Query of(@Nullable String raw, Set<String> known) throws Refusal {
    Query query = new Query();
    if (raw == null || raw.isEmpty()) {
      return query;
    }
    if (raw.length() > LONGEST) {
      throw new Refusal(414, "The address is too long.");
    }
    for (String each : raw.split("&", -1)) {
      int equals = each.indexOf('=');
      String name = equals < 0 ? each : each.substring(0, equals);
      if (!known.contains(name) || equals < 0) {
        throw new Refusal(400, "The parameters here are " + String.join(", ", known) + ".");
      }
      if (query.values.put(name, decoded(each.substring(equals + 1))) != null) {
        throw new Refusal(400, "The parameter " + name + " appears twice.");
      }
    }
    return query;
  }

  private static String decoded(String text) throws Refusal {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw new Refusal(400, "A parameter is not percent-encoded correctly.");
    }
  }

  String text(String name) throws Refusal {
    String value = values.get(name);
    if (value == null) {
      throw new Refusal(400, "The parameter " + name + " is missing.");
    }
    return value;
  }

  /// An integer.
  ///
  /// @param otherwise the default
  int whole(String name, int otherwise, int least, int most) throws Refusal {
    String text = values.get(name);
    if (text == null) {
      return otherwise;
    }
    int value = WHOLE.matcher(text).matches() ? Integer.parseInt(text) : -1;
    if (value < least || value > most) {
      throw new Refusal(
          400,
          EnglishText.format(
              "The parameter %s must be a number from %d to %d.", name, least, most));
    }
    return value;
  }

  /// Milliseconds with decimals, as nanoseconds rounded up.
  long nanos(String name) throws Refusal {
    String text = text(name);
    if (!DECIMAL.matcher(text).matches()) {
      throw new Refusal(400, "The parameter " + name + " must be a number of milliseconds.");
    }
    BigDecimal nanos =
        new BigDecimal(text).movePointRight(NANO_DIGITS).setScale(0, RoundingMode.CEILING);
    return nanos.min(FURTHEST).max(FURTHEST.negate()).longValueExact();
  }
}
