package dev.takt.driver.http;

import dev.takt.load.journey.Answer;
import dev.takt.load.journey.StepSpec;
import dev.takt.load.journey.User;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The answer to a step: what its extractions and checks read, and its cookies. Reused for the next
/// one. Keeps nothing of an answer that sets no cookie to a step that reads nothing.
final class StepAnswer implements Answer, ResponseReader.Fields, ResponseReader.Body {

  private static final String SET_COOKIE = "set-cookie";

  /// The longest buffer that is kept for the next answer.
  private static final int MAX_KEPT_BYTES = 1 << 16;

  private final Map<String, String> headers = new HashMap<>();
  private final List<String> cookies = new ArrayList<>();
  private Set<String> wanted = Set.of();
  private byte[] body = new byte[0];
  private int kept;
  private long size;
  private int status;

  /// Prepares for the answer to the step in flight of a user.
  ///
  /// @return whether it needs the body
  boolean begin(User user) {
    StepSpec step = user.step();
    wanted = step.headers();
    if (body.length > MAX_KEPT_BYTES) {
      body = new byte[0];
    }
    kept = 0;
    size = 0;
    beginHead();
    return step.needsBody();
  }

  @Override
  public void beginHead() {
    if (!headers.isEmpty()) {
      headers.clear();
    }
    if (!cookies.isEmpty()) {
      cookies.clear();
    }
  }

  @Override
  public void field(ByteBuffer in, int from, int to) {
    int cookie = Bytes.valueOf(in, from, to, SET_COOKIE);
    if (cookie >= 0) {
      cookies.add(text(in, cookie, to));
    }
    for (String name : wanted) {
      int value = Bytes.valueOf(in, from, to, name);
      if (value >= 0) {
        headers.putIfAbsent(name, text(in, value, to));
      }
    }
  }

  private static String text(ByteBuffer in, int from, int to) {
    int first = Bytes.firstVisible(in, from, to);
    byte[] bytes = new byte[Bytes.lastVisible(in, first, to) - first];
    in.get(first, bytes);
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  @Override
  public void take(ByteBuffer in, int length) {
    int more = Math.min(length, MAX_BODY_BYTES - kept);
    if (body.length < kept + more) {
      body = Arrays.copyOf(body, Math.max(kept + more, 2 * body.length));
    }
    in.get(in.position(), body, kept, more);
    kept += more;
    size += length;
  }

  /// Gives the user the cookies of the answer.
  ///
  /// @param path of the request, without its query
  void store(int newStatus, User user, String path, CookieJar.Host from) {
    status = newStatus;
    if (!cookies.isEmpty()) {
      CookieJar jar = user.protocolState(CookieJar::new);
      cookies.forEach(each -> jar.set(each, path, from));
    }
  }

  /// Whether it sets cookies.
  boolean hasCookies() {
    return !cookies.isEmpty();
  }

  @Override
  public int status() {
    return status;
  }

  @Override
  public @Nullable String header(String name) {
    return headers.get(name);
  }

  @Override
  public @Nullable String cookie(String name) {
    return cookies.stream()
        .filter(each -> CookieJar.nameOf(each).equals(name))
        .map(CookieJar::valueOf)
        .findFirst()
        .orElse(null);
  }

  @Override
  public ByteBuffer body() {
    return ByteBuffer.wrap(body, 0, kept);
  }

  @Override
  public long size() {
    return size;
  }
}
