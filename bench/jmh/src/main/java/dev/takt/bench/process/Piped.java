package dev.takt.bench.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;

/// A child that is talked to through blocking streams.
interface Piped {

  OutputStream stdin();

  InputStream stdout();

  /// Waits for its end.
  ///
  /// @return its exit code
  int awaitExit() throws InterruptedException;

  /// How one is started.
  interface Starter {
    Piped start(List<String> words) throws IOException;
  }
}
