package dev.takt.watch;

import dev.takt.watch.observer.Findings;
import dev.takt.watch.observer.Observer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// A temporary directory for the files of a watch, deleted when the watch ends. It is the first
/// observer of its watch, so it finishes last.
final class TemporaryFolder implements Observer {

  private final Path path;

  /// @throws UncheckedIOException if the directory cannot be created
  TemporaryFolder() {
    try {
      path = Files.createTempDirectory("takt-watch");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Path path() {
    return path;
  }

  @Override
  public void start() {
    // The constructor has created it.
  }

  @Override
  public Findings finish() {
    try (Stream<Path> all = Files.walk(path)) {
      List<Path> deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
      for (Path each : deepestFirst) {
        Files.delete(each);
      }
    } catch (IOException | UncheckedIOException _) {
      // What cannot be deleted stays, like other temporary files.
    }
    return Findings.NONE;
  }
}
