package dev.takt.driver.redis;

import dev.takt.driver.redis.RespReader.Token;
import dev.takt.load.driver.FailedResponses;
import dev.takt.load.driver.Outcome;
import dev.takt.load.journey.User;
import dev.takt.load.workload.Template;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// Sends commands; each one is an operation.
final class CommandCodec extends RedisCodec {

  private final RedisCommand[] commands;
  private final long seed;
  private final Template.Variables values = this::put;
  private ByteBuffer scratch = ByteBuffer.allocate(0);
  private Expectation expectation;
  private @Nullable Outcome judged;
  private final StepReply reply = new StepReply();

  /// Whose step is in flight; null for an operation that is no step, and for one that is abandoned.
  private @Nullable User user;

  private boolean isRead;

  CommandCodec(RedisCommand[] commands, FailedResponses failures, long seed) {
    super(failures);
    this.commands = commands;
    this.seed = seed;
    this.expectation = commands[0].expectation;
  }

  @Override
  public void actFor(User next) {
    user = next;
  }

  @Override
  public void abandoned() {
    user = null;
    isRead = false;
    reply.forget();
  }

  /// Of a user, as it is: words have a length, so that nothing is escaped.
  private void put(int variable, ByteBuffer out) {
    User known = user;
    if (known != null) { // null while the generator warms itself up
      out.put(known.value(variable));
    }
  }

  @Override
  public void encode(int operation, long n, ByteBuffer out) {
    if (scratch.capacity() < out.capacity()) {
      scratch = ByteBuffer.allocate(out.capacity());
    }
    RedisCommand command = commands[operation];
    command.encode(seed, n, values, out, scratch);
    expectation = command.expectation;
    judged = null;
    User known = user;
    isRead = known != null && known.readsAnswer();
    if (known != null && reply.begin(known) && !expectation.needsText()) {
      reader.keepStrings(true, StepReply.MAX_BYTES);
    } else {
      reader.keepStrings(expectation.needsText());
    }
    expect(1);
  }

  @Override
  @Nullable Outcome decodeReplies(ByteBuffer in) {
    while (!isAnswered()) {
      int from = in.position();
      Token token = next(in);
      if (isRead) {
        reply.received(in.position() - from);
        reply.add(token, reader, in);
      }
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
    return judgedByUser(judged != null ? judged : expectation.mismatch());
  }

  /// Lets the user of a step extract and check.
  private Outcome judgedByUser(Outcome outcome) {
    User known = user;
    if (known == null || !isRead || !outcome.isOk()) {
      return outcome;
    }
    String failure = known.judge(reply);
    reply.forget();
    return failure == null ? outcome : Outcome.failed(failure);
  }
}
