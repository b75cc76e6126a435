package dev.takt.process.portable;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/// Reads an output of a child of a plain launcher, one buffer at a time, in a thread that may
/// block. The thread is used only while the buffer is wanted.
///
/// The stream is used and closed by that thread only: closing it during a read might make the read
/// hit a reused descriptor.
final class PipeReader implements Runnable {

  /// Maximum bytes in flight from a child besides those in the buffer: the capacity of the pipe,
  /// and the buffer of the JDK's stream.
  private static final int MAX_IN_FLIGHT = (1 << 16) + (1 << 13);

  private final InputStream in;
  private final int size;
  private final Executor executor;
  private final Runnable changed;

  /// Allocated with the first byte: an output that stays empty, as standard error usually does,
  /// needs none.
  private byte @Nullable [] array;

  // Guarded by this.
  private @Nullable ByteBuffer filled;
  private boolean over;
  private boolean unwanted;
  private boolean childEnded;

  /// Whether the read that was in progress when the child ended still is.
  private boolean sameRead;

  private boolean graceOver;
  private int owed;
  private boolean caughtUp;

  /// @param size of the buffer
  /// @param executor has threads that may block
  /// @param changed called when there are bytes, or the end
  PipeReader(InputStream in, int size, Executor executor, Runnable changed) {
    this.in = in;
    this.size = size;
    this.executor = executor;
    this.changed = changed;
  }

  void start() {
    executor.execute(this);
  }

  @Override
  public void run() {
    int n = -1;
    try {
      n = isUnwanted() ? -1 : read();
    } catch (IOException _) {
      // The JDK has closed its end: there are no more bytes.
    } finally {
      if (!fill(n)) {
        closeStream();
      }
      changed.run();
    }
  }

  /// @param n how many bytes were read, or -1 at the end
  /// @return whether there may be more
  private synchronized boolean fill(int n) {
    sameRead = false;
    over = n <= 0 || unwanted;
    if (!over) {
      if (childEnded) {
        owed -= n;
        caughtUp |= owed <= 0;
      }
      filled = ByteBuffer.wrap(array(), 0, n);
    }
    return !over;
  }

  /// The bytes that were read and not taken yet; null if there are none now.
  synchronized @Nullable ByteBuffer bytes() {
    return filled;
  }

  /// The number of those bytes.
  synchronized int available() {
    return filled == null ? 0 : filled.remaining();
  }

  /// The result of [#bytes] was taken: the next read may start.
  void taken() {
    synchronized (this) {
      if (filled == null) {
        return;
      }
      filled = null;
    }
    executor.execute(this);
  }

  /// Whether everything was taken, and no more comes.
  synchronized boolean hasEnded() {
    return filled == null && (over || unwanted);
  }

  /// Discards present and later bytes; the stream is closed when the read in progress returns.
  void abandon() {
    boolean reading;
    synchronized (this) {
      unwanted = true;
      reading = filled == null;
      filled = null;
    }
    if (!reading) {
      executor.execute(this);
    }
  }

  /// The child has ended; other processes may still write.
  synchronized void childEnded() {
    if (!childEnded) {
      childEnded = true;
      sameRead = filled == null;
      owed = size + MAX_IN_FLIGHT;
    }
  }

  /// The grace period is over: a read that was in progress when the child ended, and still is, will
  /// return nothing of the child's.
  synchronized void graceOver() {
    graceOver = true;
  }

  /// Whether all that the child wrote before it ended was taken.
  synchronized boolean isSettled() {
    return filled == null && (over || unwanted || caughtUp || (graceOver && sameRead));
  }

  private int read() throws IOException {
    noticeEmpty();
    if (array == null) {
      int first = in.read();
      if (first < 0) {
        return -1;
      }
      array()[0] = (byte) first;
      int more = Math.min(in.available(), size - 1);
      return 1 + (more == 0 ? 0 : Math.max(0, in.read(array(), 1, more)));
    }
    return in.read(array);
  }

  /// If there is nothing to read after the child's end, all its bytes have been read.
  private void noticeEmpty() throws IOException {
    synchronized (this) {
      if (!childEnded || caughtUp) {
        return;
      }
    }
    if (in.available() == 0) {
      synchronized (this) {
        caughtUp = true;
      }
      changed.run();
    }
  }

  private byte[] array() {
    if (array == null) {
      array = new byte[size];
    }
    return array;
  }

  private synchronized boolean isUnwanted() {
    return unwanted;
  }

  private void closeStream() {
    try {
      in.close();
    } catch (IOException _) {
      // There is nothing to do about it.
    }
  }
}
