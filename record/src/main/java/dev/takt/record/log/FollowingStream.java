package dev.takt.record.log;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.util.function.BooleanSupplier;

/// A file that is still being written. At its end, reads block until there is more.
///
/// Not thread-safe, except for the condition that ends it.
final class FollowingStream extends InputStream {

  private static final long PAUSE_MILLIS = 100;

  private final SeekableByteChannel channel;
  private final BooleanSupplier until;
  private final byte[] one = new byte[1];

  /// @param until true to stop at the end of the file
  FollowingStream(SeekableByteChannel channel, BooleanSupplier until) {
    this.channel = channel;
    this.until = until;
  }

  @Override
  public int read() throws IOException {
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] bytes, int from, int length) throws IOException {
    while (true) {
      boolean last = until.getAsBoolean();
      int count = channel.read(ByteBuffer.wrap(bytes, from, length));
      if (count > 0 || length == 0 || last) {
        return count;
      }
      if (channel.size() < channel.position()) {
        throw new IOException("the log has become shorter while it was read");
      }
      pause();
    }
  }

  private static void pause() throws InterruptedIOException {
    try {
      Thread.sleep(PAUSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while waiting for more of the log");
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
