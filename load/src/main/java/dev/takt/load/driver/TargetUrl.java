package dev.takt.load.driver;

import dev.takt.runs.text.EnglishText;
import java.net.IDN;
import java.net.Inet6Address;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The parts of a target of the form `SCHEME://[USER[:PASSWORD]@]HOST[:PORT][/PATH][?QUERY]`, as
/// RFC 3986 defines them. Placeholders of a [dev.takt.load.workload.Template] in path and query are
/// kept unchanged. A fragment is dropped, because it is only for the client.
///
/// @param scheme in lower case
/// @param user decoded; null if the target has none
/// @param password decoded; null if the target has none
/// @param host decoded; a name in its ASCII form, or an IP address without brackets, with its zone
///   after a `%`; may be empty
/// @param port -1 if the target has none
/// @param path as it was written; empty, or beginning with a slash
/// @param query as it was written, without the question mark; null if there is none
public record TargetUrl(
    String scheme,
    @Nullable String user,
    @Nullable String password,
    String host,
    int port,
    String path,
    @Nullable String query) {

  private static final int MAX_PORT = 65_535;

  /// The longest path that fits into a `struct sockaddr_un` with its NUL.
  private static final int MAX_SOCKET_PATH_BYTES = 107;

  private static final String SEPARATOR = "://";
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._~-]+");
  private static final Pattern ZONE = Pattern.compile("%(?:25)?([A-Za-z0-9._~-]+)$");

  /// Whether a target begins with `scheme://`, in upper or lower case.
  public static boolean hasScheme(String target, String scheme) {
    return target.regionMatches(true, 0, scheme + SEPARATOR, 0, scheme.length() + 3);
  }

  /// @param target one that has a scheme
  /// @throws IllegalArgumentException with the part that is wrong; its message never contains the
  ///   password
  public static TargetUrl parse(String target) {
    Split split = Split.of(target);
    int at = split.authority.lastIndexOf('@');
    String place = split.authority.substring(at + 1);
    int colon = place.startsWith("[") ? place.indexOf(':', place.indexOf(']')) : place.indexOf(':');
    if (place.startsWith("[") && place.indexOf(']') < 0) {
      throw new IllegalArgumentException("the host \"" + place + "\" lacks its closing bracket");
    }
    // A password that contains a slash would end the authority, so no part of it may be shown.
    boolean isCut = at < 0 && split.rest.indexOf('@') >= 0;
    return of(
        split,
        at < 0 ? null : split.authority.substring(0, at),
        host(colon < 0 ? place : place.substring(0, colon)),
        colon < 0 ? -1 : port(place.substring(colon + 1), isCut));
  }

  /// The same for a target whose authority is the path of a Unix domain socket, percent-encoded:
  /// `http+unix://%2Frun%2Fdocker.sock/version`. The path is then the host.
  ///
  /// @throws IllegalArgumentException as [#parse]
  public static TargetUrl parseWithSocket(String target) {
    Split split = Split.of(target);
    int at = split.authority.lastIndexOf('@');
    String socket = decoded("the socket's path", split.authority.substring(at + 1));
    return of(split, at < 0 ? null : split.authority.substring(0, at), socket, -1);
  }

  private static TargetUrl of(Split split, @Nullable String access, String host, int port) {
    int colon = access == null ? -1 : access.indexOf(':');
    String user = access == null || colon < 0 ? access : access.substring(0, colon);
    String password = access == null || colon < 0 ? null : access.substring(colon + 1);
    int question = split.rest.indexOf('?');
    return new TargetUrl(
        split.scheme,
        user == null ? null : decodedSecret("user", user),
        password == null ? null : decodedSecret("password", password),
        host,
        port,
        question < 0 ? split.rest : split.rest.substring(0, question),
        question < 0 ? null : split.rest.substring(question + 1));
  }

  /// Splits a target; `rest` is path and query, without the fragment.
  private record Split(String scheme, String authority, String rest) {

    static Split of(String target) {
      int separator = target.indexOf(SEPARATOR);
      String scheme = target.substring(0, separator).toLowerCase(Locale.ROOT);
      int begin = separator + SEPARATOR.length();
      int end = begin;
      while (end < target.length() && "/?#".indexOf(target.charAt(end)) < 0) {
        end++;
      }
      return new Split(
          scheme, target.substring(begin, end), withoutFragment(target.substring(end)));
    }
  }

  /// A path and query without everything from the first `#` outside of placeholders.
  public static String withoutFragment(String path) {
    int i = 0;
    while (i < path.length() && path.charAt(i) != '#') {
      i = afterPlaceholder(path, i);
    }
    return path.substring(0, i);
  }

  /// A path and query in which everything that is not ASCII is percent-encoded as UTF-8, except
  /// placeholders (RFC 3987, section 3.1).
  public static String encoded(String path) {
    StringBuilder encoded = new StringBuilder(path.length());
    for (int i = 0; i < path.length(); ) {
      int next = afterPlaceholder(path, i);
      int point = path.codePointAt(i);
      if (next > i + 1 || point < 0x80) {
        encoded.append(path, i, next);
      } else {
        next = i + Character.charCount(point);
        for (byte b : Character.toString(point).getBytes(StandardCharsets.UTF_8)) {
          encoded.append('%').append(hexadecimal(b >> 4)).append(hexadecimal(b));
        }
      }
      i = next;
    }
    return encoded.toString();
  }

  private static char hexadecimal(int digit) {
    return Character.toUpperCase(Character.forDigit(digit & 0xF, 16));
  }

  /// The index after the placeholder at `i`, or after the single character there.
  private static int afterPlaceholder(String text, int i) {
    boolean isOne =
        text.charAt(i) == '{' && i + 1 < text.length() && Character.isLetter(text.charAt(i + 1));
    int close = isOne ? text.indexOf('}', i) : -1;
    return close < 0 ? i + 1 : close + 1;
  }

  private static String host(String text) {
    if (text.startsWith("[")) {
      return address(text.substring(1, text.length() - 1), text);
    }
    String name = decoded("the host", text);
    try {
      String ascii = isAscii(name) ? name : IDN.toASCII(name, IDN.ALLOW_UNASSIGNED);
      if (ascii.isEmpty() || NAME.matcher(ascii).matches()) {
        return ascii;
      }
    } catch (IllegalArgumentException e) {
      // An invalid name is refused below.
    }
    throw new IllegalArgumentException(
        "expected a host name or an IP address, found \"" + shown(text) + "\"");
  }

  private static boolean isAscii(String text) {
    return text.chars().allMatch(c -> c < 0x80);
  }

  private static String address(String text, String found) {
    var zone = ZONE.matcher(text);
    boolean hasZone = zone.find();
    String bare = hasZone ? text.substring(0, zone.start()) : text;
    try {
      var _ = Inet6Address.ofLiteral(bare);
      return hasZone ? bare + "%" + zone.group(1) : bare;
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "expected an IPv6 address as the host in brackets, found \"" + shown(found) + "\"", e);
    }
  }

  private static int port(String digits, boolean isCut) {
    if (digits.isEmpty()) {
      return -1;
    }
    boolean isNumber = digits.length() <= 5 && digits.chars().allMatch(c -> c >= '0' && c <= '9');
    int port = isNumber ? Integer.parseInt(digits) : 0;
    if (port < 1 || port > MAX_PORT) {
      throw new IllegalArgumentException(
          isCut && !isNumber
              ? "the user or password before the @ has a /, ? or #; write %2F, %3F or %23 for it"
              : "expected a port from 1 to 65535, found \"" + shown(digits) + "\"");
    }
    return port;
  }

  private static String decodedSecret(String part, String text) {
    try {
      return decode(text);
    } catch (IllegalArgumentException e) {
      // Without a cause, whose message would show the text.
      throw new IllegalArgumentException(
          "the target's "
              + part
              + " has a % without two hexadecimal digits after it, or is not UTF-8;"
              + " %25 stands for a %");
    }
  }

  private static String decoded(String part, String text) {
    try {
      return decode(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          part
              + " has a % without two hexadecimal digits after it, or is not UTF-8: \""
              + shown(text)
              + "\"",
          e);
    }
  }

  /// Percent-decoded, as UTF-8. A plus stays a plus, unlike in web forms.
  ///
  /// @throws IllegalArgumentException if a `%` is not followed by two hexadecimal digits, or if the
  ///   result is not UTF-8
  public static String decode(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    ByteBuffer decoded = ByteBuffer.allocate(bytes.length);
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] != '%') {
        decoded.put(bytes[i]);
        continue;
      }
      int high = i + 2 < bytes.length ? Character.digit(bytes[i + 1], 16) : -1;
      int low = i + 2 < bytes.length ? Character.digit(bytes[i + 2], 16) : -1;
      if (high < 0 || low < 0) {
        throw new IllegalArgumentException("not percent-encoded");
      }
      decoded.put((byte) (high << 4 | low));
      i += 2;
    }
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(decoded.flip()).toString();
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException("not UTF-8", e);
    }
  }

  private static String shown(String text) {
    return text.length() <= 60 ? text : text.substring(0, 59) + "…";
  }

  /// The address of a Unix domain socket.
  ///
  /// @param form how a target with a socket is written, for the message
  /// @throws IllegalArgumentException if the path is missing, too long, or invalid
  public static UnixDomainSocketAddress socket(String path, String form) {
    int length = path.getBytes(StandardCharsets.UTF_8).length;
    if (length == 0 || length > MAX_SOCKET_PATH_BYTES || path.indexOf('\0') >= 0) {
      throw new IllegalArgumentException(
          length > MAX_SOCKET_PATH_BYTES
              ? EnglishText.format(
                  "the socket's path has %d bytes; the system allows %d",
                  length, MAX_SOCKET_PATH_BYTES)
              : "expected the path of a socket: " + form);
    }
    try {
      return UnixDomainSocketAddress.of(path);
    } catch (InvalidPathException e) {
      throw new IllegalArgumentException("the socket's path is none: " + e.getReason(), e);
    }
  }

  /// Host and port in the usual form, without the zone of an address, which has no meaning on
  /// another machine.
  ///
  /// @param otherwise the default port, which is left out
  public String authority(int otherwise) {
    int zone = host.indexOf('%');
    String bare = zone < 0 ? host : host.substring(0, zone);
    String name = bare.indexOf(':') >= 0 ? "[" + bare + "]" : bare;
    return port < 0 || port == otherwise ? name : name + ":" + port;
  }

  /// Without user, password and query.
  @Override
  public String toString() {
    return scheme + SEPARATOR + authority(-1) + path;
  }
}
