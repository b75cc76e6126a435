package dev.takt.fleet.engine;

import java.util.ArrayDeque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// Frames on their way to one agent, sent by a thread of their own, so that an agent that does not
/// read holds up no other. JGroups' own queue drops messages silently when it is full, and counts
/// messages instead of bytes.
final class Outbox {

  /// As much as is kept for an agent that does not read.
  static final int MAX_BYTES = 16 << 20;

  private final Line line;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final ArrayDeque<byte[]> frames = new ArrayDeque<>();
  private long bytes;
  private boolean sending;
  private boolean ended;

  Outbox(Line line) {
    this.line = line;
  }

  void start(String member) {
    Thread.ofVirtual().name("fleet-outbox-" + member).start(this::run);
  }

  /// Adds a frame.
  ///
  /// @return false if it is full or has ended
  boolean offer(byte[] frame) {
    lock.lock();
    try {
      if (ended || bytes + frame.length > MAX_BYTES) {
        return false;
      }
      frames.add(frame);
      bytes += frame.length;
      changed.signalAll();
      return true;
    } finally {
      lock.unlock();
    }
  }

  /// Discards what is in it, and ends its thread.
  void end() {
    lock.lock();
    try {
      ended = true;
      frames.clear();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /// Waits until everything is sent, or the connection has ended.
  void awaitSent(long deadlineNanos) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      long left = deadlineNanos - System.nanoTime();
      while ((sending || !frames.isEmpty()) && !ended && left > 0) {
        left = changed.awaitNanos(left);
      }
    } finally {
      lock.unlock();
    }
  }

  private void run() {
    try {
      for (byte[] next = next(); next != null; next = next()) {
        line.send(next);
      }
    } catch (Exception e) {
      // The connection is lost: its reader reports it.
    } finally {
      end();
      line.close();
    }
  }

  private byte @Nullable [] next() throws InterruptedException {
    lock.lock();
    try {
      sending = false;
      changed.signalAll();
      while (frames.isEmpty() && !ended) {
        changed.await();
      }
      byte[] next = frames.poll();
      if (next != null) {
        bytes -= next.length;
        sending = true;
      }
      return next;
    } finally {
      lock.unlock();
    }
  }
}
