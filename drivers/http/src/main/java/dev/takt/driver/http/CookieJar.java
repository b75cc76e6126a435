package dev.takt.driver.http;

import dev.takt.record.NanoClock;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The cookies of one user (RFC 6265), all of the target's host. Confined to one thread.
///
/// It keeps at most [#MAX_COOKIES] cookies of at most [#MAX_BYTES] each, as browsers do: beyond
/// that the oldest is dropped, and a larger one is ignored.
final class CookieJar {

  static final int MAX_COOKIES = 50;
  static final int MAX_BYTES = 4096;

  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("d MMM yyyy HH:mm:ss z", Locale.ENGLISH);

  /// The target.
  ///
  /// @param host in lower case
  record Host(String host, boolean isSecure) {

    static Host of(Origin origin) {
      return new Host(origin.certificateName().toLowerCase(Locale.ROOT), origin.tls());
    }

    private boolean matches(String domain) {
      String name = domain.startsWith(".") ? domain.substring(1) : domain;
      return host.equals(name) || (host.endsWith("." + name) && !isAddress());
    }

    private boolean isAddress() {
      return host.indexOf(':') >= 0 || host.matches("[0-9.]+");
    }
  }

  /// @param expires a moment of the monotonic clock; [Long#MAX_VALUE] for none
  private record Cookie(String name, String value, String path, long expires) {}

  private final List<Cookie> cookies = new ArrayList<>();

  /// Stores the cookie of a `Set-Cookie`, or removes it if it has expired. Ignores one that is not
  /// valid or not for this host.
  ///
  /// @param path of the request, without its query
  void set(String header, String path, Host from) {
    String[] parts = header.split(";", -1);
    String name = nameOf(parts[0]);
    if (name.isEmpty() || parts[0].length() > MAX_BYTES) {
      return;
    }
    String at = defaultPath(path);
    Long lasting = null;
    Long until = null;
    for (int i = 1; i < parts.length; i++) {
      String value = valueOf(parts[i]);
      switch (parts[i].substring(0, endOfName(parts[i])).strip().toLowerCase(Locale.ROOT)) {
        case "path" -> at = value.startsWith("/") ? value : defaultPath(path);
        case "max-age" -> lasting = seconds(value);
        case "expires" -> until = secondsUntil(value);
        case "secure" -> {
          if (!from.isSecure) {
            return;
          }
        }
        case "domain" -> {
          if (!value.isEmpty() && !from.matches(value.toLowerCase(Locale.ROOT))) {
            return;
          }
        }
        default -> {}
      }
    }
    store(name, valueOf(parts[0]), at, lasting == null ? until : lasting);
  }

  private void store(String name, String value, String path, @Nullable Long seconds) {
    cookies.removeIf(each -> each.name.equals(name) && each.path.equals(path));
    if (seconds != null && seconds <= 0) {
      return;
    }
    long expires =
        seconds == null || seconds > Integer.MAX_VALUE
            ? Long.MAX_VALUE
            : NanoClock.SYSTEM.nanoTime() + seconds * 1_000_000_000;
    if (cookies.size() == MAX_COOKIES) {
      cookies.removeFirst();
    }
    cookies.add(new Cookie(name, value, path, expires));
  }

  private static int endOfName(String part) {
    int equals = part.indexOf('=');
    return equals < 0 ? part.length() : equals;
  }

  /// The name of a cookie in a `Set-Cookie`; empty if it has none.
  static String nameOf(String pair) {
    int equals = pair.indexOf('=');
    return equals < 0 ? "" : pair.substring(0, equals).strip();
  }

  /// Its value.
  static String valueOf(String pair) {
    int end = pair.indexOf(';');
    String first = end < 0 ? pair : pair.substring(0, end);
    return first.substring(Math.min(first.length(), endOfName(first) + 1)).strip();
  }

  private static String defaultPath(String path) {
    int last = path.lastIndexOf('/');
    return last <= 0 ? "/" : path.substring(0, last);
  }

  private static @Nullable Long seconds(String text) {
    try {
      return Long.valueOf(text);
    } catch (NumberFormatException _) {
      return null;
    }
  }

  private static @Nullable Long secondsUntil(String date) {
    int comma = date.indexOf(',');
    String text = date.substring(comma + 1).strip().replace('-', ' ');
    try {
      Instant moment = ZonedDateTime.parse(text, DATE).toInstant();
      return moment.getEpochSecond() - Instant.now().getEpochSecond();
    } catch (DateTimeException _) {
      return null;
    }
  }

  /// Appends a `Cookie` header with the cookies for a path; nothing if there are none.
  ///
  /// @param path of the request, without its query
  void put(String path, ByteBuffer out) {
    long now = NanoClock.SYSTEM.nanoTime();
    cookies.removeIf(each -> each.expires != Long.MAX_VALUE && each.expires - now <= 0);
    String separator = "Cookie: ";
    for (Cookie each : cookies) {
      if (isBelow(path, each.path)) {
        String text = separator + each.name + "=" + each.value;
        out.put(text.getBytes(StandardCharsets.ISO_8859_1));
        separator = "; ";
      }
    }
    if (separator.equals("; ")) {
      out.put((byte) '\r').put((byte) '\n');
    }
  }

  boolean isEmpty() {
    return cookies.isEmpty();
  }

  private static boolean isBelow(String path, String folder) {
    return path.startsWith(folder)
        && (path.length() == folder.length()
            || folder.endsWith("/")
            || path.charAt(folder.length()) == '/');
  }
}
