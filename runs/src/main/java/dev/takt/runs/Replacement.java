package dev.takt.runs;

import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/// How a file that was written beside another takes its place.
public final class Replacement {

  private Replacement() {}

  /// Moves a file onto another one, so that whoever opens that finds the old one or the new one,
  /// where the file system can; else there is a moment without either.
  ///
  /// @param beside in the same folder
  /// @throws IOException as [Files#move] has it
  public static void move(Path beside, Path file) throws IOException {
    try {
      Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException e) {
      Files.move(beside, file, StandardCopyOption.REPLACE_EXISTING);
    }
  }
}
