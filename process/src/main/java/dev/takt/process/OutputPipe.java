package dev.takt.process;

import dev.takt.process.linux.Errno;
import dev.takt.process.linux.Libc;
import dev.takt.process.linux.NativeMemory;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// One output of a child with callbacks: reads, and keeps what the handler leaves.
///
/// Used by one thread at a time, but for [#pause] and [#resume].
final class OutputPipe {

  /// What a pipe holds on Linux.
  private static final int PIPE_BYTES = 1 << 16;

  /// How often a pipe is found full before it is given more room. Most children never write so
  /// much, and what a user may have in pipes is bounded; but those that do are then woken less
  /// often.
  private static final int FULL_BEFORE_GROWTH = 4;

  private final LinuxCallbackChild child;
  private final Output output;
  private final MemoryPool buffers;
  private int fd;

  /// Whether a read may find something.
  private boolean ready;

  private boolean hungUp;

  /// How often the pipe was found full; negative once it has been given more room, or was refused
  /// it.
  private int full;

  /// How many of the bytes that the child wrote before it ended are still in the pipe.
  private int owed;

  /// What the handler has left; null if nothing.
  private @Nullable NativeMemory kept;

  private int keptBytes;

  /// Whether the handler was shown a full buffer and took nothing.
  private boolean stuck;

  private volatile boolean paused;
  private volatile boolean showAgain;

  /// @param fd non-blocking
  OutputPipe(LinuxCallbackChild child, Output output, int fd, MemoryPool buffers) {
    this.child = child;
    this.output = output;
    this.fd = fd;
    this.buffers = buffers;
  }

  int fd() {
    return fd;
  }

  boolean isOpen() {
    return fd >= 0;
  }

  void pause() {
    paused = true;
  }

  void resume() {
    showAgain = true;
    paused = false;
  }

  /// @param over whether nobody writes any more: then there is nothing more to be told, and the
  ///   pipe is read to its end
  void becomeReady(boolean over) {
    ready = true;
    hungUp |= over;
  }

  /// The child has ended: what is in the pipe now comes before its exit. More may come from others.
  void childEnded(NativeMemory memory) {
    if (isOpen()) {
      owed = Math.max(0, Libc.readable(memory, fd));
      ready = true;
    }
  }

  /// Whether all that the child wrote before it ended was shown.
  boolean isSettled() {
    return !isOpen() || owed == 0;
  }

  /// Shows what can be had with one read.
  ///
  /// @param shared memory that others use afterwards
  /// @return whether there may be more
  boolean advance(NativeMemory shared) {
    if (!isOpen() || paused) {
      return false;
    }
    if (showAgain) {
      showAgain = false;
      stuck = false;
      if (keptBytes > 0) {
        show(kept(), keptBytes, false);
      }
    }
    return ready && !stuck && isOpen() && !paused && read(shared);
  }

  private boolean read(NativeMemory shared) {
    NativeMemory into = kept == null ? shared : kept;
    int room = into.size() - keptBytes;
    int n = Libc.read(into, fd, into.address() + keptBytes, room);
    if (n == -Errno.EINTR) {
      return true;
    }
    if (n == -Errno.EAGAIN) {
      ready = false;
      owed = 0;
      return false;
    }
    if (n <= 0) {
      end(into);
      return false;
    }
    if (full >= 0 && n >= PIPE_BYTES && ++full == FULL_BEFORE_GROWTH) {
      full = -1;
      var _ = Libc.setPipeSize(into, fd, into.size());
    }
    // Less than was asked for: the pipe was empty, and what comes next is told.
    boolean emptied = n < room;
    ready = hungUp || !emptied;
    owed = emptied ? 0 : Math.max(0, owed - n);
    show(into, keptBytes + n, false);
    return ready && !stuck;
  }

  /// Gives up; the end is told.
  void abandon(NativeMemory shared) {
    if (isOpen()) {
      end(kept == null ? shared : kept);
    }
  }

  /// Closes without a word.
  void close(NativeMemory memory) {
    if (isOpen()) {
      Libc.close(memory, fd);
      fd = -1;
      dropKept();
    }
  }

  private void end(NativeMemory memory) {
    Libc.close(memory, fd);
    fd = -1;
    owed = 0;
    show(memory, keptBytes, true);
    dropKept();
  }

  private void show(NativeMemory memory, int length, boolean ended) {
    ByteBuffer bytes = memory.bytes().position(0).limit(length);
    boolean full = length == memory.size();
    try {
      child.show(output, bytes, ended);
    } finally {
      int left = bytes.remaining();
      stuck = full && left == length;
      if (left == 0) {
        bytes.clear();
        dropKept();
      } else if (!ended) {
        keep(memory, bytes);
      }
    }
  }

  private void keep(NativeMemory memory, ByteBuffer rest) {
    keptBytes = rest.remaining();
    if (memory == kept) {
      rest.compact();
    } else {
      kept = buffers.take();
      kept.bytes().clear().put(rest);
    }
    memory.bytes().clear();
    kept().bytes().clear();
  }

  private NativeMemory kept() {
    if (kept == null) {
      throw new IllegalStateException("nothing is kept");
    }
    return kept;
  }

  private void dropKept() {
    keptBytes = 0;
    if (kept != null) {
      buffers.give(kept);
      kept = null;
    }
  }
}
