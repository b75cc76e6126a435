package dev.takt.cli.spi;

import dev.takt.record.files.AtomicFile;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/// A file that appears under its name only when it is complete. The content goes to a temporary
/// file in the same directory, which [#commit] renames atomically. If it is closed without a
/// commit, or if the process is asked to end, nothing is left behind.
///
/// A pipe or a device is written to directly: it must not be replaced.
///
/// Not thread-safe.
public final class NewFile extends OutputStream {

  private static final int BUFFER = 1 << 13;

  private final Path file;
  private final @Nullable AtomicFile replacement; // null for a pipe or a device
  private final boolean force;
  private final FileChannel channel;
  private final OutputStream out;
  private boolean committed;

  private NewFile(Path file, @Nullable AtomicFile replacement, boolean force, FileChannel channel) {
    this.file = file;
    this.replacement = replacement;
    this.force = force;
    this.channel = channel;
    this.out = new BufferedOutputStream(Channels.newOutputStream(channel), BUFFER);
  }

  /// Creates a file.
  ///
  /// @param force whether to replace an existing file
  /// @throws IOException if the file exists already, or the place cannot be written to; the message
  ///   says what to do
  public static NewFile create(Path file, boolean force) throws IOException {
    if (isDevice(file)) {
      return new NewFile(file, null, true, FileChannel.open(file, StandardOpenOption.WRITE));
    }
    requireFree(file, force);
    try {
      Path target = Files.exists(file) ? file.toRealPath() : file; // do not replace a symbolic link
      createFolder(target);
      AtomicFile replacement = AtomicFile.create(target);
      Path temporary = replacement.temporary();
      temporary.toFile().deleteOnExit();
      return new NewFile(
          target, replacement, force, FileChannel.open(temporary, StandardOpenOption.WRITE));
    } catch (AccessDeniedException e) {
      throw new IOException(file + ": no permission to write there", e);
    } catch (FileSystemException e) {
      String reason = e.getReason() == null ? "no file can be made there" : e.getReason();
      throw new IOException(file + ": " + reason, e);
    }
  }

  private static void createFolder(Path file) throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    if (folder != null) {
      Files.createDirectories(folder);
    }
  }

  private static boolean isDevice(Path file) {
    return Files.exists(file) && !Files.isRegularFile(file) && !Files.isDirectory(file);
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
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int from, int length) throws IOException {
    try {
      out.write(bytes, from, length);
    } catch (IOException e) {
      throw named(e);
    }
  }

  @Override
  public void flush() throws IOException {
    try {
      out.flush();
    } catch (IOException e) {
      throw named(e);
    }
  }

  /// Adds the file's name: the system's message has only the reason.
  private IOException named(IOException e) {
    return new IOException(file + ": " + e.getMessage(), e);
  }

  /// Renames the file to its final name.
  public void commit() throws IOException {
    flush();
    if (replacement == null) {
      channel.close();
      committed = true;
      return;
    }
    channel.force(false);
    channel.close();
    requireFree(file, force);
    replacement.commit();
    committed = true;
  }

  /// A view of this file for a writer that closes its stream. Its `close` does not end the file.
  public OutputStream withoutClosing() {
    return new OutputStream() {
      @Override
      public void write(int b) throws IOException {
        NewFile.this.write(b);
      }

      @Override
      public void write(byte[] bytes, int from, int length) throws IOException {
        NewFile.this.write(bytes, from, length);
      }

      @Override
      public void close() throws IOException {
        NewFile.this.flush();
      }
    };
  }

  /// The file's name.
  @Override
  public String toString() {
    return file.toString();
  }

  @Override
  public void close() throws IOException {
    if (!committed) {
      channel.close();
      if (replacement != null) {
        replacement.close();
      }
    }
  }
}
