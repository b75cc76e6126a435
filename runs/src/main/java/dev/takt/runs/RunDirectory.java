package dev.takt.runs;

import java.io.IOException;
import java.nio.file.Path;

/// The directory of one run.
public final class RunDirectory {

  private final Path path;

  private RunDirectory(Path path) {
    this.path = path;
  }

  /// Makes a directory for a new run.
  ///
  /// @throws IOException with a message for people, if it exists and is not empty, or cannot be
  ///   made
  public static RunDirectory create(Path path) throws IOException {
    return new RunDirectory(path);
  }

  /// The directory.
  public Path path() {
    return path;
  }
}
