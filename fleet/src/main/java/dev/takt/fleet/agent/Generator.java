package dev.takt.fleet.agent;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/// The generator of one machine. It is made ready first, and starts later.
public interface Generator extends AutoCloseable {

  /// What it is listened to for. Called by threads of their own.
  interface Listener {

    /// It is ready to start.
    void ready();

    /// It has ended.
    ///
    /// @param text the end of what it wrote to standard error
    void ended(int exitCode, String text);
  }

  /// Makes a generator ready.
  @FunctionalInterface
  interface Starter {

    /// @param folder new and empty; the run directory is `run` in it
    /// @param plan of the whole, in YAML
    /// @throws IOException with a message for people
    Generator start(Path folder, String plan, String share, Listener listener) throws IOException;
  }

  /// The run directory of a generator.
  static Path runDirectory(Path folder) {
    return folder.resolve("run");
  }

  /// Gives it its start.
  ///
  /// @throws IOException if it has ended
  void startAt(long nanoTime) throws IOException;

  /// Lets it end in good order.
  void stop();

  /// How long that may take. Then it is killed.
  Duration stopTimeout();

  /// Ends it at once.
  @Override
  void close();
}
