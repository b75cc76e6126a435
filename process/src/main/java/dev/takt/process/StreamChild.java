package dev.takt.process;

import java.io.InputStream;
import java.io.OutputStream;

/// A child that is talked to through blocking streams. A virtual thread that waits in one of them
/// holds no other thread.
///
/// Each stream is buffered by nobody but the pipe: wrap what is read byte by byte. An interrupt
/// ends a wait with an [java.io.InterruptedIOException]; the stream can be used afterwards. Closing
/// a stream ends the wait of a thread that reads it or writes to it with an exception.
///
/// The exit is noticed whether or not anybody reads. Outputs can be read after it; they end when
/// nobody holds the pipe any more, which may be long after if the child left children behind.
public non-sealed interface StreamChild extends Child, AutoCloseable {

  /// What goes to its standard input; refuses to take anything if that is no pipe.
  OutputStream stdin();

  /// What comes from its standard output; empty if that is no pipe.
  InputStream stdout();

  /// What comes from its standard error; empty if that is no pipe.
  InputStream stderr();

  /// Closes the streams and, if the child still runs, kills it. Does not wait.
  @Override
  void close();
}
