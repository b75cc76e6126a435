package dev.takt.process;

import java.nio.ByteBuffer;

/// Calls the handler of a child. Once it has thrown, the child is killed, and the handler is called
/// only for that failure and for the exit. For one thread at a time.
final class HandlerCalls {

  private final CallbackChild child;
  private final ChildHandler handler;
  private boolean failed;

  HandlerCalls(CallbackChild child, ChildHandler handler) {
    this.child = child;
    this.handler = handler;
  }

  /// Makes no further calls except for the exit.
  void silence() {
    failed = true;
  }

  /// Passes bytes to the handler, or discards them if it has failed.
  void output(Output output, ByteBuffer bytes, boolean ended) {
    if (failed) {
      bytes.position(bytes.limit());
      return;
    }
    int limit = bytes.limit();
    try {
      if (output == Output.STDOUT) {
        handler.onStdout(child, bytes, ended);
      } else {
        handler.onStderr(child, bytes, ended);
      }
      requireSameLimit(limit, bytes);
    } catch (Throwable e) {
      bytes.limit(limit).position(limit);
      fail(e);
    }
  }

  /// @return whether to call again when there is room
  boolean stdin(ByteBuffer room) {
    int limit = room.limit();
    try {
      boolean more = !failed && handler.onStdin(child, room);
      requireSameLimit(limit, room);
      return more;
    } catch (Throwable e) {
      room.limit(limit).position(0);
      fail(e);
      return false;
    }
  }

  /// The bytes beyond a buffer's limit belong to other uses of the memory.
  private static void requireSameLimit(int limit, ByteBuffer bytes) {
    if (bytes.limit() != limit) {
      throw new IllegalStateException(
          "a handler moves the position of its buffer and nothing else: no flip, clear or compact");
    }
  }

  void stdinClosed(long lostBytes) {
    if (!failed) {
      try {
        handler.onStdinClosed(child, lostBytes);
      } catch (Throwable e) {
        fail(e);
      }
    }
  }

  void exit(Exit exit) {
    try {
      handler.onExit(child, exit);
    } catch (Throwable e) {
      fail(e);
    }
  }

  private void fail(Throwable failure) {
    failed = true;
    child.closeOutputs();
    child.closeStdinNow();
    child.kill();
    try {
      handler.onFailure(child, failure);
    } catch (Throwable e) {
      e.addSuppressed(failure);
      report(e);
    }
  }

  /// Passes a failure that no handler takes to this thread's uncaught-exception handler. Failures
  /// of that handler are ignored, as the JVM does, because this thread serves other children.
  static void report(Throwable failure) {
    Thread thread = Thread.currentThread();
    try {
      thread.getUncaughtExceptionHandler().uncaughtException(thread, failure);
    } catch (Throwable _) {
      // There is no other place to report it.
    }
  }
}
