package dev.takt.cli.output;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Interval logs written by other tools. Those from HdrHistogram's own tests are in the public
/// domain (CC0).
public final class Fixtures {

  private static final Path LOGS = Path.of("../record/src/test/resources/logs");

  private Fixtures() {}

  /// The log among the test resources of the module `record`.
  public static Path path(String name) {
    return LOGS.resolve(name);
  }

  /// Copies the log to a directory.
  public static Path copy(String name, Path dir) throws IOException {
    return Files.copy(path(name), dir.resolve(name));
  }
}
