package dev.takt.process.linux.launch;

import dev.takt.process.internal.Notifier;
import dev.takt.process.linux.Errno;
import dev.takt.process.linux.Libc;
import dev.takt.process.linux.NativeMemory;
import java.io.IOException;

/// A notifier whose waiting threads, unless they are virtual, wait in the kernel. That avoids the
/// detour through the reactor.
final class PollingNotifier extends Notifier {

  /// How often a thread in the kernel checks whether it was interrupted or the stream closed.
  private static final int SLICE_MILLIS = 50;

  /// Waits until [#signal] is called, or a platform thread can use `fd`.
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

  private void awaitInKernel(MemoryPool pool, int fd, int events) throws IOException {
    NativeMemory memory = pool.take();
    try {
      int result = 0;
      while (!isSignalled() && (result == 0 || result == -Errno.EINTR)) {
        requireNotInterrupted();
        result = Libc.poll(memory, fd, events, SLICE_MILLIS);
      }
      requireOpen();
    } finally {
      pool.release(memory);
    }
  }
}
