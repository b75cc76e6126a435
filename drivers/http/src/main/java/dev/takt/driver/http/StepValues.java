package dev.takt.driver.http;

import dev.takt.driver.http.cookie.CookieJar;
import dev.takt.load.journey.User;
import dev.takt.load.workload.Template;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/// Writes the values of a user into requests, escaped for their place. Confined to one thread.
final class StepValues implements Template.Variables {

  /// Where a value is in a request.
  enum Place {
    /// The start of the path: a path of the target with its query, or a whole URL of the target, as
    /// in a `Location`. Sent as it is.
    REFERENCE,
    /// In the path or a form: everything but unreserved characters (RFC 3986, section 2.3) is
    /// encoded, so that a value is one segment or one parameter.
    URL,
    /// In a header: a line break is a failure, because it would end the header.
    HEADER,
    /// In a body that is JSON: escaped as inside a string.
    JSON,
    /// In any other body: unchanged.
    BODY
  }

  private static final List<Place> PLACES = List.of(Place.values());

  private final Origin target;
  private final RequestPath path = new RequestPath();
  private final CookieJar.Host targetHost;
  private CookieJar.Host host;
  private @Nullable User user;

  /// The variables that a template may name.
  ///
  /// @param place of a placeholder, by its index in the text or of the path in it
  static Template.VariableNames names(Map<String, Integer> variables, IntFunction<Place> place) {
    return new Template.VariableNames() {
      @Override
      public int idOf(String name, int index) {
        Integer variable = variables.get(name);
        return variable == null
            ? UNKNOWN
            : variable * PLACES.size() + PLACES.indexOf(place.apply(index));
      }

      @Override
      public Collection<String> known() {
        return variables.keySet();
      }

      @Override
      public String escaped(String value, int index) {
        return StepValues.escaped(value, place.apply(index));
      }
    };
  }

  private static String escaped(String value, Place place) {
    byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
    ByteBuffer out = ByteBuffer.allocate(6 * bytes.length); // of JSON's escapes
    putEscaped(bytes, place, out);
    return new String(out.array(), 0, out.position(), StandardCharsets.UTF_8);
  }

  StepValues(Origin target) {
    this.target = target;
    this.targetHost = new CookieJar.Host(target.certificateName(), target.tls());
    this.host = targetHost;
  }

  /// @param next whose values are written from now on
  void of(User next) {
    user = next;
  }

  /// Null while the generator warms itself up.
  @Nullable User user() {
    return user;
  }

  /// The step's next request goes to the target.
  ///
  /// @param from where its path begins
  void goTo(ByteBuffer request, int from) {
    goTo(targetHost, request, from);
  }

  /// The step's next request goes to another place.
  void goTo(CookieJar.Host to, ByteBuffer request, int from) {
    host = to;
    path.copy(request, from);
  }

  /// The path of the step's latest request.
  RequestPath path() {
    return path;
  }

  /// Where that went.
  CookieJar.Host host() {
    return host;
  }

  /// Appends the cookies for the step's latest request.
  void putCookies(ByteBuffer out) {
    User user = this.user;
    CookieJar jar = user == null ? null : user.<CookieJar>protocolState();
    if (jar != null) {
      path.putCookies(jar, host, out);
    }
  }

  @Override
  public void put(int id, ByteBuffer out) {
    if (user != null) {
      put(user.value(id / PLACES.size()), PLACES.get(id % PLACES.size()), out);
    }
  }

  /// @throws BufferOverflowException if it does not fit
  /// @throws IllegalArgumentException if the value cannot be in this place
  void put(byte[] value, Place place, ByteBuffer out) {
    if (place == Place.REFERENCE) {
      putReference(value, out);
    } else {
      putEscaped(value, place, out);
    }
  }

  private static void putEscaped(byte[] value, Place place, ByteBuffer out) {
    switch (place) {
      case REFERENCE, URL -> putEncoded(value, out);
      case HEADER -> putHeader(value, out);
      case JSON -> putJson(value, out);
      case BODY -> out.put(value);
    }
  }

  private void putReference(byte[] value, ByteBuffer out) {
    String text = new String(value, StandardCharsets.ISO_8859_1);
    boolean isPath = text.startsWith("/") && !text.startsWith("//");
    if (!isPath && !Origin.isTarget(text)) {
      throw new IllegalArgumentException("the value for the path is no path and no URL");
    }
    UriReference reference = UriReference.resolve(new UriReference("http://target", "/"), text);
    if (!isPath && !Origin.parse(reference.origin()).isSameServer(target)) {
      throw new IllegalArgumentException("the value for the path is a URL of another server");
    }
    out.put(reference.target().getBytes(StandardCharsets.ISO_8859_1));
  }

  private static void putEncoded(byte[] value, ByteBuffer out) {
    for (byte b : value) {
      boolean isPlain =
          (b >= 'a' && b <= 'z')
              || (b >= 'A' && b <= 'Z')
              || (b >= '0' && b <= '9')
              || b == '-'
              || b == '.'
              || b == '_'
              || b == '~';
      if (isPlain) {
        out.put(b);
      } else {
        out.put((byte) '%').put(hexadecimal(b >> 4)).put(hexadecimal(b));
      }
    }
  }

  private static byte hexadecimal(int digit) {
    return (byte) Character.toUpperCase(Character.forDigit(digit & 0xF, 16));
  }

  private static void putHeader(byte[] value, ByteBuffer out) {
    for (byte b : value) {
      if ((b >= 0 && b < ' ' && b != '\t') || b == 127) {
        throw new IllegalArgumentException("a value for a header has a control character");
      }
    }
    out.put(value);
  }

  private static void putJson(byte[] value, ByteBuffer out) {
    for (byte b : value) {
      if (b == '"' || b == '\\') {
        out.put((byte) '\\').put(b);
      } else if (b >= 0 && b < ' ') {
        out.put("\\u00".getBytes(StandardCharsets.US_ASCII));
        out.put(hexadecimal(b >> 4)).put(hexadecimal(b));
      } else {
        out.put(b);
      }
    }
  }
}
