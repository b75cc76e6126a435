package dev.takt.process;

import java.nio.ByteBuffer;

/// Calls the handler of a child. Once it has thrown, the child is ended and the handler is told of
/// nothing more but that, and the exit. Used by one thread at a time.
final class HandlerCalls {

  private final CallbackChild child;
  private final ChildHandler handler;
  private boolean failed;

  HandlerCalls(CallbackChild child, ChildHandler handler) {
    this.child = child;
    this.handler = handler;
  }

  /// Tells the handler nothing more.
  void silence() {
    failed = true;
  }

  /// Shows what has come, and takes it where the handler does not want it any more.
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

  /// @return whether to ask again when there is room
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

  /// Behind the limit of a buffer stands what belongs to others.
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

  /// Hands what nobody else takes to this thread's last resort, whose own failures are ignored as
  /// the JVM ignores them: this thread has others to look after.
  static void report(Throwable failure) {
    Thread thread = Thread.currentThread();
    try {
      thread.getUncaughtExceptionHandler().uncaughtException(thread, failure);
    } catch (Throwable _) {
      // There is nobody left to tell.
    }
  }
}
