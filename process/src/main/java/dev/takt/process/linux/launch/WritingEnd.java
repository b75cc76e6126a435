package dev.takt.process.linux.launch;

import dev.takt.process.linux.Errno;
import dev.takt.process.linux.Libc;
import dev.takt.process.linux.NativeMemory;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;

/// The standard input of a child as a stream; see [ReadingEnd].
final class WritingEnd extends OutputStream {

  private final LinuxStreamChild child;
  private final MemoryPool buffers;
  private final ReentrantLock writing = new ReentrantLock();
  private final PollingNotifier notifier = new PollingNotifier();

  // Guarded by the notifier.
  private int fd;
  private boolean watched;

  /// @param fd non-blocking, or -1 for a standard input that is not a pipe
  WritingEnd(LinuxStreamChild child, int fd, MemoryPool buffers) {
    this.child = child;
    this.fd = fd;
    this.buffers = buffers;
  }

  void ring() {
    notifier.signal();
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
      int done = 0;
      while (done < length) {
        int n = attempt(from, offset + done, length - done);
        if (n >= 0) {
          done += n;
        } else if (n == -Errno.EAGAIN) {
          await();
        } else if (n != -Errno.EINTR) {
          throw new IOException("cannot write to process " + child.pid() + ": " + Errno.text(-n));
        }
      }
    } finally {
      writing.unlock();
    }
  }

  private void await() throws IOException {
    int current;
    synchronized (notifier) {
      current = fd;
    }
    notifier.await(child.launcher.small, current, Libc.EPOLLOUT);
  }

  private int attempt(byte[] from, int offset, int length) throws IOException {
    NativeMemory memory = buffers.take();
    try {
      int part = Math.min(length, memory.size());
      memory.bytes().put(0, from, offset, part);
      synchronized (notifier) {
        notifier.requireOpen();
        if (fd < 0) {
          return -Errno.EPIPE;
        }
        notifier.clear();
        int n = Libc.write(memory, fd, memory.address(), part);
        if (n == -Errno.EAGAIN && !watched && Thread.currentThread().isVirtual()) {
          int result = child.reactor.watch(memory, child, fd, Libc.EPOLLOUT, LinuxChild.STDIN);
          if (result < 0) {
            return result;
          }
          watched = true;
        }
        return n;
      }
    } finally {
      buffers.release(memory);
    }
  }

  /// The child has ended and does not read any more.
  void childEnded(NativeMemory memory) {
    synchronized (notifier) {
      closeDescriptor(memory);
    }
    notifier.signal();
  }

  @Override
  public void close() {
    NativeMemory memory = child.launcher.small.take();
    synchronized (notifier) {
      closeDescriptor(memory);
      notifier.shut();
    }
    child.launcher.small.release(memory);
  }

  private void closeDescriptor(NativeMemory memory) {
    if (fd >= 0) {
      Libc.close(memory, fd);
      fd = -1;
    }
  }
}
