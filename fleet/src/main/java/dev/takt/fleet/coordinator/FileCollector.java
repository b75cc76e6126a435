package dev.takt.fleet.coordinator;

import dev.takt.fleet.protocol.Message.FileFacts;
import dev.takt.fleet.protocol.Message.Piece;
import dev.takt.fleet.protocol.Message.Pull;
import dev.takt.load.download.JarList;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The files of one machine, as far as they have come. A file continues where it ends here, so a
/// lost connection costs nothing; a complete one must have the checksum that its machine says. Not
/// thread-safe.
final class FileCollector {

  /// The size of a piece in bytes.
  static final int PIECE = 256 * 1024;

  private static final int MAX_ATTEMPTS = 3;

  private final Path directory;
  private final Deque<FileFacts> missing = new ArrayDeque<>();
  private int attempts;
  private @Nullable String problem;

  FileCollector(Path directory) {
    this.directory = directory;
  }

  Path directory() {
    return directory;
  }

  /// Asks for what a growing file has more.
  Pull more(String file) throws IOException {
    return new Pull(file, size(file), PIECE);
  }

  private long size(String file) throws IOException {
    Path path = path(file);
    return Files.exists(path) ? Files.size(path) : 0;
  }

  /// Keeps a piece.
  ///
  /// @return whether there may be more of the file now
  boolean add(Piece piece) throws IOException {
    if (piece.bytes().length == 0 || piece.offset() != size(piece.file())) {
      return false; // nothing new, or asked for twice
    }
    Path path = path(piece.file());
    Files.createDirectories(path.getParent());
    try (FileChannel out =
        FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
      ByteBuffer bytes = ByteBuffer.wrap(piece.bytes());
      while (bytes.hasRemaining()) {
        out.write(bytes);
      }
    }
    return piece.bytes().length == PIECE;
  }

  /// Begins to collect complete files.
  void collect(List<FileFacts> files) {
    missing.clear();
    missing.addAll(files);
    attempts = 0;
  }

  /// The next piece to ask for; empty if all files are complete.
  Optional<Pull> next() throws IOException {
    while (!missing.isEmpty()) {
      FileFacts file = missing.getFirst();
      long size = size(file.name());
      if (size < file.size()) {
        return Optional.of(new Pull(file.name(), size, (int) Math.min(PIECE, file.size() - size)));
      }
      Path path = path(file.name());
      if (file.size() == 0) {
        Files.createDirectories(path.getParent());
        Files.write(path, new byte[0]);
      }
      if (size == file.size() && JarList.sha256(path).equals(file.sha256())) {
        missing.removeFirst();
        attempts = 0;
      } else if (++attempts < MAX_ATTEMPTS) {
        Files.delete(path);
      } else {
        problem = file.name() + " came damaged " + MAX_ATTEMPTS + " times";
        missing.removeFirst();
        attempts = 0;
      }
    }
    return Optional.empty();
  }

  /// Why a file is not as its machine has it; null if all are.
  @Nullable String problem() {
    return problem;
  }

  private Path path(String name) throws IOException {
    try {
      Path own = directory.normalize();
      Path file = own.resolve(name).normalize();
      if (file.startsWith(own) && !file.equals(own) && !Path.of(name).isAbsolute()) {
        return file;
      }
    } catch (InvalidPathException _) {
      // It names no file.
    }
    throw new IOException("a machine named a file that is not in its directory");
  }
}
