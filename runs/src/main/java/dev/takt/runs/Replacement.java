package dev.takt.runs;

import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/// Replaces a file by another one.
public final class Replacement {

  private Replacement() {}

  /// Moves a file onto another one by an atomic rename: a reader finds the old file or the new one.
  /// If the file system does not support that, there is a moment without either.
  ///
  /// @param beside in the same directory
  /// @throws IOException like [Files#move]
  public static void move(Path beside, Path file) throws IOException {
    try {
      Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException e) {
      Files.move(beside, file, StandardCopyOption.REPLACE_EXISTING);
    }
  }
}
