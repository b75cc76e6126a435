package dev.takt.driver.http;

import dev.takt.load.driver.Outcome;
import dev.takt.load.driver.PendingEndpoint;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// Follows the redirects of one operation at a time, as browsers do (RFC 9110, section 15.4). Not
/// thread-safe. Allocates only for references that are neither a path nor a URL of a known origin.
final class RedirectChain {

  /// Maximum number of redirects of an operation.
  static final int MAX_HOPS = 10;

  private static final Outcome[] TOO_MANY = ofEachStatus("too many redirects");
  private static final Outcome[] TO_PLAIN = ofEachStatus("redirect from https to http");
  private static final Outcome[] NO_URL = ofEachStatus("redirect to an invalid or non-http URL");
  private static final Outcome[] MANY_ORIGINS =
      ofEachStatus("redirects to more than " + RedirectOrigins.MAX_OTHERS + " other origins");

  private static final byte[] GET = {'G', 'E', 'T', ' '};
  private static final byte[] VERSION = " HTTP/1.1\r\n".getBytes(StandardCharsets.US_ASCII);

  private final RedirectOrigins origins;
  private final long seed;
  private final StepValues values;
  private @Nullable PreparedRequest form;
  private long number;
  private RedirectOrigins.Known at;
  private int hops;

  /// Whether the next request has the operation's method and body.
  private boolean isSameMethod;

  /// The path and query of the next request.
  private byte[] target = new byte[256];

  /// -1 before the first redirect.
  private int targetLength;

  /// @param values of the user, if the operation is a step
  RedirectChain(RedirectOrigins origins, long seed, StepValues values) {
    this.origins = origins;
    this.seed = seed;
    this.values = values;
    this.at = origins.target();
  }

  private static Outcome[] ofEachStatus(String label) {
    Outcome[] outcomes = new Outcome[400];
    for (int status = 300; status < 400; status++) {
      outcomes[status] = Outcome.failed(label, status);
    }
    return outcomes;
  }

  /// Whether responses with this status are followed.
  static boolean isFollowed(int status) {
    return (status >= 301 && status <= 303) || status == 307 || status == 308;
  }

  /// Begins an operation.
  void begin(PreparedRequest operation, long n) {
    form = operation;
    number = n;
    at = origins.target();
    hops = 0;
    isSameMethod = true;
    targetLength = -1;
  }

  /// The operation.
  ///
  /// @throws IllegalStateException if none has begun
  PreparedRequest form() {
    if (form == null) {
      throw new IllegalStateException("no operation has begun");
    }
    return form;
  }

  /// Prepares the next request.
  ///
  /// @param status a redirect status
  /// @param location the bytes of the field, of which the first `length` are valid
  /// @return why there is no next request, or null if there is one
  @Nullable Outcome follow(int status, byte[] location, int length) {
    hops++;
    if (hops > MAX_HOPS) {
      return TOO_MANY[status];
    }
    isSameMethod &= keepsMethod(status, form().method);
    int end = 0;
    while (end < length && location[end] != '#') {
      end++;
    }
    if (end > 0 && location[0] == '/' && isPlain(location, 0, end)) {
      return set(at, location, 0, end, status);
    }
    RedirectOrigins.Known known = origins.withPrefix(location, end);
    if (known != null && isPlain(location, known.prefix.length, end)) {
      return set(known, location, known.prefix.length, end, status);
    }
    return resolve(location, length, status);
  }

  /// 303 refers to another resource, and clients have always treated 301 and 302 after POST like
  /// 303.
  private static boolean keepsMethod(int status, String method) {
    return switch (status) {
      case 303 -> method.equals("GET") || method.equals("HEAD");
      case 301, 302 -> !method.equals("POST");
      default -> true;
    };
  }

  /// Whether a path and query can be sent unchanged. A leading `//` begins an authority.
  private static boolean isPlain(byte[] text, int from, int to) {
    if (from + 1 < to && text[from + 1] == '/') {
      return false;
    }
    for (int i = from; i < to; i++) {
      boolean isDot = text[i] == '.' && text[i - 1] == '/';
      if (isDot || !UriReference.isPlain(text[i])) {
        return false;
      }
    }
    return true;
  }

  private @Nullable Outcome set(
      RedirectOrigins.Known next, byte[] text, int from, int to, int status) {
    if (at.origin.tls() && !next.origin.tls()) {
      return TO_PLAIN[status];
    }
    at = next;
    targetLength = to - from;
    if (target.length < targetLength) {
      target = new byte[2 * targetLength];
    }
    System.arraycopy(text, from, target, 0, targetLength);
    return next.failure();
  }

  private @Nullable Outcome resolve(byte[] location, int length, int status) {
    try {
      UriReference base =
          new UriReference(new String(at.prefix, StandardCharsets.US_ASCII), currentTarget());
      String text = new String(location, 0, length, StandardCharsets.ISO_8859_1);
      UriReference resolved = UriReference.resolve(base, text);
      boolean stays = resolved.origin().equals(base.origin());
      Origin origin = Origin.parse(resolved.origin());
      if (at.origin.tls() && !origin.tls()) {
        return TO_PLAIN[status];
      }
      RedirectOrigins.Known next = stays ? at : origins.of(origin);
      byte[] path = resolved.target().getBytes(StandardCharsets.US_ASCII);
      return next == null ? MANY_ORIGINS[status] : set(next, path, 0, path.length, status);
    } catch (IllegalArgumentException e) {
      return NO_URL[status];
    }
  }

  private String currentTarget() {
    if (targetLength >= 0) {
      return new String(target, 0, targetLength, StandardCharsets.US_ASCII);
    }
    return form().target(seed, number, values);
  }

  /// The endpoint of the next request; null for the target.
  @Nullable PendingEndpoint endpoint() {
    return at.endpoint;
  }

  /// Whether the latest request goes over TLS, or the next one if it has been prepared.
  boolean isSecure() {
    return at.origin.tls();
  }

  /// Whether the next request has the operation's body.
  boolean sendsBody() {
    return isSameMethod;
  }

  /// How the answer to the next request is framed.
  ResponseReader.RequestKind asked() {
    return isSameMethod ? form().kind : ResponseReader.RequestKind.OTHER;
  }

  /// Appends the next request.
  ///
  /// @param scratch as for [PreparedRequest#encode]
  void encode(ByteBuffer out, ByteBuffer scratch) {
    PreparedRequest operation = form();
    boolean isElsewhere = at != origins.target();
    out.put(isSameMethod ? operation.methodAndSpace : GET);
    int from = out.position();
    out.put(target, 0, targetLength).put(VERSION);
    if (values.user() != null) {
      values.goTo(at.cookieHost, out, from);
      values.putCookies(out);
    }
    if (isElsewhere) {
      out.put(at.hostLine);
    }
    operation.encodeHop(seed, number, values, isElsewhere, isSameMethod, out, scratch);
  }
}
