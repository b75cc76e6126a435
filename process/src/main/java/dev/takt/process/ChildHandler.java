package dev.takt.process;

import java.nio.ByteBuffer;

/// Is told what happens to a child. Calls for one child come one after another, never two at once;
/// which thread makes them, [Launcher.Builder] says.
///
/// By default they are made by the thread that pumps, which has other children to look after: a
/// handler that may block should be given an executor, or use streams. A handler that cannot take
/// more leaves bytes where they are or calls [CallbackChild#pause]: that stops reading from its own
/// child only.
///
/// If a method throws, the child is killed, its outputs are given up, [#onFailure] is told, and
/// [#onExit] comes as always.
public interface ChildHandler {

  /// Bytes have come from standard output.
  ///
  /// What the handler takes it takes by moving the position. What it leaves comes again, with more
  /// behind it, when more has come, when [CallbackChild#resume] asks for it, or at the end. If it
  /// takes nothing of a full buffer, no more is read before [CallbackChild#resume]. It moves
  /// nothing but the position: one that flips, clears or compacts the buffer has failed.
  ///
  /// @param bytes a buffer that is used again after the call
  /// @param ended whether nothing comes any more; told once for each output that is a pipe
  default void onStdout(CallbackChild child, ByteBuffer bytes, boolean ended) {
    bytes.position(bytes.limit());
  }

  /// Bytes have come from standard error; see [#onStdout].
  default void onStderr(CallbackChild child, ByteBuffer bytes, boolean ended) {
    bytes.position(bytes.limit());
  }

  /// There is room in standard input, and [CallbackChild#wantStdin] was called.
  ///
  /// @param room to be filled from its position, and not flipped; used again after the call
  /// @return whether to be called again when there is room; if not, or if nothing was filled in,
  ///   [CallbackChild#wantStdin] asks anew
  default boolean onStdin(CallbackChild child, ByteBuffer room) {
    return false;
  }

  /// Standard input is closed, and not because it was asked for: the child has closed it or has
  /// ended.
  ///
  /// @param lostBytes how much of what was queued it has not got
  default void onStdinClosed(CallbackChild child, long lostBytes) {}

  /// The child has ended. Told exactly once, after all that it wrote itself has been shown. Others
  /// that it left behind may hold its outputs and write more, which is still told.
  void onExit(CallbackChild child, Exit exit);

  /// A method of this handler has thrown something. The child is killed already.
  default void onFailure(CallbackChild child, Throwable failure) {
    Thread thread = Thread.currentThread();
    thread.getUncaughtExceptionHandler().uncaughtException(thread, failure);
  }
}
