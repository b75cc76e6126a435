package dev.takt.driver.http;

import dev.takt.driver.http.cookie.CookieJar;
import dev.takt.load.driver.BodyBudget;
import dev.takt.load.journey.Answer;
import dev.takt.load.journey.StepSpec;
import dev.takt.load.journey.Subject;
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
/// one. Keeps nothing of an answer that sets no cookie to a step that reads nothing. A body that is
/// too large is dropped as soon as that is known.
final class StepAnswer implements Answer, ResponseReader.Fields, ResponseReader.Body {

  private static final String SET_COOKIE = "set-cookie";

  /// The size of the buffer that stays for the next answer. Only what is larger is in the budget.
  private static final int SMALL_BYTES = 1 << 16;

  private static final byte[] NO_BYTES = {};

  private final Map<String, String> headers = new HashMap<>();
  private final List<String> cookies = new ArrayList<>();
  private Set<String> wanted = Set.of();
  private final BodyBudget budget;
  private byte[] body = NO_BYTES;
  private int kept;

  /// How many bytes of the budget [#body] has.
  private int taken;

  /// Whether the body so far is in [#body].
  private boolean isKept;

  private long size;
  private int status;

  StepAnswer(BodyBudget budget) {
    this.budget = budget;
  }

  /// Prepares for the answer to the step in flight of a user.
  ///
  /// @return whether it takes the body, to keep it or only to count its bytes
  boolean begin(User user) {
    StepSpec step = user.step();
    wanted = step.headers();
    release();
    kept = 0;
    size = 0;
    isKept = step.body() == Subject.BodyUse.CONTENT;
    beginHead();
    return step.body() != Subject.BodyUse.NONE;
  }

  /// Forgets a large body: the answer has been read, or will never be.
  void release() {
    if (taken > 0) {
      budget.give(taken);
      taken = 0;
      body = NO_BYTES;
      isKept = false;
    }
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
    if (wanted.isEmpty()) {
      return;
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
    size += length;
    if (isKept && makeRoom()) {
      in.get(in.position(), body, kept, length);
      kept += length;
    }
  }

  /// @return false if there is no room: then the whole body is dropped
  private boolean makeRoom() {
    if (size <= body.length) {
      return true;
    }
    int capacity = (int) Math.min(MAX_BODY_BYTES, Math.max(size, 2L * body.length));
    int more = capacity > SMALL_BYTES ? capacity - taken : 0;
    if (size > MAX_BODY_BYTES || !budget.take(more)) {
      release();
      isKept = false;
      return false;
    }
    taken += more;
    body = Arrays.copyOf(body, capacity);
    return true;
  }

  /// Gives the user the cookies of the answer.
  ///
  /// @param path of the request
  void store(int newStatus, User user, RequestPath path, CookieJar.Host from) {
    status = newStatus;
    if (!cookies.isEmpty()) {
      CookieJar jar = user.protocolState(CookieJar::new);
      String text = path.toString();
      cookies.forEach(each -> jar.set(each, text, from));
    }
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
  public @Nullable ByteBuffer body() {
    return isKept ? ByteBuffer.wrap(body, 0, kept) : null;
  }

  @Override
  public long size() {
    return size;
  }
}
