package dev.takt.process;

import java.nio.ByteBuffer;

/// Callbacks for the events of a child. Calls for one child never overlap; [Launcher.Builder]
/// defines which thread makes them.
///
/// By default the calls are made by an event-loop thread that also serves other children. A handler
/// that may block should be given an executor, or use streams. A handler that cannot accept more
/// leaves bytes in the buffer or calls [CallbackChild#pause]: that stops reading from its own child
/// only.
///
/// If a method throws, the child is killed, its outputs are closed, [#onFailure] is called, and
/// [#onExit] follows as always.
public interface ChildHandler {

  /// Bytes were read from standard output.
  ///
  /// The handler consumes bytes by moving the position. Bytes that it leaves are passed again,
  /// followed by new ones, when more are read, when [CallbackChild#resume] is called, or at the
  /// end. If it consumes nothing of a full buffer, no more is read before [CallbackChild#resume].
  /// It must move only the position: flipping, clearing or compacting the buffer counts as a
  /// failure.
  ///
  /// @param bytes a buffer that is reused after the call
  /// @param ended whether this is the end of the output; true exactly once for each output that is
  ///   a pipe
  default void onStdout(CallbackChild child, ByteBuffer bytes, boolean ended) {
    bytes.position(bytes.limit());
  }

  /// Bytes were read from standard error; see [#onStdout].
  default void onStderr(CallbackChild child, ByteBuffer bytes, boolean ended) {
    bytes.position(bytes.limit());
  }

  /// Called when standard input has room, after [CallbackChild#wantStdin].
  ///
  /// @param room buffer to fill from its position, and not to flip; reused after the call
  /// @return whether to call again when there is room; if false, or if nothing was filled in,
  ///   [CallbackChild#wantStdin] requests the next call
  default boolean onStdin(CallbackChild child, ByteBuffer room) {
    return false;
  }

  /// Standard input was closed without a request: the child has closed it or has ended.
  ///
  /// @param lostBytes how many of the queued bytes the child did not receive
  default void onStdinClosed(CallbackChild child, long lostBytes) {}

  /// The child has ended. Called exactly once, after the handler has received everything that the
  /// child itself wrote. Processes that it left behind may hold its outputs and write more; those
  /// bytes are still passed to this handler.
  void onExit(CallbackChild child, Exit exit);

  /// A method of this handler has thrown. The child has already been killed.
  default void onFailure(CallbackChild child, Throwable failure) {
    Thread thread = Thread.currentThread();
    thread.getUncaughtExceptionHandler().uncaughtException(thread, failure);
  }
}
