package dev.takt.record.hiccup;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;

/// Follows a [HiccupJournal] that another process writes. Incomplete lines are read once they are
/// complete. Damaged lines are counted.
///
/// Not thread-safe.
public final class JournalReader {

  private static final int BUFFER = 1 << 16;

  /// A line has less than a hundred bytes. Longer ones are damaged and are not kept.
  private static final int MAX_LINE_LENGTH = 4096;

  /// The maximum number of bytes read in one call.
  private static final long MAX_BATCH = 64L << 20;

  /// Receives the content of a journal.
  public interface Handler {

    /// The measurement has begun.
    void begun(long nanoTime, long pid, long resolutionNanos, long thresholdNanos);

    /// See [HiccupListener#hiccup].
    void hiccup(long begin, long end);

    /// The figures of a tag in an interval, in nanoseconds.
    void interval(Figures figures);

    /// The number of hiccups that were not reported since the start.
    void lost(long count);

    /// The measurement has ended normally.
    void ended();
  }

  /// One interval of one tag.
  ///
  /// @param tag the tag
  /// @param begin on the monotonic clock
  /// @param end on the monotonic clock
  /// @param count the number of values
  /// @param p50 their median, in nanoseconds
  /// @param p99 their 99th percentile
  /// @param max the longest
  public record Figures(
      String tag, long begin, long end, long count, long p50, long p99, long max) {}

  /// Opens the file again for each reading.
  @FunctionalInterface
  public interface Source {

    /// Opens the file for reading, at its begin.
    ///
    /// @throws NoSuchFileException if the writer has not created it yet
    /// @throws IOException if it cannot be read
    SeekableByteChannel open() throws IOException;
  }

  private final Source file;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private long position;
  private long damaged;

  /// Creates a reader of a file that need not exist yet.
  public JournalReader(Path file) {
    this(opener(Objects.requireNonNull(file, "file")));
  }

  /// Creates a reader of a file that need not exist yet and that needs a special way to open it.
  public JournalReader(Source file) {
    this.file = Objects.requireNonNull(file, "file");
  }

  private static Source opener(Path file) {
    return () -> openIfPlain(file);
  }

  /// The writer is not trusted: links are not followed, and pipes and devices are not opened.
  private static SeekableByteChannel openIfPlain(Path file) throws IOException {
    if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)
        && !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      throw new IOException(file + " is no file");
    }
    return Files.newByteChannel(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
  }

  /// Reads what was written since the last call; nothing if there is no file.
  ///
  /// @throws IOException if it cannot be read
  public void read(Handler handler) throws IOException {
    Objects.requireNonNull(handler, "handler");
    try (SeekableByteChannel channel = file.open()) {
      channel.position(position);
      long most = position + MAX_BATCH;
      ByteBuffer buffer = ByteBuffer.allocate(BUFFER);
      while (position < most && channel.read(buffer) >= 0) {
        position = channel.position();
        buffer.flip();
        while (buffer.hasRemaining()) {
          accept(buffer.get(), handler);
        }
        buffer.clear();
      }
    } catch (NoSuchFileException e) {
      // The writer has not created the file yet.
    }
  }

  private void accept(byte next, Handler handler) {
    if (next != '\n') {
      if (line.size() <= MAX_LINE_LENGTH) {
        line.write(next);
      }
      return;
    }
    if (line.size() > MAX_LINE_LENGTH) {
      line.reset();
      damaged++;
      return;
    }
    String whole = line.toString(StandardCharsets.UTF_8);
    line.reset();
    try {
      accept(whole.split(" ", -1), handler);
    } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
      damaged++;
    }
  }

  private static void accept(String[] words, Handler handler) {
    switch (words[0]) {
      case "begun" -> handler.begun(at(words, 1), at(words, 2), at(words, 3), at(words, 4));
      case "hiccup" -> handler.hiccup(at(words, 1), at(words, 2));
      case "interval" ->
          handler.interval(
              new Figures(
                  words[1],
                  at(words, 2),
                  at(words, 3),
                  at(words, 4),
                  at(words, 5),
                  at(words, 6),
                  at(words, 7)));
      case "lost" -> handler.lost(at(words, 1));
      case "ended" -> handler.ended();
      default -> throw new IllegalArgumentException(words[0]);
    }
  }

  private static long at(String[] words, int index) {
    return Long.parseLong(words[index]);
  }

  /// The number of lines that could not be parsed.
  public long damaged() {
    return damaged;
  }
}
