package dev.takt.driver.http;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;

/// Resolves a `Location` to an absolute `http` or `https` URL (RFC 3986, section 5.2).
/// [java.net.URI] implements an older standard: a reference that is only a query would lose the
/// last segment of the path.
///
/// @param origin scheme and authority without user information, such as `http://host:8080`
/// @param target path and query, at least `/`
record UriReference(String origin, String target) {

  /// Characters other than letters and digits that need no encoding in a path or query (RFC 3986,
  /// sections 3.3 and 3.4), and `%`.
  private static final String PUNCTUATION = "-._~!$&'()*+,;=:@/?%";

  /// Whether a byte needs no encoding in a path or query.
  static boolean isPlain(byte b) {
    return (b >= 'a' && b <= 'z')
        || (b >= 'A' && b <= 'Z')
        || (b >= '0' && b <= '9')
        || PUNCTUATION.indexOf(b) >= 0;
  }

  /// Resolves a reference.
  ///
  /// @param base the URL that the reference is relative to; each character of its target is a byte
  /// @param text a `Location`, of which each character is a byte
  /// @throws IllegalArgumentException if the result is not an `http` or `https` URL
  static UriReference resolve(UriReference base, String text) {
    int fragment = text.indexOf('#');
    String reference = encoded(fragment < 0 ? text : text.substring(0, fragment));
    int colon = reference.indexOf(':');
    if (colon > 0 && reference.substring(0, colon).matches("[A-Za-z][A-Za-z0-9+.-]*")) {
      String scheme = reference.substring(0, colon).toLowerCase(Locale.ROOT);
      return absolute(scheme, reference.substring(colon + 1));
    }
    if (reference.startsWith("//")) {
      return absolute(base.origin.substring(0, base.origin.indexOf(':')), reference);
    }
    return new UriReference(base.origin, relative(encoded(base.target), reference));
  }

  private static UriReference absolute(String scheme, String rest) {
    if (!(scheme.equals("http") || scheme.equals("https")) || !rest.startsWith("//")) {
      throw new IllegalArgumentException("no URL of http or https");
    }
    int end = 2;
    while (end < rest.length() && rest.charAt(end) != '/' && rest.charAt(end) != '?') {
      end++;
    }
    String authority = rest.substring(2, end);
    String path = rest.substring(end);
    return new UriReference(
        scheme + "://" + authority.substring(authority.lastIndexOf('@') + 1),
        withoutDots(path.startsWith("/") ? path : "/" + path));
  }

  private static String relative(String base, String reference) {
    int query = base.indexOf('?');
    String path = query < 0 ? base : base.substring(0, query);
    if (reference.isEmpty()) {
      return base;
    } else if (reference.startsWith("?")) {
      return path + reference;
    } else if (reference.startsWith("/")) {
      return withoutDots(reference);
    }
    return withoutDots(path.substring(0, path.lastIndexOf('/') + 1) + reference);
  }

  private static String withoutDots(String target) {
    int query = target.indexOf('?');
    String path = query < 0 ? target : target.substring(0, query);
    if (!path.contains("/.")) {
      return target;
    }
    Deque<String> kept = new ArrayDeque<>();
    String[] parts = path.substring(1).split("/", -1);
    for (int i = 0; i < parts.length; i++) {
      boolean up = parts[i].equals("..");
      boolean dots = up || parts[i].equals(".");
      if (up) {
        kept.pollLast();
      }
      if (!dots) {
        kept.add(parts[i]);
      } else if (i == parts.length - 1) {
        kept.add("");
      }
    }
    return "/" + String.join("/", kept) + (query < 0 ? "" : target.substring(query));
  }

  /// Percent-encodes characters that are not allowed in a URL, as browsers do.
  private static String encoded(String text) {
    StringBuilder encoded = new StringBuilder(text.length() + 16);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < 128 && (isPlain((byte) c) || c == '[' || c == ']')) {
        encoded.append(c);
      } else {
        encoded.append('%').append(String.format(Locale.ROOT, "%02X", (int) c));
      }
    }
    return encoded.toString();
  }
}
