package dev.takt.driver.redis;

import dev.takt.driver.redis.RespReader.Token;
import dev.takt.load.driver.FailedResponses;
import dev.takt.load.driver.Outcome;
import dev.takt.load.driver.WireDriver;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// The common part of all operations on a Redis server: parsing of replies, and errors. An error is
/// a failure, but it ends the step only when all replies of the step have arrived; the connection
/// stays usable. Keeps the first failed replies of each kind.
abstract class RedisCodec implements WireDriver.Codec {

  static final Outcome NOT_REDIS = Outcome.failed("not a Redis reply");

  /// Parses the replies of operations.
  final RespReader reader = new RespReader();

  private final ReplyCapture capture;
  private final ErrorLabels labels = new ErrorLabels();
  private int repliesLeft;
  private @Nullable Outcome failure;
  private boolean reusable = true;

  RedisCodec(FailedResponses failures) {
    this.capture = new ReplyCapture(failures);
  }

  @Override
  public final @Nullable Outcome decode(ByteBuffer in) {
    int from = in.position();
    Outcome outcome = decodeReplies(in);
    if (!isAnswered()) {
      capture.add(in, from, in.position());
      return null;
    }
    Outcome failed = stepFailure();
    if (failed == null && outcome != null && !outcome.isOk()) {
      failed = outcome;
    }
    if (failed != null) {
      capture.keep(failed.label(), in, from, in.position());
    }
    return outcome;
  }

  /// See [dev.takt.load.driver.WireDriver.Codec#decode].
  abstract @Nullable Outcome decodeReplies(ByteBuffer in);

  /// Why a step whose replies are complete has failed; null if it succeeded.
  @Nullable Outcome stepFailure() {
    return failure;
  }

  @Override
  public final void failed(Outcome outcome, ByteBuffer in) {
    capture.keep(outcome.label(), in, in.position(), in.limit());
  }

  /// Begins to wait for this number of replies.
  final void expect(int replies) {
    reader.reset();
    capture.begin();
    repliesLeft = replies;
    failure = null;
    reusable = true;
  }

  /// Reads the next token, and counts replies and errors. Bytes that are not a reply end the wait.
  ///
  /// @return the token; [Token#INCOMPLETE] if more bytes are needed
  final Token next(ByteBuffer in) {
    Token token = reader.next(in);
    switch (token) {
      case INCOMPLETE -> {
        return token;
      }
      case MALFORMED -> {
        reusable = false;
        failure = NOT_REDIS;
        repliesLeft = 0;
        in.position(in.limit());
        return token;
      }
      case ERROR -> fail(labels.of(in, reader.start(), reader.end()));
      default -> {}
    }
    if (reader.isComplete()) {
      repliesLeft--;
    }
    return token;
  }

  /// Records the failure of the step, unless it has already failed.
  final void fail(Outcome outcome) {
    if (failure == null) {
      failure = outcome;
    }
  }

  /// Whether all replies of the step have arrived.
  final boolean isAnswered() {
    return repliesLeft == 0;
  }

  /// Why the step has failed; null if it has not failed.
  final @Nullable Outcome failure() {
    return failure;
  }

  @Override
  public final boolean isReusable() {
    return reusable;
  }

  @Override
  public void reset() {
    expect(0);
  }
}
