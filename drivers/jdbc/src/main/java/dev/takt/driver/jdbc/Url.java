package dev.takt.driver.jdbc;

import java.util.Locale;
import java.util.regex.Pattern;

/// What can be told of a JDBC URL by its text.
final class Url {

  private static final Pattern PASSWORD = Pattern.compile("(?i)(password|pwd)=[^&;)]*");
  private static final Pattern CREDENTIALS = Pattern.compile("//[^/@:]+:[^/@]*@");

  private Url() {}

  /// The URL without the passwords that are in it.
  static String withoutSecrets(String url) {
    String hidden = PASSWORD.matcher(url).replaceAll("$1=***");
    return CREDENTIALS.matcher(hidden).replaceAll("//***@");
  }

  static boolean isPostgres(String url) {
    return url.toLowerCase(Locale.ROOT).startsWith("jdbc:postgresql:");
  }

  static boolean names(String url, String parameter) {
    return url.contains("?" + parameter + "=") || url.contains("&" + parameter + "=");
  }
}
