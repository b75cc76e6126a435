package dev.takt.process;

import java.nio.ByteBuffer;

/// A child whose [ChildHandler] is called when something happens. All methods return at once and
/// may be called by any thread, the handler's own too.
public non-sealed interface CallbackChild extends Child {

  /// Queues bytes for standard input. The buffer belongs to the child until they are written or
  /// lost, which [ChildHandler#onStdinClosed] tells; direct ones are not copied.
  ///
  /// @return false if standard input is closed, or is not a pipe; the bytes are lost then
  boolean write(ByteBuffer bytes);

  /// Asks for [ChildHandler#onStdin] as soon as there is room and the queue is empty.
  void wantStdin();

  /// Closes standard input once the queue is written.
  void closeStdin();

  /// Closes standard input at once; what is queued is lost.
  void closeStdinNow();

  /// Bytes that are queued and not written yet.
  long queuedBytes();

  /// Stops reading an output, and so in the end the child, when the pipe is full (64 KiB on Linux
  /// as a rule). Other children go on.
  void pause(Output output);

  /// Goes on reading, and shows again what the handler has left.
  void resume(Output output);

  /// Gives up the outputs that have not ended: what still comes is not wanted, and who writes there
  /// gets EPIPE. Their ends are told.
  void closeOutputs();
}
