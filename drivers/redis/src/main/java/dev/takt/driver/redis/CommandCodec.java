package dev.takt.driver.redis;

import dev.takt.driver.redis.RespReader.Token;
import dev.takt.load.driver.FailedResponses;
import dev.takt.load.driver.Outcome;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// Sends commands; each one is an operation.
final class CommandCodec extends RedisCodec {

  private final RedisCommand[] commands;
  private final long seed;
  private ByteBuffer scratch = ByteBuffer.allocate(0);
  private Expectation expectation;
  private @Nullable Outcome judged;

  CommandCodec(RedisCommand[] commands, FailedResponses failures, long seed) {
    super(failures);
    this.commands = commands;
    this.seed = seed;
    this.expectation = commands[0].expectation;
  }

  @Override
  public void encode(int operation, long n, ByteBuffer out) {
    if (scratch.capacity() < out.capacity()) {
      scratch = ByteBuffer.allocate(out.capacity());
    }
    RedisCommand command = commands[operation];
    command.encode(seed, n, out, scratch);
    expectation = command.expectation;
    judged = null;
    reader.keepStrings(expectation.needsText());
    expect(1);
  }

  @Override
  @Nullable Outcome decodeReplies(ByteBuffer in) {
    while (!isAnswered()) {
      Token token = next(in);
      if (token == Token.INCOMPLETE) {
        return null;
      }
      if (judged == null) {
        judged = expectation.check(token, reader, in);
      }
    }
    Outcome failure = failure();
    if (failure != null) {
      return failure;
    }
    return judged != null ? judged : expectation.mismatch();
  }
}
