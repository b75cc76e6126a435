package dev.takt.process;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// Where the one thread that uses a stream waits for the pump. The bell that rings between [#clear]
/// and [#await] is heard.
final class Doorbell {

  private volatile boolean rung;
  private volatile boolean shut;
  private volatile @Nullable Thread waiting;

  void clear() {
    rung = false;
  }

  void ring() {
    rung = true;
    LockSupport.unpark(waiting);
  }

  /// The stream is closed: whoever waits is told.
  void shut() {
    shut = true;
    ring();
  }

  void requireOpen() throws IOException {
    if (shut) {
      throw new IOException("the stream is closed");
    }
  }

  void await() throws IOException {
    waiting = Thread.currentThread();
    try {
      while (!rung) {
        LockSupport.park(this);
        if (Thread.interrupted()) {
          Thread.currentThread().interrupt();
          throw new InterruptedIOException("interrupted while waiting for a child process");
        }
      }
      requireOpen();
    } finally {
      waiting = null;
    }
  }
}
