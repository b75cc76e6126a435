package dev.takt.driver.jdbc;

import dev.takt.load.driver.MaskedTarget;
import java.util.Locale;

/// Properties of a JDBC URL that its text shows.
final class Url {

  private Url() {}

  /// The URL with its passwords masked.
  static String withoutSecrets(String url) {
    return MaskedTarget.of(url);
  }

  static boolean isPostgres(String url) {
    return url.toLowerCase(Locale.ROOT).startsWith("jdbc:postgresql:");
  }

  static boolean names(String url, String parameter) {
    return url.contains("?" + parameter + "=") || url.contains("&" + parameter + "=");
  }
}
