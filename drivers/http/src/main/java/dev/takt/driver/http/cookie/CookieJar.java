package dev.takt.driver.http.cookie;

import dev.takt.record.NanoClock;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/// The cookies of one user (RFC 6265), of the target's host and of those that redirects lead to. As
/// there, the servers of all ports of a host have the same cookies. Confined to one thread.
///
/// Keeps at most [#MAX_COOKIES] cookies of at most [#MAX_BYTES] each, as browsers do, and at most
/// [#MAX_TOTAL_BYTES] together, which is more than servers accept in a request: beyond that the
/// oldest is dropped, and a larger one is ignored. Sending allocates nothing.
public final class CookieJar {

  static final int MAX_COOKIES = 50;
  static final int MAX_BYTES = 4096;
  static final int MAX_TOTAL_BYTES = 16 * 1024;

  private static final byte[] FIRST = "Cookie: ".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] NEXT = "; ".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] END = "\r\n".getBytes(StandardCharsets.US_ASCII);

  /// The order of RFC 6265, section 5.4: longer paths first. The sort is stable, so that the oldest
  /// of one length comes first.
  private static final Comparator<Cookie> ORDER =
      Comparator.<Cookie>comparingInt(each -> each.path.length).reversed();

  /// Where a request goes.
  ///
  /// @param host its name or address
  /// @param isSecure whether the connection is encrypted
  public record Host(String host, boolean isSecure) {

    /// Converts the name to lower case.
    public Host {
      host = host.toLowerCase(Locale.ROOT);
    }

    /// Section 5.1.3. A domain without a dot is that of a whole registry, such as `com`.
    private boolean matches(String domain) {
      return host.equals(domain)
          || (host.endsWith("." + domain) && domain.indexOf('.') > 0 && !isAddress());
    }

    private boolean isAddress() {
      return host.indexOf(':') >= 0 || host.matches("[0-9.]+");
    }
  }

  /// @param domain empty for the host alone
  /// @param from which set it
  /// @param isSecure whether it is sent over encrypted connections only
  /// @param pair name and value, as they are sent
  /// @param expires a moment of the monotonic clock; [Long#MAX_VALUE] for none
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Cookie(
      String name,
      String domain,
      Host from,
      boolean isSecure,
      byte[] path,
      byte[] pair,
      long created,
      long expires) {

    boolean replaces(Cookie other) {
      return name.equals(other.name)
          && domain.equals(other.domain)
          && (!domain.isEmpty() || from.host.equals(other.from.host))
          && Arrays.equals(path, other.path);
    }

    Cookie withAge(long otherCreated) {
      return new Cookie(name, domain, from, isSecure, path, pair, otherCreated, expires);
    }

    boolean isFor(Host to) {
      return to == from || isForOther(to);
    }

    private boolean isForOther(Host to) {
      return (!isSecure || to.isSecure)
          && (from.host.equals(to.host) || (!domain.isEmpty() && to.matches(domain)));
    }
  }

  /// In the order in which they are sent.
  private final List<Cookie> cookies = new ArrayList<>();

  private long created;

  /// Stores the cookie of a `Set-Cookie`, or removes it if it has expired (section 5.3). Ignores
  /// one that is not valid, such as one with a control character, or not for this host.
  ///
  /// @param path of the request, without its query
  public void set(String header, String path, Host from) {
    String[] parts = header.split(";", -1);
    String name = nameOf(parts[0]);
    if (name.isEmpty() || parts[0].length() > MAX_BYTES || hasControl(header)) {
      return;
    }
    String at = defaultPath(path);
    String domain = "";
    Long lasting = null;
    Long until = null;
    boolean isSecure = false;
    for (int i = 1; i < parts.length; i++) {
      String value = valueOf(parts[i]);
      switch (parts[i].substring(0, endOfName(parts[i])).strip().toLowerCase(Locale.ROOT)) {
        case "path" -> at = value.startsWith("/") ? value : defaultPath(path);
        case "max-age" -> {
          if (value.matches("-?[0-9]+")) {
            lasting = seconds(value);
          }
        }
        case "expires" -> {
          Long date = CookieDate.epochSeconds(value);
          if (date != null) {
            until = date - Instant.now().getEpochSecond();
          }
        }
        case "secure" -> {
          if (!from.isSecure) {
            return;
          }
          isSecure = true;
        }
        case "domain" -> domain = value.isEmpty() ? domain : domainOf(value);
        default -> {}
      }
    }
    if (at.length() <= MAX_BYTES && (domain.isEmpty() || from.matches(domain))) {
      byte[] pair = bytes(name + "=" + valueOf(parts[0]));
      Long seconds = lasting == null ? until : lasting;
      long expires =
          seconds == null || seconds > Integer.MAX_VALUE
              ? Long.MAX_VALUE
              : NanoClock.SYSTEM.nanoTime() + seconds * 1_000_000_000;
      store(
          new Cookie(name, domain, from, isSecure, bytes(at), pair, created++, expires),
          seconds != null && seconds <= 0);
    }
  }

  /// Whether it has a control character other than a tab, such as the line break of a folded field.
  private static boolean hasControl(String header) {
    for (int i = 0; i < header.length(); i++) {
      char c = header.charAt(i);
      if ((c < ' ' && c != '\t') || c == 127) {
        return true;
      }
    }
    return false;
  }

  private static String domainOf(String value) {
    return (value.startsWith(".") ? value.substring(1) : value).toLowerCase(Locale.ROOT);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  /// A cookie that replaces another has the age of that one.
  ///
  /// @param isExpired whether it is only to be removed
  private void store(Cookie newer, boolean isExpired) {
    Cookie cookie = newer;
    for (int i = 0; i < cookies.size(); i++) {
      if (cookie.replaces(cookies.get(i))) {
        cookie = cookie.withAge(cookies.remove(i).created);
      }
    }
    if (isExpired) {
      return;
    }
    removeExpired(NanoClock.SYSTEM.nanoTime());
    cookies.add(cookie);
    while (cookies.size() > MAX_COOKIES || totalBytes() > MAX_TOTAL_BYTES) {
      cookies.remove(Collections.min(cookies, Comparator.comparingLong(Cookie::created)));
    }
    cookies.sort(ORDER.thenComparingLong(Cookie::created));
  }

  private int totalBytes() {
    int total = 0;
    for (Cookie each : cookies) {
      total += each.pair.length + each.path.length;
    }
    return total;
  }

  private static int endOfName(String part) {
    int equals = part.indexOf('=');
    return equals < 0 ? part.length() : equals;
  }

  /// The name of a cookie in a `Set-Cookie`; empty if it has none.
  public static String nameOf(String pair) {
    int equals = pair.indexOf('=');
    return equals < 0 ? "" : pair.substring(0, equals).strip();
  }

  /// Its value.
  public static String valueOf(String pair) {
    int end = pair.indexOf(';');
    String first = end < 0 ? pair : pair.substring(0, end);
    return first.substring(Math.min(first.length(), endOfName(first) + 1)).strip();
  }

  private static String defaultPath(String path) {
    int last = path.lastIndexOf('/');
    return last <= 0 ? "/" : path.substring(0, last);
  }

  /// The seconds of digits, at least -1 and at most 2^31, so that no sum overflows.
  private static long seconds(String digits) {
    if (digits.startsWith("-")) {
      return -1;
    }
    return digits.length() > 10 ? 1L << 31 : Math.min(Long.parseLong(digits), 1L << 31);
  }

  private void removeExpired(long now) {
    for (int i = cookies.size() - 1; i >= 0; i--) {
      long expires = cookies.get(i).expires;
      if (expires != Long.MAX_VALUE && expires - now <= 0) {
        cookies.remove(i);
      }
    }
  }

  /// Appends a `Cookie` header with the cookies for a path; nothing if there are none. Allocates
  /// nothing.
  ///
  /// @param path of the request, without its query
  /// @param length of the path in bytes
  /// @param to the same object for each request to the same place
  public void put(byte[] path, int length, Host to, ByteBuffer out) {
    if (cookies.isEmpty()) {
      return;
    }
    removeExpired(NanoClock.SYSTEM.nanoTime());
    byte[] separator = FIRST;
    for (int i = 0; i < cookies.size(); i++) {
      Cookie each = cookies.get(i);
      if (each.isFor(to) && isBelow(path, length, each.path)) {
        out.put(separator).put(each.pair);
        separator = NEXT;
      }
    }
    if (separator == NEXT) {
      out.put(END);
    }
  }

  /// Section 5.1.4.
  private static boolean isBelow(byte[] path, int length, byte[] folder) {
    int end = folder.length;
    return length >= end
        && Arrays.equals(path, 0, end, folder, 0, end)
        && (length == end || folder[end - 1] == '/' || path[end] == '/');
  }
}
