package dev.takt.process;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/// Reads an output of a child of a plain launcher: one buffer at a time, in a thread that may wait,
/// and which is there only while the buffer is wanted.
///
/// The stream is used and closed by that thread only: to close it beside a read might let the read
/// hit a descriptor that has become somebody else's.
final class PipeReader implements Runnable {

  /// What may be on its way from a child besides the bytes in the buffer: what the pipe holds, and
  /// the buffer of the JDK's stream.
  private static final int MAX_IN_FLIGHT = (1 << 16) + (1 << 13);

  private final InputStream in;
  private final int size;
  private final Executor executor;
  private final Runnable changed;

  /// Made for the first byte: an output that says nothing, as most errors do, needs none.
  private byte @Nullable [] array;

  // Guarded by this.
  private @Nullable ByteBuffer filled;
  private boolean over;
  private boolean unwanted;
  private boolean childEnded;

  /// Whether the read that was under way when the child ended still is.
  private boolean sameRead;

  private boolean graceOver;
  private int owed;
  private boolean caughtUp;

  /// @param size of the buffer
  /// @param executor has threads that may wait
  /// @param changed is told that there is something, or the end
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
      // The JDK's end has been closed: nothing comes any more.
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

  /// What was read and not taken yet; null if there is nothing now.
  synchronized @Nullable ByteBuffer bytes() {
    return filled;
  }

  /// How much that is.
  synchronized int available() {
    return filled == null ? 0 : filled.remaining();
  }

  /// [#totalBytes] were taken: the next may be read.
  void taken() {
    synchronized (this) {
      if (filled == null) {
        return;
      }
      filled = null;
    }
    executor.execute(this);
  }

  /// Whether all was taken, and nothing comes any more.
  synchronized boolean hasEnded() {
    return filled == null && (over || unwanted);
  }

  /// Nothing more is wanted: what is there and what comes is dropped, and the stream is closed when
  /// the read that is under way returns.
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

  /// The child has ended; others may still write.
  synchronized void childEnded() {
    if (!childEnded) {
      childEnded = true;
      sameRead = filled == null;
      owed = size + MAX_IN_FLIGHT;
    }
  }

  /// A read that was under way when the child ended and has had this much time since finds nothing
  /// of the child's.
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

  /// Nothing to read after the end of the child: all of its own has been read.
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
      // There is nobody who could do anything about it.
    }
  }
}
