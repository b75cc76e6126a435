package dev.takt.driver.redis;

import dev.takt.load.driver.Outcome;
import dev.takt.load.driver.WireDriver;
import java.nio.ByteBuffer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A connection to a Redis server, which begins with a handshake if the server needs one.
final class RedisSession implements WireDriver.Session {

  private final Handshake handshake;
  private final Supplier<RedisCodec> codecs;
  private final RespReader reader = new RespReader();
  private final ErrorLabels labels = new ErrorLabels();
  private int repliesLeft;
  private boolean isSetUp;
  private @Nullable Outcome failure;

  /// @param codecs creates the codecs of operations
  RedisSession(Handshake handshake, Supplier<RedisCodec> codecs) {
    this.handshake = handshake;
    this.codecs = codecs;
  }

  @Override
  public RedisCodec newCodec(int stream) {
    return codecs.get();
  }

  @Override
  public void reset() {
    isSetUp = false;
  }

  @Override
  public boolean needsSetup() {
    return !isSetUp && handshake.replies() > 0;
  }

  @Override
  public void encodeSetup(ByteBuffer out) {
    handshake.put(out);
    reader.reset();
    reader.keepStrings(false);
    repliesLeft = handshake.replies();
    failure = null;
  }

  @Override
  public @Nullable Outcome decodeSetup(ByteBuffer in) {
    while (repliesLeft > 0) {
      switch (reader.next(in)) {
        case INCOMPLETE -> {
          return null;
        }
        case MALFORMED -> {
          return RedisCodec.NOT_REDIS;
        }
        case ERROR -> {
          Outcome error = labels.of(in, reader.start(), reader.end());
          failure = failure == null ? error : failure;
        }
        default -> {}
      }
      if (reader.isComplete()) {
        repliesLeft--;
      }
    }
    isSetUp = failure == null;
    return failure == null ? Outcome.OK : failure;
  }
}
