package dev.takt.process.linux.launch;

import dev.takt.process.linux.Errno;
import dev.takt.process.linux.Libc;
import dev.takt.process.linux.NativeMemory;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/// The standard input of a child with callbacks: first a queue of buffers, then what the handler
/// fills in when there is room.
///
/// Requests by other threads are guarded by this object; writing is done by one thread at a time.
final class InputPipe {

  /// The result of a turn.
  enum Turn {
    /// There is nothing to write, or no room.
    IDLE,
    /// There may be more to write at once.
    AGAIN,
    /// There is no room; the descriptor must be watched.
    FULL,
    /// The child does not read any more.
    BROKEN
  }

  /// After this many writes, a child that reads as fast as it is written to yields to other
  /// children.
  private static final int MAX_WRITES_PER_TURN = 4;

  /// The kernel counts a pipe's room in pages; a partly read page counts as full.
  private static final int PAGE_BYTES = 1 << 12;

  /// Memory for the rest is reused up to this size.
  private static final int KEPT_BYTES = 4 * PAGE_BYTES;

  private static final byte[] NOTHING = {};

  private final LinuxCallbackChild child;

  // Guarded by this.
  private @Nullable ArrayDeque<ByteBuffer> queue;
  private long queued;
  private boolean wanted;
  private boolean closing;
  private boolean closingNow;
  private boolean closed;

  // Used only by the thread that writes.
  private int fd;
  private boolean writable = true;
  private boolean watched;

  /// Bytes that the handler has filled in and that did not fit into the pipe.
  private @Nullable ByteBuffer rest;

  /// The memory of the last rest.
  private byte[] restMemory = NOTHING;

  /// @param fd non-blocking
  InputPipe(LinuxCallbackChild child, int fd) {
    this.child = child;
    this.fd = fd;
  }

  int fd() {
    return fd;
  }

  boolean isOpen() {
    return fd >= 0;
  }

  synchronized boolean add(ByteBuffer bytes) {
    if (closing || closed) {
      return false;
    }
    if (queue == null) {
      queue = new ArrayDeque<>(4);
    }
    queued += bytes.remaining();
    queue.addLast(bytes);
    return true;
  }

  synchronized void want() {
    wanted = true;
  }

  synchronized void close(boolean now) {
    closing = true;
    closingNow |= now;
  }

  synchronized long queuedBytes() {
    return queued;
  }

  void becomeWritable() {
    writable = true;
  }

  /// Writes what can be written now.
  ///
  /// @param shared memory that others use afterwards
  Turn advance(NativeMemory shared) {
    if (!isOpen()) {
      return Turn.IDLE;
    }
    if (isClosingNow()) {
      shut(shared);
      return Turn.IDLE;
    }
    for (int i = 0; i < MAX_WRITES_PER_TURN && writable; i++) {
      ByteBuffer head = head();
      int result;
      if (rest != null) {
        result = writeHeap(shared, rest);
        if (!rest.hasRemaining()) {
          rest = null;
        }
      } else if (head != null) {
        result = head.isDirect() ? writeDirect(shared, head) : writeHeap(shared, head);
        countWritten(head, result);
      } else if (isClosing()) {
        shut(shared);
        return Turn.IDLE;
      } else if (takeWanted()) {
        result = fill(shared);
        if (result == 0) {
          return Turn.IDLE;
        }
      } else {
        return Turn.IDLE;
      }
      if (result < 0 && result != -Errno.EAGAIN && result != -Errno.EINTR) {
        return Turn.BROKEN;
      }
    }
    if (writable) {
      return Turn.AGAIN;
    }
    if (watched) {
      return Turn.IDLE;
    }
    watched = true;
    return Turn.FULL;
  }

  /// Closes at once.
  ///
  /// @return how many bytes were queued and are lost
  long shut(NativeMemory memory) {
    if (isOpen()) {
      Libc.close(memory, fd);
      fd = -1;
    }
    long lost = rest == null ? 0 : rest.remaining();
    rest = null;
    synchronized (this) {
      closed = true;
      lost += queued;
      queued = 0;
      queue = null;
      return lost;
    }
  }

  private int writeDirect(NativeMemory memory, ByteBuffer head) {
    int n = write(memory, MemorySegment.ofBuffer(head).address(), head.remaining());
    advance(head, n);
    return n;
  }

  private int writeHeap(NativeMemory memory, ByteBuffer head) {
    int length = Math.min(head.remaining(), memory.size());
    memory.bytes().put(0, head, head.position(), length);
    int n = write(memory, memory.address(), length);
    advance(head, n);
    return n;
  }

  private static void advance(ByteBuffer head, int written) {
    head.position(head.position() + Math.max(0, written));
  }

  private synchronized void countWritten(ByteBuffer head, int written) {
    queued -= Math.max(0, written);
    if (queue != null && !head.hasRemaining()) {
      queue.pollFirst();
    }
  }

  private int fill(NativeMemory shared) {
    // No more than there is room for: the rest would have to be kept.
    int set = child.command().pipeBytes();
    int free = (set > 0 ? set : Libc.PIPE_BYTES) - Math.max(0, Libc.readable(shared, fd));
    ByteBuffer room = shared.shown(Math.min(child.capacity(), Math.max(PAGE_BYTES, free)));
    boolean more = child.fill(room);
    int length = room.position();
    if (!isOpen() || length == 0) {
      return 0;
    }
    if (more) {
      want();
    }
    int n = write(shared, shared.address(), length);
    int written = Math.max(0, n);
    if (written < length && (n >= 0 || n == -Errno.EAGAIN || n == -Errno.EINTR)) {
      keepRest(shared.bytes(), written, length - written);
    }
    return n == 0 ? -Errno.EAGAIN : n;
  }

  private void keepRest(ByteBuffer bytes, int from, int length) {
    if (length > restMemory.length) {
      restMemory = new byte[Math.ceilDiv(length, PAGE_BYTES) * PAGE_BYTES];
    }
    bytes.get(from, restMemory, 0, length);
    rest = ByteBuffer.wrap(restMemory, 0, length);
    if (restMemory.length > KEPT_BYTES) {
      restMemory = NOTHING;
    }
  }

  private int write(NativeMemory memory, long address, int length) {
    int n = Libc.write(memory, fd, address, length);
    writable = n == length || n == -Errno.EINTR;
    return n;
  }

  private synchronized @Nullable ByteBuffer head() {
    return queue == null ? null : queue.peekFirst();
  }

  private synchronized boolean takeWanted() {
    boolean was = wanted;
    wanted = false;
    return was;
  }

  private synchronized boolean isClosing() {
    return closing;
  }

  /// Whether a close was requested and nothing is left to write.
  synchronized boolean isDone() {
    return closing && queued == 0 && rest == null;
  }

  private synchronized boolean isClosingNow() {
    return closingNow;
  }
}
