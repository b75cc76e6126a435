package dev.takt.cli.output;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/// Interval logs that other tools wrote; those of HdrHistogram's own tests are in the public domain
/// (CC0).
final class Fixtures {

  private Fixtures() {}

  /// The log as a file in a directory.
  static Path copy(String name, Path dir) throws IOException {
    Path file = dir.resolve(name);
    try (InputStream in = Objects.requireNonNull(Fixtures.class.getResourceAsStream(name), name)) {
      Files.copy(in, file);
    }
    return file;
  }
}
