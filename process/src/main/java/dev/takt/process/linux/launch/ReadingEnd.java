package dev.takt.process.linux.launch;

import dev.takt.process.linux.Errno;
import dev.takt.process.linux.Libc;
import dev.takt.process.linux.NativeMemory;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;

/// An output of a child as a stream: the reading thread makes the system calls itself, and waits at
/// a [PollingNotifier] when there is nothing to read.
final class ReadingEnd extends InputStream {

  /// Maximum of unread bytes that are kept when the child has ended, so that its pipe can be
  /// closed: the capacity of a pipe that has not been set, plus one read.
  private static final int MAX_KEPT = 1 << 16;

  private final LinuxStreamChild child;
  private final int kind;
  private final MemoryPool buffers;

  /// Held by the thread that reads.
  private final ReentrantLock reading = new ReentrantLock();

  private final PollingNotifier notifier = new PollingNotifier();

  // Guarded by the notifier.
  private int fd;
  private boolean watched;
  private boolean ended;

  // Guarded by `reading`.
  private byte[] kept = new byte[0];
  private int keptFrom;

  /// @param fd non-blocking, or -1 for an output that is not a pipe
  /// @param kind the bit of [LinuxChild] for this output
  ReadingEnd(LinuxStreamChild child, int fd, int kind, MemoryPool buffers) {
    this.child = child;
    this.fd = fd;
    this.kind = kind;
    this.buffers = buffers;
    ended = fd < 0;
  }

  void ring() {
    notifier.signal();
  }

  boolean isOpen() {
    synchronized (notifier) {
      return fd >= 0;
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
      notifier.requireOpen();
      if (keptFrom < kept.length) {
        return takeKept(into, offset, length);
      }
      while (true) {
        int n = attempt(into, offset, length);
        if (n == 0) {
          return -1;
        }
        if (n > 0) {
          return n;
        }
        if (n == -Errno.EAGAIN) {
          await();
        } else if (n != -Errno.EINTR) {
          throw new IOException("cannot read from process " + child.pid() + ": " + Errno.text(-n));
        }
      }
    } finally {
      reading.unlock();
    }
  }

  private int takeKept(byte[] into, int offset, int length) {
    int n = Math.min(length, kept.length - keptFrom);
    System.arraycopy(kept, keptFrom, into, offset, n);
    keptFrom += n;
    return n;
  }

  /// @return how many bytes were read, 0 at the end, or `-errno`
  private int attempt(byte[] into, int offset, int length) throws IOException {
    NativeMemory memory = buffers.take();
    try {
      boolean over = false;
      int n;
      synchronized (notifier) {
        notifier.requireOpen();
        if (ended) {
          return 0;
        }
        notifier.clear();
        n = Libc.read(memory, fd, memory.address(), Math.min(length, memory.size()));
        if (n > 0) {
          memory.bytes().get(0, into, offset, n);
        } else if (n == 0) {
          over = true;
          end(memory);
        } else if (n == -Errno.EAGAIN && !watched && Thread.currentThread().isVirtual()) {
          watch(memory);
        }
      }
      if (over) {
        child.streamClosed();
      }
      return n;
    } finally {
      buffers.release(memory);
    }
  }

  private void await() throws IOException {
    int current;
    synchronized (notifier) {
      current = fd;
    }
    notifier.await(child.launcher.small, current, Libc.EPOLLIN);
  }

  private void watch(NativeMemory memory) throws IOException {
    int result = child.reactor.watch(memory, child, fd, Libc.EPOLLIN, kind);
    if (result < 0) {
      throw new IOException("cannot wait for process " + child.pid() + ": " + Errno.text(-result));
    }
    watched = true;
  }

  private void end(NativeMemory memory) {
    Libc.close(memory, fd);
    fd = -1;
    ended = true;
  }

  /// The child has ended: if no thread reads, keeps the unread bytes and closes the pipe, so that
  /// no descriptor stays open for an output that is never read.
  void keepRest(NativeMemory memory) {
    if (!reading.tryLock()) {
      return;
    }
    try {
      synchronized (notifier) {
        if (fd < 0) {
          return;
        }
        int n;
        byte[] all = kept;
        do {
          int room =
              all.length > Math.max(MAX_KEPT, child.command().pipeBytes()) ? 0 : memory.size();
          n = room == 0 ? -Errno.EAGAIN : Libc.read(memory, fd, memory.address(), room);
          if (n > 0) {
            byte[] more = Arrays.copyOf(all, all.length + n);
            memory.bytes().get(0, more, all.length, n);
            all = more;
          }
        } while (n > 0 || n == -Errno.EINTR);
        kept = all;
        if (n == 0) {
          end(memory);
        } else if (n == -Errno.EAGAIN && !watched) {
          watched = child.reactor.watch(memory, child, fd, Libc.EPOLLIN, kind) >= 0;
        }
      }
    } finally {
      reading.unlock();
    }
  }

  @Override
  public int available() throws IOException {
    int there = inMemory();
    synchronized (notifier) {
      notifier.requireOpen();
      if (fd < 0) {
        return there;
      }
      NativeMemory memory = child.launcher.small.take();
      try {
        return there + Math.max(0, Libc.readable(memory, fd));
      } finally {
        child.launcher.small.release(memory);
      }
    }
  }

  /// Bytes kept in memory; 0 while a thread reads, because the reader has exclusive access.
  private int inMemory() {
    if (!reading.tryLock()) {
      return 0;
    }
    try {
      return kept.length - keptFrom;
    } finally {
      reading.unlock();
    }
  }

  @Override
  public void close() {
    boolean was;
    NativeMemory memory = child.launcher.small.take();
    synchronized (notifier) {
      was = fd >= 0;
      if (was) {
        end(memory);
      }
      notifier.shut();
    }
    child.launcher.small.release(memory);
    if (was) {
      child.streamClosed();
    }
  }
}
