package dev.takt.fleet.agent;

import dev.takt.fleet.protocol.Message.FileFacts;
import dev.takt.fleet.protocol.Message.Files;
import dev.takt.fleet.protocol.Message.Piece;
import dev.takt.fleet.protocol.Message.Pull;
import dev.takt.load.download.JarList;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// The files of a generator's run directory, in pieces.
///
/// @param directory nothing outside of it is served
record ServedFiles(Path directory) {

  /// The largest piece in bytes.
  static final int MAX_PIECE = 256 * 1024;

  /// A piece of a file; empty if it has none there yet.
  ///
  /// @throws IOException if it cannot be read, or is none of the run's
  Piece piece(Pull asked) throws IOException {
    byte[] bytes = new byte[0];
    int filled = 0;
    try (FileChannel file = FileChannel.open(path(asked.file()), LinkOption.NOFOLLOW_LINKS)) {
      long offset = Math.max(0, asked.offset());
      int length = Math.clamp(asked.length(), 0, MAX_PIECE);
      bytes = new byte[Math.clamp(file.size() - offset, 0, length)];
      ByteBuffer into = ByteBuffer.wrap(bytes);
      while (into.hasRemaining()) {
        int read = file.read(into, offset + filled);
        if (read < 0) {
          break;
        }
        filled += read;
      }
    } catch (NoSuchFileException _) {
      // The generator has not made it yet.
    }
    return new Piece(asked.file(), asked.offset(), java.util.Arrays.copyOf(bytes, filled));
  }

  private Path path(String name) throws IOException {
    try {
      Path file = directory.resolve(name).normalize();
      if (file.startsWith(directory.normalize()) && !Path.of(name).isAbsolute()) {
        return file;
      }
    } catch (InvalidPathException _) {
      // It names no file.
    }
    throw new IOException("'" + name + "' is not a file of the run");
  }

  /// All files.
  ///
  /// @throws IOException if one cannot be read
  Files list() throws IOException {
    if (!java.nio.file.Files.isDirectory(directory)) {
      return new Files(List.of());
    }
    try (Stream<Path> all = java.nio.file.Files.walk(directory)) {
      List<Path> files =
          all.filter(each -> java.nio.file.Files.isRegularFile(each, LinkOption.NOFOLLOW_LINKS))
              .sorted()
              .toList();
      List<FileFacts> facts = new java.util.ArrayList<>();
      for (Path each : files) {
        facts.add(
            new FileFacts(
                directory.relativize(each).toString().replace('\\', '/'),
                java.nio.file.Files.size(each),
                JarList.sha256(each)));
      }
      return new Files(facts);
    }
  }
}
