package dev.takt.driver.redis;

import dev.takt.driver.redis.RespReader.Token;
import dev.takt.load.journey.Answer;
import dev.takt.load.journey.Subject.BodyUse;
import dev.takt.load.journey.User;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The reply to a step of a journey, as the value that its extractions and checks read. Reused for
/// the next one; keeps nothing of the reply to a step that reads nothing.
final class StepReply implements Answer {

  /// The largest reply that can be read.
  static final int MAX_BYTES = 1 << 20;

  /// Longer whole numbers may not fit into a `long`.
  private static final int MAX_LONG_DIGITS = 18;

  private static final Value TOO_LARGE =
      new Value.Unreadable("the reply is over 1 MiB, too large to be read");
  private static final Value NO_TEXT = new Value.Unreadable("the reply is not text in UTF-8");

  /// An array, a set or a map whose elements have not all come.
  private static final class Aggregate {

    final List<@Nullable Object> items = new ArrayList<>();
    final boolean isMap;
    long left;

    Aggregate(boolean isMap, long left) {
      this.isMap = isMap;
      this.left = left;
    }

    Object value() {
      if (!isMap) {
        return items;
      }
      Map<String, @Nullable Object> map = new LinkedHashMap<>();
      for (int i = 0; i + 1 < items.size(); i += 2) {
        map.put(String.valueOf(items.get(i)), items.get(i + 1));
      }
      return Collections.unmodifiableMap(map);
    }
  }

  private final Deque<Aggregate> open = new ArrayDeque<>();
  private boolean isKept;
  private long size;
  private @Nullable Object root;
  private @Nullable Value problem;

  /// Prepares for the reply to the step in flight of a user.
  ///
  /// @return whether its strings are needed
  boolean begin(User user) {
    forget();
    size = 0;
    problem = null;
    isKept = user.step().body() == BodyUse.CONTENT;
    return isKept;
  }

  /// Forgets the reply, which has been read.
  void forget() {
    open.clear();
    root = null;
  }

  /// So many bytes of the reply have come.
  void received(int bytes) {
    size += bytes;
    if (size > MAX_BYTES && isKept) {
      fail(TOO_LARGE);
    }
  }

  private void fail(Value reason) {
    problem = reason;
    isKept = false;
    forget();
  }

  /// Adds a token of the reply.
  void add(Token token, RespReader reader, ByteBuffer in) {
    if (!isKept) {
      return;
    }
    switch (token) {
      case INCOMPLETE, MALFORMED -> {}
      case ARRAY, SET -> begin(new Aggregate(false, reader.size()));
      case MAP -> begin(new Aggregate(true, 2 * reader.size()));
      case NULL -> put(null);
      case STRING, ERROR, INTEGER, DOUBLE, BIG_NUMBER, BOOLEAN -> {
        if (reader.isWhole()) {
          addScalar(token, reader, in);
        } else {
          fail(TOO_LARGE);
        }
      }
    }
  }

  private void addScalar(Token token, RespReader reader, ByteBuffer in) {
    String text;
    try {
      text =
          StandardCharsets.UTF_8
              .newDecoder()
              .decode(in.slice(reader.start(), reader.end() - reader.start()))
              .toString();
    } catch (CharacterCodingException _) {
      fail(NO_TEXT);
      return;
    }
    put(
        switch (token) {
          case INTEGER -> integer(text);
          case DOUBLE -> number(text);
          case BOOLEAN -> text.equals("t");
          default -> text;
        });
  }

  private static Object integer(String text) {
    return text.length() <= MAX_LONG_DIGITS ? (Object) Long.valueOf(text) : new BigDecimal(text);
  }

  /// JSON has no infinity.
  private static Object number(String text) {
    try {
      return new BigDecimal(text);
    } catch (NumberFormatException _) {
      return text;
    }
  }

  private void begin(Aggregate next) {
    if (next.left == 0) {
      put(next.value());
    } else {
      open.push(next);
    }
  }

  private void put(@Nullable Object value) {
    @Nullable Object next = value;
    while (!open.isEmpty()) {
      Aggregate into = open.getFirst();
      into.items.add(next);
      if (--into.left > 0) {
        return;
      }
      open.pop();
      next = into.value();
    }
    root = next;
  }

  @Override
  public Value value() {
    return problem == null ? new Value.Known(root) : problem;
  }

  @Override
  public long size() {
    return size;
  }
}
