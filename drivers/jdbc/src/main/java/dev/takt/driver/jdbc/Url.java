package dev.takt.driver.jdbc;

import dev.takt.load.driver.MaskedTarget;
import java.util.Locale;

/// What can be told of a JDBC URL by its text.
final class Url {

  private Url() {}

  /// The URL without the passwords that are in it.
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
