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

/// A folder for what observers leave, which is gone when the watch is. As the first observer of a
/// watch it finishes last.
final class TemporaryFolder implements Observer {

  private final Path path;

  /// @throws UncheckedIOException if there is no room for temporary files
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
    // It is there already.
  }

  @Override
  public Findings finish() {
    try (Stream<Path> all = Files.walk(path)) {
      List<Path> deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
      for (Path each : deepestFirst) {
        Files.delete(each);
      }
    } catch (IOException | UncheckedIOException _) {
      // What cannot be deleted stays, as temporary files do.
    }
    return Findings.NONE;
  }
}
