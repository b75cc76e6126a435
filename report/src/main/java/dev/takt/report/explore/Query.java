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

  private static final int MAX_LENGTH = 4_096;
  private static final Pattern INTEGER = Pattern.compile("\\d{1,9}");
  private static final Pattern DECIMAL =
      Pattern.compile("-?\\d{1,16}(\\.\\d{1,20})?([eE][+-]?\\d{1,2})?");
  private static final int NANO_DIGITS = 6;
  private static final BigDecimal MAX_NANOS = BigDecimal.valueOf(Long.MAX_VALUE);

  private final Map<String, String> values = new HashMap<>();

  private Query() {}

  /// @param raw the encoded query string; null if there is none
  /// @param known the names that are allowed
  /// @throws Refusal if a name is unknown or repeated, or the query is too long
  static Query of(@Nullable String raw, Set<String> known) throws HttpError {
    Query query = new Query();
    if (raw == null || raw.isEmpty()) {
      return query;
    }
    if (raw.length() > MAX_LENGTH) {
      throw new HttpError(414, "The address is too long.");
    }
    for (String each : raw.split("&", -1)) {
      int equals = each.indexOf('=');
      String name = equals < 0 ? each : each.substring(0, equals);
      if (!known.contains(name) || equals < 0) {
        throw new HttpError(400, "The parameters here are " + String.join(", ", known) + ".");
      }
      if (query.values.put(name, decoded(each.substring(equals + 1))) != null) {
        throw new HttpError(400, "The parameter " + name + " appears twice.");
      }
    }
    return query;
  }

  private static String decoded(String text) throws HttpError {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw new HttpError(400, "A parameter is not percent-encoded correctly.");
    }
  }

  String text(String name) throws HttpError {
    String value = values.get(name);
    if (value == null) {
      throw new HttpError(400, "The parameter " + name + " is missing.");
    }
    return value;
  }

  /// An integer.
  ///
  /// @param otherwise the default
  int integer(String name, int otherwise, int least, int most) throws HttpError {
    String text = values.get(name);
    if (text == null) {
      return otherwise;
    }
    int value = INTEGER.matcher(text).matches() ? Integer.parseInt(text) : -1;
    if (value < least || value > most) {
      throw new HttpError(
          400,
          EnglishText.format(
              "The parameter %s must be a number from %d to %d.", name, least, most));
    }
    return value;
  }

  /// Milliseconds with decimals, as nanoseconds rounded up.
  long nanos(String name) throws HttpError {
    String text = text(name);
    if (!DECIMAL.matcher(text).matches()) {
      throw new HttpError(400, "The parameter " + name + " must be a number of milliseconds.");
    }
    BigDecimal nanos =
        new BigDecimal(text).movePointRight(NANO_DIGITS).setScale(0, RoundingMode.CEILING);
    return nanos.min(MAX_NANOS).max(MAX_NANOS.negate()).longValueExact();
  }
}
