package dev.takt.driver.redis;

import dev.takt.driver.redis.RespReader.Token;
import dev.takt.load.driver.Outcome;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// Which replies count as success; errors never do.
sealed interface Expectation {

  Outcome NOT_FOUND = Outcome.failed("not found");
  Outcome UNEXPECTED = Outcome.failed("unexpected reply");

  /// @param text as the user wrote it, or null for any reply
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

  /// Whether the text of replies is looked at.
  default boolean needsText() {
    return false;
  }

  /// What a token of a reply says about it: OK if it is as expected, null if it says nothing.
  @Nullable Outcome judge(Token token, RespReader reader, ByteBuffer in);

  /// What a reply is of which no token said anything.
  Outcome otherwise();

  /// A reply that is as expected, for warming the generator.
  byte[] sample();

  /// Anything.
  record Any() implements Expectation {
    @Override
    public @Nullable Outcome judge(Token token, RespReader reader, ByteBuffer in) {
      return null;
    }

    @Override
    public Outcome otherwise() {
      return Outcome.OK;
    }

    @Override
    public byte[] sample() {
      return Resp.bytes("+OK\r\n");
    }
  }

  /// Neither null, nor an empty list, nor a list of nothing but nulls.
  record Found() implements Expectation {
    @Override
    public @Nullable Outcome judge(Token token, RespReader reader, ByteBuffer in) {
      return switch (token) {
        case NULL, ARRAY, MAP, SET -> null;
        default -> Outcome.OK;
      };
    }

    @Override
    public Outcome otherwise() {
      return NOT_FOUND;
    }

    @Override
    public byte[] sample() {
      return Resp.bytes("$2\r\nOK\r\n");
    }
  }

  /// Just this text; a number is the text that it is sent as.
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
    public @Nullable Outcome judge(Token token, RespReader reader, ByteBuffer in) {
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
    public Outcome otherwise() {
      return UNEXPECTED;
    }

    @Override
    public byte[] sample() {
      return Resp.word(text);
    }
  }
}
