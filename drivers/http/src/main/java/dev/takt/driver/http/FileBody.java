package dev.takt.driver.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/// A request body that is a file, sent unchanged. A large file is memory-mapped rather than read,
/// so the kernel sends it from its page cache. Thread-safe.
final class FileBody {

  private static final String MARK = "@";

  /// Files up to this size are read once, so that later changes to them do not affect requests.
  private static final long MAX_COPIED_BYTES = 1 << 20;

  /// Files up to this size are loaded into memory before the run, so that no request waits for a
  /// disk. For larger files the kernel decides what stays in memory.
  private static final long MAX_LOADED_BYTES = 1L << 30;

  private static final long CHECK_NANOS = 100_000_000;

  private final Path file;
  private final MemorySegment content;

  /// The mapped file, kept even if its name now refers to another file; null for a copy.
  private final @Nullable FileChannel mapped;

  private volatile long checked = System.nanoTime();
  private volatile boolean isShorter;

  private FileBody(Path file, MemorySegment content, @Nullable FileChannel mapped) {
    this.file = file;
    this.content = content;
    this.mapped = mapped;
  }

  /// The file of a body `@FILE`; null for other texts and for `@@…`.
  ///
  /// @throws IllegalArgumentException if the file does not exist or is not a regular file
  static @Nullable Path fileOf(String body) {
    if (!body.startsWith(MARK) || body.startsWith(MARK + MARK)) {
      return null;
    }
    String name = body.substring(MARK.length());
    if (name.isEmpty()) {
      throw new IllegalArgumentException(
          "expected a file after the @; @@ stands for an @ at the beginning of a body");
    }
    Path file;
    try {
      file = Path.of(name);
    } catch (InvalidPathException e) {
      throw new IllegalArgumentException("not a file name: " + e.getReason(), e);
    }
    if (!Files.exists(file)) {
      throw new IllegalArgumentException(
          "there is no file " + file + "; @@ stands for an @ at the beginning of a body");
    }
    if (Files.isDirectory(file)) {
      throw new IllegalArgumentException(file + " is a directory; expected a file");
    }
    if (!Files.isRegularFile(file)) {
      throw new IllegalArgumentException(
          file + " is not a regular file: data from a pipe can be sent only once");
    }
    if (!Files.isReadable(file)) {
      throw new IllegalArgumentException("no permission to read " + file);
    }
    if (hasUnknownSize(file)) {
      throw new IllegalArgumentException(
          file + " does not say its size, as files in /proc: send a copy of it");
    }
    return file;
  }

  private static boolean hasUnknownSize(Path file) {
    try {
      return Files.size(file) == 0 && hasContent(file);
    } catch (IOException e) {
      return false; // reported when the file is opened
    }
  }

  private static boolean hasContent(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return in.read() >= 0;
    }
  }

  /// The text of a body that is not a file.
  static String textOf(String body) {
    return body.startsWith(MARK + MARK) ? body.substring(MARK.length()) : body;
  }

  /// @throws UncheckedIOException if the file cannot be read
  static FileBody open(Path file) {
    try {
      // Neither is closed later: an event loop may still be sending when the driver is closed.
      FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
      MemorySegment content = channel.map(MapMode.READ_ONLY, 0, channel.size(), Arena.ofAuto());
      if (content.byteSize() <= MAX_COPIED_BYTES) {
        MemorySegment copy = Arena.ofAuto().allocate(content.byteSize()).copyFrom(content);
        channel.close();
        return new FileBody(file, copy, null);
      }
      if (content.byteSize() <= MAX_LOADED_BYTES) {
        content.load();
      }
      return new FileBody(file, content, channel);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file + ": " + e.getMessage(), e);
    }
  }

  /// The size in bytes.
  long size() {
    return content.byteSize();
  }

  /// The bytes to send; null for an empty file. Bytes appended to the file during the run are not
  /// sent.
  ///
  /// @throws IllegalStateException if the file has become shorter, which is checked ten times a
  ///   second
  @Nullable MemorySegment content() {
    if (mapped != null) {
      check(mapped);
    }
    return content.byteSize() == 0 ? null : content;
  }

  private void check(FileChannel channel) {
    long now = System.nanoTime();
    if (now - checked >= CHECK_NANOS) {
      checked = now;
      isShorter = size(channel) < content.byteSize();
    }
    if (isShorter) {
      throw new IllegalStateException(file + " has become shorter during the run");
    }
  }

  private static long size(FileChannel channel) {
    try {
      return channel.size();
    } catch (IOException e) {
      return Long.MAX_VALUE; // the channel closes when a thread that uses it is interrupted
    }
  }
}
