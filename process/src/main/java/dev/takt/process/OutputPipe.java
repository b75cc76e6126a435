package dev.takt.process;

import dev.takt.process.linux.Errno;
import dev.takt.process.linux.Libc;
import dev.takt.process.linux.NativeMemory;
import java.nio.ByteBuffer;

/// One output of a child with callbacks: reads, and keeps what the handler leaves.
///
/// Used by one thread at a time, but for [#gcCause] and [#resume].
final class OutputPipe {

  /// How often a pipe is found full before it is given more room. Most children never write so
  /// much, and what a user may have in pipes is bounded; but those that do are then woken less
  /// often.
  private static final int FULL_BEFORE_GROWTH = 4;

  /// The steps in which the room for what is left grows, and up to which it is not given back.
  private static final int KEPT_STEP = 1024;

  private static final byte[] NOTHING = {};

  private final LinuxCallbackChild child;
  private final Output output;

  /// The most that the handler is shown at once; the shared memory has at least that.
  private final int capacity;

  private int fd;

  /// Whether a read may find something.
  private boolean ready;

  private boolean hungUp;

  /// How often the pipe was found full; negative once it has been given more room, or was refused
  /// it.
  private int full;

  /// How many of the bytes that the child wrote before it ended are still in the pipe.
  private int owed;

  /// Whether it is to be seen, before the exit is told, if this output has ended with the child.
  private boolean endUnknown;

  /// What the handler has left: its first `keptBytes`. Not native memory, and no larger than need
  /// be: there may be a thousand children, each with half a line.
  private byte[] kept = NOTHING;

  private int keptBytes;

  /// Whether the handler was shown a full buffer and took nothing.
  private boolean stuck;

  private volatile boolean paused;
  private volatile boolean showAgain;

  /// @param fd non-blocking
  OutputPipe(LinuxCallbackChild child, Output output, int fd, int capacity) {
    this.child = child;
    this.output = output;
    this.fd = fd;
    this.capacity = capacity;
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
      endUnknown = true;
      ready = true;
    }
  }

  /// Whether all that the child wrote before it ended was shown, and the end of the output too if
  /// nobody else holds it.
  boolean isSettled() {
    return !isOpen() || (owed == 0 && (!endUnknown || paused || stuck));
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
        shared.bytes().put(0, kept, 0, keptBytes);
        show(shared, keptBytes, false);
      }
    }
    return ready && !stuck && isOpen() && !paused && read(shared);
  }

  private boolean read(NativeMemory shared) {
    int room = capacity - keptBytes;
    int n = Libc.read(shared, fd, shared.address() + keptBytes, room);
    if (n == -Errno.EINTR) {
      return true;
    }
    endUnknown &= owed > 0;
    if (n == -Errno.EAGAIN) {
      ready = false;
      owed = 0;
      endUnknown = false;
      return false;
    }
    if (n <= 0) {
      end(shared);
      return false;
    }
    if (full >= 0 && n >= Libc.PIPE_BYTES && ++full == FULL_BEFORE_GROWTH) {
      full = -1;
      var _ = Libc.setPipeSize(shared, fd, capacity);
    }
    owed = Math.max(0, owed - n);
    // Less than was asked for: the pipe was empty, and what comes next is told. (Unless the child
    // has turned its output into packets, with O_DIRECT: some of them may then come late, but none
    // after the exit.)
    ready = n == room || hungUp || endUnknown || owed > 0;
    shared.bytes().put(0, kept, 0, keptBytes);
    show(shared, keptBytes + n, false);
    return ready && !stuck;
  }

  /// Gives up; the end is told.
  void abandon(NativeMemory shared) {
    if (isOpen()) {
      end(shared);
    }
  }

  private void end(NativeMemory shared) {
    Libc.close(shared, fd);
    fd = -1;
    owed = 0;
    shared.bytes().put(0, kept, 0, keptBytes);
    show(shared, keptBytes, true);
    keptBytes = 0;
    kept = NOTHING;
  }

  private void show(NativeMemory shared, int length, boolean ended) {
    ByteBuffer bytes = shared.shown(length);
    child.show(output, bytes, ended);
    int left = bytes.remaining();
    stuck = left == length && length == capacity;
    keep(bytes, left);
  }

  private void keep(ByteBuffer rest, int left) {
    keptBytes = left;
    if (left > kept.length) {
      kept = new byte[Math.ceilDiv(left, KEPT_STEP) * KEPT_STEP];
    } else if (left == 0 && kept.length > KEPT_STEP) {
      kept = NOTHING;
    }
    rest.get(rest.position(), kept, 0, left);
  }
}
