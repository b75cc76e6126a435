package dev.takt.process;

import java.io.InputStream;
import java.io.OutputStream;

/// A child with blocking streams. A virtual thread that waits in one of them does not block its
/// carrier.
///
/// The streams have no buffer except the pipe: wrap them for byte-wise access. An interrupt ends a
/// wait with an [java.io.InterruptedIOException]; the stream can be used afterwards. Closing a
/// stream ends the wait of a thread that reads it or writes to it with an exception.
///
/// The exit is detected whether or not any thread reads. Outputs can be read after it; they end
/// when no process holds the pipe any more, which may be long after if the child left children
/// behind.
public non-sealed interface StreamChild extends Child, AutoCloseable {

  /// Its standard input; rejects writes if that is not a pipe.
  OutputStream stdin();

  /// Its standard output; empty if that is not a pipe.
  InputStream stdout();

  /// Its standard error; empty if that is not a pipe.
  InputStream stderr();

  /// Closes the streams and, if the child still runs, kills it. Does not wait.
  @Override
  void close();
}
