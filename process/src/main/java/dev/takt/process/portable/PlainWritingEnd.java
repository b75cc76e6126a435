package dev.takt.process.portable;

import dev.takt.process.Redirect;
import dev.takt.process.internal.Notifier;
import dev.takt.process.linux.Errno;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// The standard input of a child of a plain launcher as a stream; see [PlainReadingEnd].
final class PlainWritingEnd extends OutputStream {

  private static final int MAX_BATCH = 1 << 16;

  private final PlainStreamChild child;
  private final ReentrantLock writing = new ReentrantLock();
  private final Notifier notifier = new Notifier();
  private final @Nullable PipeWriter writer;

  PlainWritingEnd(PlainStreamChild child) {
    this.child = child;
    writer =
        child.command().descriptors().get(0) instanceof Redirect.Pipe
            ? new PipeWriter(
                child.process.getOutputStream(), child.launcher.waiting, notifier::signal)
            : null;
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] from, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, from.length);
    writing.lock();
    try {
      for (int done = 0; done < length; ) {
        int part = Math.min(length - done, MAX_BATCH);
        write(ByteBuffer.wrap(Arrays.copyOfRange(from, offset + done, offset + done + part)));
        done += part;
      }
    } finally {
      writing.unlock();
    }
  }

  private void write(ByteBuffer bytes) throws IOException {
    notifier.requireOpen();
    if (writer == null || !writer.add(bytes)) {
      throw broken();
    }
    while (true) {
      notifier.clear();
      notifier.requireOpen();
      if (!writer.isOpen() || writer.isBroken()) {
        throw broken();
      }
      if (writer.queuedBytes() == 0) {
        return;
      }
      notifier.await();
    }
  }

  private IOException broken() {
    return new IOException(
        "cannot write to process " + child.pid() + ": " + Errno.text(Errno.EPIPE));
  }

  /// The child has ended and does not read any more.
  void childEnded() {
    if (writer != null) {
      var _ = writer.shut();
    }
    notifier.signal();
  }

  @Override
  public void close() {
    notifier.shut();
    if (writer != null) {
      var _ = writer.shut();
    }
  }
}
