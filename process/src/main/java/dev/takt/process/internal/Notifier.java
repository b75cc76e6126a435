package dev.takt.process.internal;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// Lets the one thread that uses a stream wait: it parks until another one calls [#signal]. A call
/// between [#clear] and [#await] is not lost.
public class Notifier {

  private volatile boolean signalled;
  private volatile boolean shut;
  private volatile @Nullable Thread waiting;

  /// Forgets earlier calls of [#signal].
  public final void clear() {
    signalled = false;
  }

  /// Wakes the waiting thread.
  public final void signal() {
    signalled = true;
    LockSupport.unpark(waiting);
  }

  /// The stream is closed: a waiting thread gets an exception.
  public final void shut() {
    shut = true;
    signal();
  }

  /// Checks that the stream is open.
  ///
  /// @throws IOException if it is closed
  public final void requireOpen() throws IOException {
    if (shut) {
      throw new IOException("the stream is closed");
    }
  }

  /// Parks until [#signal] is called.
  public final void await() throws IOException {
    waiting = Thread.currentThread();
    try {
      while (!signalled) {
        LockSupport.park(this);
        requireNotInterrupted();
      }
      requireOpen();
    } finally {
      waiting = null;
    }
  }

  /// Whether [#signal] was called since [#clear].
  protected final boolean isSignalled() {
    return signalled;
  }

  /// Checks that the current thread is not interrupted.
  ///
  /// @throws InterruptedIOException if it is
  protected static void requireNotInterrupted() throws InterruptedIOException {
    if (Thread.currentThread().isInterrupted()) {
      throw new InterruptedIOException("interrupted while waiting for a child process");
    }
  }
}
