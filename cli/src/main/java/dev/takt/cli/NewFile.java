package dev.takt.cli;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/// A file that appears under its name only when it is whole: it is written beside and renamed by
/// [#commit]. Closed without that, it leaves nothing behind.
///
/// Not thread-safe.
final class NewFile extends OutputStream {

  private static final int BUFFER = 1 << 16;

  private final Path file;
  private final Path beside;
  private final boolean force;
  private final FileChannel channel;
  private final OutputStream out;
  private boolean committed;

  private NewFile(Path file, Path beside, boolean force, FileChannel channel) {
    this.file = file;
    this.beside = beside;
    this.force = force;
    this.channel = channel;
    this.out = new BufferedOutputStream(Channels.newOutputStream(channel), BUFFER);
  }

  /// Begins a file.
  ///
  /// @param force whether it may take the place of one that exists
  /// @throws IOException if there is one, or the place cannot be written to; the message says what
  ///   to do
  static NewFile create(Path file, boolean force) throws IOException {
    requireFree(file, force);
    Path folder = file.toAbsolutePath().getParent();
    if (folder != null) {
      Files.createDirectories(folder);
    }
    String name = "." + file.getFileName() + "." + ProcessHandle.current().pid() + ".part";
    Path beside = file.resolveSibling(name);
    FileChannel channel =
        FileChannel.open(
            beside,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE);
    return new NewFile(file, beside, force, channel);
  }

  private static void requireFree(Path file, boolean force) throws IOException {
    if (Files.isDirectory(file)) {
      throw new IOException(file + " is a folder; name a file in it");
    }
    if (!force && Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      throw new FileAlreadyExistsException(
          file.toString(), null, "it exists; another name, or --force to write over it");
    }
  }

  @Override
  public void write(int b) throws IOException {
    out.write(b);
  }

  @Override
  public void write(byte[] bytes, int from, int length) throws IOException {
    out.write(bytes, from, length);
  }

  /// Gives the file its name.
  void commit() throws IOException {
    out.flush();
    channel.force(false);
    channel.close();
    requireFree(file, force);
    try {
      Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException e) {
      Files.move(beside, file, StandardCopyOption.REPLACE_EXISTING);
    }
    committed = true;
  }

  /// The same file for a writer that closes what it has written, which does not end it yet.
  OutputStream withoutClosing() {
    return new OutputStream() {
      @Override
      public void write(int b) throws IOException {
        out.write(b);
      }

      @Override
      public void write(byte[] bytes, int from, int length) throws IOException {
        out.write(bytes, from, length);
      }

      @Override
      public void close() throws IOException {
        out.flush();
      }
    };
  }

  /// Its name.
  @Override
  public String toString() {
    return file.toString();
  }

  @Override
  public void close() throws IOException {
    if (!committed) {
      channel.close();
      Files.deleteIfExists(beside);
    }
  }
}
