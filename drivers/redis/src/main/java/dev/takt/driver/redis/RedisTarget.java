package dev.takt.driver.redis;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The parts of a target.
///
/// @param user null where the target names none
/// @param password null where the target has none
/// @param database null where the target names none
record RedisTarget(
    boolean tls,
    String host,
    int port,
    @Nullable String user,
    @Nullable String password,
    @Nullable Integer database) {

  static final String EMBEDDED = "redis:embedded";
  static final String FORM = "redis[s]://[USER:PASSWORD@]HOST[:PORT][/DATABASE]";

  private static final int DEFAULT_PORT = 6379;
  private static final Pattern PARTS =
      Pattern.compile(
          "(?<scheme>rediss?)://((?<access>[^/]*)@)?(?<host>\\[[0-9A-Fa-f:.%]+\\]|[^/?#@:\\[\\]]+)"
              + "(:(?<port>\\d{1,5}))?(/(?<database>\\d{0,9}))?");

  static boolean isTarget(String target) {
    return target.equals(EMBEDDED)
        || target.startsWith("redis://")
        || target.startsWith("rediss://");
  }

  /// @throws IllegalArgumentException with what was expected; never with the password
  static RedisTarget parse(String target) {
    Matcher parts = PARTS.matcher(target);
    if (!parts.matches()) {
      throw new IllegalArgumentException(
          "expected " + FORM + ", or " + EMBEDDED + "; found \"" + withoutAccess(target) + "\"");
    }
    String access = parts.group("access");
    int colon = access == null ? -1 : access.indexOf(':');
    if (access != null && colon < 0) {
      throw new IllegalArgumentException(
          "expected USER:PASSWORD before the @ of the target; a password alone is :PASSWORD@");
    }
    return new RedisTarget(
        parts.group("scheme").equals("rediss"),
        host(parts.group("host")),
        port(parts.group("port")),
        access == null || colon == 0 ? null : decoded(access.substring(0, colon)),
        access == null ? null : decoded(access.substring(colon + 1)),
        database(parts.group("database")));
  }

  private static String host(String host) {
    return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
  }

  private static int port(@Nullable String digits) {
    int port = digits == null ? DEFAULT_PORT : Integer.parseInt(digits);
    if (port == 0 || port > 65535) {
      throw new IllegalArgumentException("expected a port from 1 to 65535, found " + port);
    }
    return port;
  }

  private static @Nullable Integer database(@Nullable String digits) {
    return digits == null || digits.isEmpty() ? null : Integer.valueOf(digits);
  }

  /// A plus is a plus, other than in forms of the web.
  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "a % in the target's user or password is not followed by two hexadecimal digits; %25"
              + " stands for it",
          e);
    }
  }

  private static String withoutAccess(String target) {
    return target.replaceFirst("//.*@", "//***@");
  }

  /// Host and port as people write them.
  String address() {
    return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
  }

  /// Without the password.
  @Override
  public String toString() {
    return (tls ? "rediss://" : "redis://") + address();
  }
}
