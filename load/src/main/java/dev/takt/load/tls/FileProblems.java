package dev.takt.load.tls;

import java.nio.file.Files;
import java.nio.file.Path;

/// Explains why a file cannot be read.
final class FileProblems {

  private FileProblems() {}

  /// @throws IllegalArgumentException if there is no such file, or it cannot be read
  static void checkReadable(Path file) {
    if (!Files.exists(file)) {
      throw new IllegalArgumentException("there is no file " + file);
    }
    if (Files.isDirectory(file)) {
      throw new IllegalArgumentException(file + " is a directory");
    }
    if (!Files.isReadable(file)) {
      throw new IllegalArgumentException("no permission to read " + file);
    }
  }
}
