package dev.takt.watch.hiccup;

import dev.takt.record.hiccup.JournalReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/// Follows the journal of a meter in another process: a file beside the log with each single
/// hiccup. Not thread-safe.
final class JournalFollower {

  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  private final Path file;
  private final JournalReader reader;
  private final HiccupCollector collector;

  JournalFollower(Path file, HiccupCollector seen) {
    this(file, new JournalReader(file), seen);
  }

  /// @param source opens the file, where its path is not enough
  JournalFollower(Path file, JournalReader.Source source, HiccupCollector seen) {
    this(file, new JournalReader(source), seen);
  }

  private JournalFollower(Path file, JournalReader reader, HiccupCollector collector) {
    this.file = file;
    this.reader = reader;
    this.collector = collector;
  }

  Path file() {
    return file;
  }

  /// Reads what was written since the last call.
  void read() {
    try {
      reader.read(collector);
    } catch (IOException e) {
      collector.failed(new IOException("cannot read " + file + ": " + e.getMessage(), e));
    }
  }

  /// Reads until a condition is met, the time is over, or no more can come.
  ///
  /// @return whether the condition is met
  boolean readUntil(BooleanSupplier condition, BooleanSupplier nothingMore, long timeoutNanos) {
    long deadline = System.nanoTime() + timeoutNanos;
    while (true) {
      boolean last = nothingMore.getAsBoolean() || System.nanoTime() - deadline >= 0;
      read();
      if (condition.getAsBoolean() || last) {
        return condition.getAsBoolean();
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  /// Deletes the file, after all of it was read.
  void delete() {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      // The file stays, which does no harm.
    }
  }
}
