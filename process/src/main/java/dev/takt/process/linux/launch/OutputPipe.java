package dev.takt.process.linux.launch;

import dev.takt.process.Output;
import dev.takt.process.linux.Errno;
import dev.takt.process.linux.Libc;
import dev.takt.process.linux.NativeMemory;
import java.nio.ByteBuffer;

/// One output of a child with callbacks: reads it, and keeps the bytes that the handler leaves.
///
/// For one thread at a time, except for [#pause] and [#resume].
final class OutputPipe {

  /// How often a pipe is found full before its size is increased. Most children never write that
  /// much, and the total pipe memory of a user is limited; but children that do write so much then
  /// cause fewer wake-ups.
  private static final int FULL_BEFORE_GROWTH = 4;

  /// Memory for kept bytes grows in these steps, and is not freed up to this size.
  private static final int KEPT_STEP = 1024;

  private static final byte[] NOTHING = {};

  private final LinuxCallbackChild child;
  private final Output output;

  /// The maximum size of the handler's buffer; the shared memory is at least that large.
  private final int capacity;

  private int fd;

  /// Whether a read may find something.
  private boolean ready;

  private boolean hungUp;

  /// How often the pipe was found full; negative once its size has been increased, or the increase
  /// was refused.
  private int full;

  /// How many of the bytes that the child wrote before it ended are still in the pipe.
  private int owed;

  /// Whether it must still be checked, before the exit is reported, if this output has ended with
  /// the child.
  private boolean endUnknown;

  /// The bytes that the handler has left: the first `keptBytes`. On the heap, and no larger than
  /// necessary: there may be a thousand children, each with half a line.
  private byte[] kept = NOTHING;

  private int keptBytes;

  /// Whether the handler got a full buffer and consumed nothing.
  private boolean stuck;

  private volatile boolean paused;
  private volatile boolean showAgain;

  /// @param fd non-blocking
  /// @param grows whether the pipe gets a larger capacity when it is often full
  OutputPipe(LinuxCallbackChild child, Output output, int fd, int capacity, boolean grows) {
    full = grows ? 0 : -1;
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

  /// @param over whether all writers have closed the pipe: then no further event comes, and the
  ///   pipe is read to its end
  void becomeReady(boolean over) {
    ready = true;
    hungUp |= over;
  }

  /// The child has ended: the bytes in the pipe now are passed on before its exit. Other processes
  /// may write more.
  void childEnded(NativeMemory memory) {
    if (isOpen()) {
      owed = Math.max(0, Libc.readable(memory, fd));
      endUnknown = true;
      ready = true;
    }
  }

  /// Whether all that the child wrote before it ended was passed on, and the end of the output too
  /// if no other process holds it.
  boolean isSettled() {
    return !isOpen() || (owed == 0 && (!endUnknown || paused || stuck));
  }

  /// Passes on the bytes of at most one read.
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
    // A short read: the pipe was empty, and an event announces the next bytes. (Exception: the
    // child has switched its output to packet mode with O_DIRECT; some packets may then come late,
    // but none after the exit.)
    ready = n == room || hungUp || endUnknown || owed > 0;
    shared.bytes().put(0, kept, 0, keptBytes);
    show(shared, keptBytes + n, false);
    return ready && !stuck;
  }

  /// Closes the pipe and reports its end.
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
