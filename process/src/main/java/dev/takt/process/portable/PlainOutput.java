package dev.takt.process.portable;

import dev.takt.process.Output;
import dev.takt.process.child.HandlerCalls;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// One output of a child of a plain launcher with callbacks: passes on what was read, and keeps the
/// bytes that the handler leaves.
///
/// For one thread at a time, except for [#pause] and [#resume].
final class PlainOutput {

  private final PipeReader reader;
  private final int size;
  private final HandlerCalls handler;
  private final Output output;

  /// The bytes that the handler has left, from the beginning to the position; null if none.
  private @Nullable ByteBuffer kept;

  /// Whether the handler got a full buffer and consumed nothing.
  private boolean stuck;

  private boolean ended;

  private volatile boolean paused;
  private volatile boolean showAgain;

  /// @param size the maximum size of the handler's buffer
  PlainOutput(PipeReader reader, int size, HandlerCalls handler, Output output) {
    this.reader = reader;
    this.size = size;
    this.handler = handler;
    this.output = output;
  }

  void start() {
    reader.start();
  }

  void pause() {
    paused = true;
  }

  void resume() {
    showAgain = true;
    paused = false;
  }

  void childEnded() {
    reader.childEnded();
  }

  void graceOver() {
    reader.graceOver();
  }

  /// Whether all that the child wrote before it ended was passed on.
  boolean isSettled() {
    return ended || reader.isSettled();
  }

  /// Passes on the available bytes.
  void advance() {
    if (ended || paused) {
      return;
    }
    if (showAgain) {
      showAgain = false;
      stuck = false;
      if (kept != null) {
        showKept(kept, false);
      }
    }
    ByteBuffer bytes = reader.bytes();
    while (bytes != null && bytes.hasRemaining() && !stuck && !paused) {
      showMore(bytes);
    }
    if (bytes != null && !bytes.hasRemaining()) {
      reader.taken();
    }
    if (reader.hasEnded() && !stuck && !paused) {
      end();
    }
  }

  /// Closes the output and reports its end.
  void abandon() {
    if (!ended) {
      reader.abandon();
      end();
    }
  }

  private void showMore(ByteBuffer bytes) {
    if (kept == null) {
      int length = bytes.remaining();
      handler.output(output, bytes, false);
      if (bytes.hasRemaining()) {
        stuck = length == size && bytes.remaining() == length;
        kept = ByteBuffer.allocate(size).put(bytes);
      }
    } else {
      int part = Math.min(bytes.remaining(), kept.remaining());
      kept.put(kept.position(), bytes, bytes.position(), part);
      kept.position(kept.position() + part);
      bytes.position(bytes.position() + part);
      showKept(kept, false);
    }
  }

  private void showKept(ByteBuffer bytes, boolean end) {
    bytes.flip();
    handler.output(output, bytes, end);
    stuck = bytes.remaining() == size;
    if (bytes.hasRemaining()) {
      bytes.compact();
    } else {
      kept = null;
    }
  }

  private void end() {
    ended = true;
    showKept(kept == null ? ByteBuffer.allocate(0) : kept, true);
    kept = null;
  }
}
