package dev.takt.cli.output;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/// Interval logs written by other tools. Those from HdrHistogram's own tests are in the public
/// domain (CC0).
public final class Fixtures {

  private Fixtures() {}

  /// Copies the log to a directory.
  public static Path copy(String name, Path dir) throws IOException {
    Path file = dir.resolve(name);
    try (InputStream in = Objects.requireNonNull(Fixtures.class.getResourceAsStream(name), name)) {
      Files.copy(in, file);
    }
    return file;
  }
}
