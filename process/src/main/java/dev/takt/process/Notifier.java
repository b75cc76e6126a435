package dev.takt.process;

import dev.takt.process.linux.Errno;
import dev.takt.process.linux.Libc;
import dev.takt.process.linux.NativeMemory;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// Lets the one thread that uses a stream wait. A virtual thread parks until the pump calls
/// [#ring]; a call between [#clear] and [#await] is not lost. A platform thread waits in the
/// kernel, which avoids the detour through the pump.
final class Notifier {

  /// How often a thread in the kernel checks whether it was interrupted or the stream closed.
  private static final int SLICE_MILLIS = 50;

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

  /// The stream is closed: a waiting thread gets an exception.
  void shut() {
    shut = true;
    ring();
  }

  void requireOpen() throws IOException {
    if (shut) {
      throw new IOException("the stream is closed");
    }
  }

  /// Waits until [#ring] is called, or a platform thread can use `fd`.
  ///
  /// @param fd if it is closed and its number reused meanwhile, an event of the new descriptor may
  ///   end the wait, which does no harm
  void await(MemoryPool pool, int fd, int events) throws IOException {
    if (Thread.currentThread().isVirtual()) {
      await();
    } else {
      awaitInKernel(pool, fd, events);
    }
  }

  /// Parks until [#ring] is called.
  void await() throws IOException {
    waiting = Thread.currentThread();
    try {
      while (!rung) {
        LockSupport.park(this);
        requireNotInterrupted();
      }
      requireOpen();
    } finally {
      waiting = null;
    }
  }

  private void awaitInKernel(MemoryPool pool, int fd, int events) throws IOException {
    NativeMemory memory = pool.take();
    try {
      int result = 0;
      while (!rung && (result == 0 || result == -Errno.EINTR)) {
        requireNotInterrupted();
        result = Libc.poll(memory, fd, events, SLICE_MILLIS);
      }
      requireOpen();
    } finally {
      pool.give(memory);
    }
  }

  private static void requireNotInterrupted() throws InterruptedIOException {
    if (Thread.currentThread().isInterrupted()) {
      throw new InterruptedIOException("interrupted while waiting for a child process");
    }
  }
}
