package dev.takt.process.child;

import dev.takt.process.CallbackChild;
import dev.takt.process.ChildHandler;
import dev.takt.process.Exit;
import dev.takt.process.Output;
import java.nio.ByteBuffer;

/// Calls the handler of a child. Once it has thrown, the child is killed, and the handler is called
/// only for that failure and for the exit. For one thread at a time.
public final class HandlerCalls {

  private final CallbackChild child;
  private final ChildHandler handler;
  private boolean failed;

  /// Calls nothing yet.
  public HandlerCalls(CallbackChild child, ChildHandler handler) {
    this.child = child;
    this.handler = handler;
  }

  /// Makes no further calls except for the exit.
  public void mute() {
    failed = true;
  }

  /// Passes bytes to the handler, or discards them if it has failed.
  public void output(Output output, ByteBuffer bytes, boolean ended) {
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

  /// Asks the handler for standard input.
  ///
  /// @return whether to call again when there is room
  public boolean stdin(ByteBuffer room) {
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

  /// Standard input was closed without a request.
  public void stdinClosed(long lostBytes) {
    if (!failed) {
      try {
        handler.onStdinClosed(child, lostBytes);
      } catch (Throwable e) {
        fail(e);
      }
    }
  }

  /// The child has ended.
  public void exit(Exit exit) {
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
  public static void report(Throwable failure) {
    Thread thread = Thread.currentThread();
    try {
      thread.getUncaughtExceptionHandler().uncaughtException(thread, failure);
    } catch (Throwable _) {
      // There is no other place to report it.
    }
  }
}
