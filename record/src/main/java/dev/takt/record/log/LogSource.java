package dev.takt.record.log;

import com.github.luben.zstd.ZstdInputStream;
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

/// Where a log comes from: a file, or a stream that can be read once.
///
/// Compressed logs (gzip, zstd) are known by their first bytes, whatever they are called. For zstd,
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

  /// A file, which need not exist before it is opened.
  public static LogSource of(Path file) {
    return new LogSource(
        FileNames.text(file),
        file,
        Files.isRegularFile(file),
        false,
        () -> Files.newInputStream(file));
  }

  /// A file that is still being written: its lines are passed on as they come, and at its end
  /// reading waits for more.
  ///
  /// @param until whether to stop at the end instead; asked again and again, by any thread
  public static LogSource following(Path file, BooleanSupplier until) {
    Objects.requireNonNull(until, "until");
    return new LogSource(
        FileNames.text(file),
        file,
        false,
        true,
        () -> new FollowingStream(Files.newByteChannel(file), until));
  }

  /// A stream, which is read once, from where it is now.
  ///
  /// @param name what the log is called in messages
  public static LogSource of(String name, InputStream in) {
    Objects.requireNonNull(in, "in");
    return new LogSource(name, null, false, false, () -> in);
  }

  /// A stream that may be long in coming: its lines are passed on as they come, and not put in the
  /// order of time.
  ///
  /// @param name what the log is called in messages
  public static LogSource live(String name, InputStream in) {
    Objects.requireNonNull(in, "in");
    return new LogSource(name, null, false, true, () -> in);
  }

  /// What the log is called in messages.
  public String name() {
    return name;
  }

  /// The file that it is, or null if it is a stream.
  public @Nullable Path file() {
    return file;
  }

  /// How many of its bytes, as they are stored, have been read since it was last opened. May be
  /// asked by any thread.
  public long bytesRead() {
    return bytesRead.get();
  }

  /// Whether it can be read again.
  public boolean isRepeatable() {
    return repeatable;
  }

  /// Reads all of it into a file, from which it can be read again under the same name.
  ///
  /// @param file is written over
  /// @throws IOException if that fails
  public LogSource copiedTo(Path file) throws IOException {
    try (InputStream in = opener.open()) {
      long unused = Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING);
    }
    return new LogSource(name, null, true, false, () -> Files.newInputStream(file), times);
  }

  /// The same log, of whose times something is known.
  public LogSource withTimes(TimeColumns columns) {
    return new LogSource(
        name, file, repeatable, live, opener, Objects.requireNonNull(columns, "columns"));
  }

  /// What is known about its columns of times.
  public TimeColumns times() {
    return times;
  }

  /// Whether its lines must be passed on as they come, since the next one may be long in coming.
  boolean isLive() {
    return live;
  }

  /// The log's own bytes, decompressed if need be.
  ///
  /// @throws IOException if it cannot be opened; the message names it
  InputStream open() throws IOException {
    bytesRead.set(0);
    InputStream raw = new CountedStream(opener.open(), bytesRead);
    try {
      return decompressed(raw);
    } catch (IOException e) { // the system says what is wrong, but not with which file
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
        break; // a stream that is still being written may have no more than this yet
      }
    }
    in.reset();
    if (length >= 2 && start >>> ((length - 2) * Byte.SIZE) == GZIP) {
      return gzip(in);
    }
    return length == Integer.BYTES && start == ZSTD ? zstd(in) : in;
  }

  /// Damage in the first bytes shows when they are read, as that in all others.
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

  /// Apart, since a class that cannot be loaded must not keep others from being loaded.
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
