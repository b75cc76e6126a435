package dev.takt.process;

import java.nio.ByteBuffer;

/// A child whose [ChildHandler] is called on events. All methods return at once and may be called
/// by any thread, including those that call the handler.
public non-sealed interface CallbackChild extends Child {

  /// Queues bytes for standard input. The buffer must not be used until they are written or lost;
  /// [ChildHandler#onStdinClosed] reports lost bytes. Direct buffers are not copied.
  ///
  /// @return false if standard input is closed, or is not a pipe; the bytes are lost then
  boolean write(ByteBuffer bytes);

  /// Requests a call of [ChildHandler#onStdin] as soon as there is room and the queue is empty.
  void wantStdin();

  /// Closes standard input after the queue is written.
  void closeStdin();

  /// Closes standard input at once; queued bytes are lost.
  void closeStdinNow();

  /// How many bytes are queued and not written yet.
  long queuedBytes();

  /// Stops reading an output. The child then blocks when the pipe is full (usually 64 KiB on
  /// Linux). Other children are not affected.
  void pause(Output output);

  /// Resumes reading, and passes the bytes that the handler has left to it again.
  void resume(Output output);

  /// Closes the outputs that have not ended: later bytes are discarded, and processes that write
  /// there get EPIPE. The handler is called with the end of each output.
  void closeOutputs();
}
