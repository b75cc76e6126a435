package dev.takt.driver.redis;

import dev.takt.driver.redis.RespReader.Token;
import dev.takt.load.driver.Outcome;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// Defines which replies count as success; errors never do.
sealed interface Expectation {

  Outcome NOT_FOUND = Outcome.failed("not found");
  Outcome UNEXPECTED = Outcome.failed("unexpected reply");

  /// @param text from the user, or null for any reply
  /// @throws IllegalArgumentException with what was expected and found
  static Expectation parse(@Nullable String text) {
    if (text == null || text.equals("any")) {
      return new Any();
    }
    if (text.equals("found")) {
      return new Found();
    }
    if (text.startsWith("=")) {
      return new Text(Resp.bytes(text.substring(1)));
    }
    throw new IllegalArgumentException(
        "expected any, found, or = and the text of the reply, such as =OK; found \"" + text + "\"");
  }

  /// Whether the text of replies is needed.
  default boolean needsText() {
    return false;
  }

  /// Judges one token of a reply: OK if it meets the expectation, null if it does not decide.
  @Nullable Outcome check(Token token, RespReader reader, ByteBuffer in);

  /// The outcome of a reply that no token decided.
  Outcome mismatch();

  /// A reply that meets the expectation, for the generator's self-warm-up.
  byte[] sample();

  /// Any reply.
  record Any() implements Expectation {
    @Override
    public @Nullable Outcome check(Token token, RespReader reader, ByteBuffer in) {
      return null;
    }

    @Override
    public Outcome mismatch() {
      return Outcome.OK;
    }

    @Override
    public byte[] sample() {
      return Resp.bytes("+OK\r\n");
    }
  }

  /// Any reply except null, an empty list, or a list of only nulls.
  record Found() implements Expectation {
    @Override
    public @Nullable Outcome check(Token token, RespReader reader, ByteBuffer in) {
      return switch (token) {
        case NULL, ARRAY, MAP, SET -> null;
        default -> Outcome.OK;
      };
    }

    @Override
    public Outcome mismatch() {
      return NOT_FOUND;
    }

    @Override
    public byte[] sample() {
      return Resp.bytes("$2\r\nOK\r\n");
    }
  }

  /// Exactly this text; a number is compared in its transmitted form.
  final class Text implements Expectation {

    private final byte[] text;

    Text(byte[] text) {
      this.text = text;
    }

    @Override
    public boolean needsText() {
      return true;
    }

    @Override
    public @Nullable Outcome check(Token token, RespReader reader, ByteBuffer in) {
      boolean scalar =
          token != Token.ARRAY && token != Token.MAP && token != Token.SET && token != Token.NULL;
      return reader.level() == 0 && scalar && isText(reader, in) ? Outcome.OK : null;
    }

    private boolean isText(RespReader reader, ByteBuffer in) {
      if (reader.end() - reader.start() != text.length) {
        return false;
      }
      for (int i = 0; i < text.length; i++) {
        if (in.get(reader.start() + i) != text[i]) {
          return false;
        }
      }
      return true;
    }

    @Override
    public Outcome mismatch() {
      return UNEXPECTED;
    }

    @Override
    public byte[] sample() {
      return Resp.word(text);
    }
  }
}
