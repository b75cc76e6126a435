package dev.takt.record.log;

import com.github.luben.zstd.ZstdInputStream;
import dev.takt.record.text.FileNames;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/// The source of a log: a file, or a stream that can be read once.
///
/// Compressed logs (gzip, zstd) are recognised by their first bytes, not by their names. For zstd,
/// `com.github.luben:zstd-jni` must be on the class path.
public final class LogSource {

  private static final int GZIP = 0x1f8b;
  private static final int ZSTD = 0x28b52ffd;
  private static final int BUFFER = 1 << 16;

  private interface Opener {
    InputStream open() throws IOException;
  }

  private final String name;
  private final @Nullable Path file;
  private final boolean repeatable;
  private final boolean live;
  private final Opener opener;
  private final TimeColumns times;
  private final AtomicLong bytesRead = new AtomicLong();

  private LogSource(
      String name, @Nullable Path file, boolean repeatable, boolean live, Opener opener) {
    this(name, file, repeatable, live, opener, TimeColumns.AUTO);
  }

  private LogSource(
      String name,
      @Nullable Path file,
      boolean repeatable,
      boolean live,
      Opener opener,
      TimeColumns times) {
    this.name = Objects.requireNonNull(name, "name");
    this.file = file;
    this.repeatable = repeatable;
    this.live = live;
    this.opener = opener;
    this.times = times;
  }

  /// Creates a source from a file, which need not exist before it is opened.
  public static LogSource of(Path file) {
    return new LogSource(
        FileNames.text(file),
        file,
        Files.isRegularFile(file),
        false,
        () -> Files.newInputStream(file));
  }

  /// Creates a source from a file that is still being written. Its lines are delivered as they are
  /// written, and at its end reads block until there is more.
  ///
  /// @param until true to stop at the end instead; called repeatedly, by any thread
  public static LogSource following(Path file, BooleanSupplier until) {
    Objects.requireNonNull(until, "until");
    return new LogSource(
        FileNames.text(file),
        file,
        false,
        true,
        () -> new FollowingStream(Files.newByteChannel(file), until));
  }

  /// Creates a source from a stream, which is read once, from its current position.
  ///
  /// @param name the name of the log in messages
  public static LogSource of(String name, InputStream in) {
    Objects.requireNonNull(in, "in");
    return new LogSource(name, null, false, false, () -> in);
  }

  /// Creates a source from a slow stream. Its lines are delivered as they arrive, and are not
  /// sorted by time.
  ///
  /// @param name the name of the log in messages
  public static LogSource live(String name, InputStream in) {
    Objects.requireNonNull(in, "in");
    return new LogSource(name, null, false, true, () -> in);
  }

  /// The name of the log in messages.
  public String name() {
    return name;
  }

  /// The file, or null for a stream.
  public @Nullable Path file() {
    return file;
  }

  /// The number of stored (possibly compressed) bytes read since the log was last opened. Any
  /// thread may call this.
  public long bytesRead() {
    return bytesRead.get();
  }

  /// Whether it can be read again.
  public boolean isRepeatable() {
    return repeatable;
  }

  /// Copies all of it to a file, and returns a source with the same name that can be read again.
  ///
  /// @param file is overwritten
  /// @throws IOException if that fails
  public LogSource copiedTo(Path file) throws IOException {
    try (InputStream in = opener.open()) {
      long unused = Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING);
    }
    return new LogSource(name, null, true, false, () -> Files.newInputStream(file), times);
  }

  /// The same log with known formats of its times.
  public LogSource withTimes(TimeColumns columns) {
    return new LogSource(
        name, file, repeatable, live, opener, Objects.requireNonNull(columns, "columns"));
  }

  /// What is known about its time columns.
  public TimeColumns times() {
    return times;
  }

  /// Whether its lines must be delivered as they arrive, since the next one may be delayed.
  public boolean isLive() {
    return live;
  }

  /// Opens the log's own bytes, decompressed if necessary.
  ///
  /// @throws IOException if it cannot be opened; the message names it
  public InputStream open() throws IOException {
    bytesRead.set(0);
    InputStream raw = new CountedStream(opener.open(), bytesRead);
    try {
      return decompressed(raw);
    } catch (IOException e) { // the system's message does not name the file
      raw.close();
      throw new IOException(name + ": " + e.getMessage(), e);
    } catch (RuntimeException | Error e) {
      raw.close();
      throw e;
    }
  }

  private InputStream decompressed(InputStream raw) throws IOException {
    BufferedInputStream in = new BufferedInputStream(raw, BUFFER);
    in.mark(Integer.BYTES);
    int start = 0;
    int length = 0;
    for (int b = in.read(); b >= 0; b = ++length < Integer.BYTES ? in.read() : -1) {
      start = (start << Byte.SIZE) | b;
      if (length == 0 && b == '#') {
        break; // a stream that is still being written may have no more bytes yet
      }
    }
    in.reset();
    if (length >= 2 && start >>> ((length - 2) * Byte.SIZE) == GZIP) {
      return gzip(in);
    }
    return length == Integer.BYTES && start == ZSTD ? zstd(in) : in;
  }

  /// Damage in the first bytes is reported when they are read, like damage elsewhere.
  private static InputStream gzip(InputStream in) throws IOException {
    try {
      return new GZIPInputStream(in, BUFFER);
    } catch (EOFException | ZipException e) {
      return new InputStream() {
        @Override
        public int read() throws IOException {
          throw e;
        }

        @Override
        public int read(byte[] bytes, int from, int length) throws IOException {
          throw e;
        }

        @Override
        public void close() throws IOException {
          in.close();
        }
      };
    }
  }

  private InputStream zstd(InputStream in) throws IOException {
    try {
      return Zstd.open(in);
    } catch (LinkageError e) {
      throw new IOException(
          "it is compressed with zstd, which cannot be read here (zstd-jni): " + e, e);
    }
  }

  /// In a nested class: if it cannot be loaded, the outer class still can.
  private static final class Zstd {
    static InputStream open(InputStream in) throws IOException {
      return new ZstdInputStream(in);
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
