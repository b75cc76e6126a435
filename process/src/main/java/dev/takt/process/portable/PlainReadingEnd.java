package dev.takt.process.portable;

import dev.takt.process.internal.Notifier;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// An output of a child of a plain launcher as a stream. A thread of the launcher does the blocking
/// read, so that the reader can be interrupted, and does not block its carrier if it is virtual.
final class PlainReadingEnd extends InputStream {

  /// Held by the thread that reads.
  private final ReentrantLock reading = new ReentrantLock();

  private final Notifier notifier = new Notifier();
  private final @Nullable PipeReader reader;

  PlainReadingEnd(PlainStreamChild child, int number) {
    reader = child.launcher.reader(child.command(), child.process, number, notifier::signal);
  }

  void start() {
    if (reader != null) {
      reader.start();
    }
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, into.length);
    if (length == 0) {
      return 0;
    }
    reading.lock();
    try {
      while (true) {
        notifier.clear();
        notifier.requireOpen();
        if (reader == null) {
          return -1;
        }
        ByteBuffer bytes = reader.bytes();
        if (bytes != null) {
          int n = Math.min(length, bytes.remaining());
          bytes.get(into, offset, n);
          if (!bytes.hasRemaining()) {
            reader.taken();
          }
          return n;
        }
        if (reader.hasEnded()) {
          return -1;
        }
        notifier.await();
      }
    } finally {
      reading.unlock();
    }
  }

  @Override
  public int available() throws IOException {
    notifier.requireOpen();
    return reader == null ? 0 : reader.available();
  }

  @Override
  public void close() {
    notifier.shut();
    if (reader != null) {
      reader.abandon();
    }
  }
}
