package dev.takt.process.portable;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.concurrent.Executor;

/// The standard input of a child of a plain launcher: a queue, and a thread that writes it and may
/// block. The thread is used only while there is something to write.
///
/// The stream is used and closed by that thread only; see [PipeReader].
final class PipeWriter {

  /// Maximum size of one write. After a failed write it is unknown how many of its bytes arrived,
  /// so this is also the precision of the number of lost bytes.
  private static final int CHUNK_BYTES = 1 << 13;

  private final OutputStream out;
  private final Runnable changed;
  private final SerialExecutor writing;

  // Guarded by this.
  private final ArrayDeque<ByteBuffer> queue = new ArrayDeque<>(4);
  private long queued;
  private boolean wanted;
  private boolean filling;
  private boolean closing;
  private boolean broken;
  private boolean closed;

  /// @param executor has threads that may block
  /// @param changed called when the queue is empty, or when the child does not read any more
  PipeWriter(OutputStream out, Executor executor, Runnable changed) {
    this.out = out;
    this.changed = changed;
    writing = new SerialExecutor(executor, executor, this::write);
  }

  /// @return false if no more bytes are accepted
  boolean add(ByteBuffer bytes) {
    synchronized (this) {
      if (closing || broken || closed) {
        return false;
      }
      queued += bytes.remaining();
      queue.addLast(bytes);
    }
    writing.request();
    return true;
  }

  /// Closes after the queue is written.
  void close() {
    synchronized (this) {
      closing = true;
    }
    writing.request();
  }

  /// Closes at once, but the writing thread first finishes the chunk that is being written.
  ///
  /// @return how many bytes were queued and are lost
  long shut() {
    long lost;
    synchronized (this) {
      closed = true;
      lost = queued;
      queued = 0;
      queue.clear();
    }
    writing.request();
    return lost;
  }

  synchronized void want() {
    wanted = true;
  }

  /// Whether [#want] was called and there is room now. If so, the caller must call [#fill] next.
  /// Until then only [#shut] closes: filled-in bytes come before a close that is requested
  /// meanwhile.
  synchronized boolean takeWanted() {
    boolean now = wanted && queue.isEmpty() && !closing && !broken && !closed;
    wanted &= !now;
    filling |= now;
    return now;
  }

  /// @param more whether more is wanted
  void fill(ByteBuffer bytes, boolean more) {
    synchronized (this) {
      filling = false;
      if (bytes.hasRemaining() && !broken && !closed) {
        wanted |= more;
        queued += bytes.remaining();
        queue.addLast(bytes);
      }
    }
    writing.request();
  }

  synchronized long queuedBytes() {
    return queued;
  }

  /// Whether the child does not read any more, and [#shut] must be called.
  synchronized boolean isBroken() {
    return broken && !closed;
  }

  /// Whether it has not been closed yet, or bytes queued before are still to be written.
  synchronized boolean isOpen() {
    return !closed && !(closing && queued == 0);
  }

  private void write() {
    byte[] chunk = new byte[CHUNK_BYTES];
    int n;
    while ((n = next(chunk)) > 0) {
      try {
        out.write(chunk, 0, n);
        out.flush();
      } catch (IOException _) {
        synchronized (this) {
          broken = true;
        }
        changed.run();
        break;
      }
      if (written(n)) {
        changed.run();
      }
    }
    if (isToBeClosed()) {
      closeStream();
    }
  }

  /// @return how many bytes of the chunk to write; 0 if there is nothing to do
  private synchronized int next(byte[] chunk) {
    if (broken || closed) {
      return 0;
    }
    ByteBuffer head = queue.peekFirst();
    while (head != null && !head.hasRemaining()) {
      queue.pollFirst();
      head = queue.peekFirst();
    }
    if (head == null) {
      return 0;
    }
    int n = Math.min(chunk.length, head.remaining());
    head.get(head.position(), chunk, 0, n);
    return n;
  }

  /// @return whether the queue is now empty
  private synchronized boolean written(int n) {
    ByteBuffer head = queue.peekFirst();
    if (closed || head == null) {
      return false;
    }
    head.position(head.position() + n);
    queued -= n;
    if (!head.hasRemaining()) {
      queue.pollFirst();
    }
    return queue.isEmpty();
  }

  private synchronized boolean isToBeClosed() {
    return broken || closed || (closing && queue.isEmpty() && !filling);
  }

  private void closeStream() {
    try {
      out.close();
    } catch (IOException _) {
      // Everything was flushed, so nothing can be lost here.
    }
  }
}
