package dev.takt.record.files;

import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.util.concurrent.ThreadLocalRandom;

/// Creates or replaces a file by an atomic rename: a reader finds the old content or the complete
/// new one. The new content is written to a temporary file in the same directory, which [#commit]
/// renames. If it is closed without a commit, the temporary file is deleted.
///
/// Not thread-safe, but any number of threads and processes may replace the same file.
public final class AtomicFile implements AutoCloseable {

  /// The end of the name of a temporary file, which a killed process may leave behind.
  public static final String SUFFIX = ".part";

  private final Path file;
  private final Path temporary;

  private AtomicFile(Path file, Path temporary) {
    this.file = file;
    this.temporary = temporary;
  }

  /// Creates the temporary file, which is empty.
  ///
  /// @param file the file to create or replace; not a link, which would be replaced itself
  /// @param attributes of the new file
  /// @throws IOException like [Files#createFile]
  public static AtomicFile create(Path file, FileAttribute<?>... attributes) throws IOException {
    String unique = Integer.toHexString(ThreadLocalRandom.current().nextInt());
    Path temporary = file.resolveSibling("." + file.getFileName() + "." + unique + SUFFIX);
    return new AtomicFile(file, Files.createFile(temporary, attributes));
  }

  /// Creates or replaces a file by a text in UTF-8.
  ///
  /// @throws IOException if that fails; the old file remains
  public static void writeString(Path file, String text) throws IOException {
    try (AtomicFile next = create(file)) {
      Files.writeString(next.temporary, text);
      next.commit();
    }
  }

  /// The temporary file, to be written and closed before [#commit].
  public Path temporary() {
    return temporary;
  }

  /// Renames the temporary file. Where the file system cannot do that atomically, there is a moment
  /// without either file. It does not wait for the disk: what must survive a power failure is to be
  /// forced before.
  ///
  /// @throws IOException like [Files#move]
  public void commit() throws IOException {
    try {
      Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException e) {
      Files.move(temporary, file, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  /// Deletes the temporary file if it has not been renamed.
  @Override
  public void close() throws IOException {
    Files.deleteIfExists(temporary);
  }
}
