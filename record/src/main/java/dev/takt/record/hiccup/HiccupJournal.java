package dev.takt.record.hiccup;

import dev.takt.record.histogram.Counts;
import dev.takt.record.histogram.Spectrum;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;

/// Passes single hiccups, and the figures of each interval, to another process through a file of
/// lines. All times are nanoseconds of the monotonic clock, which all processes share on Linux:
///
/// ```
/// begun NANOTIME PID RESOLUTION THRESHOLD
/// hiccup BEGIN END
/// interval TAG BEGIN END COUNT P50 P99 MAX
/// lost COUNT
/// ended
/// ```
///
/// The lines of an interval are written together when it ends.
///
/// Not thread-safe.
public final class HiccupJournal implements HiccupSink {

  private static final int MAX_KEPT = 1 << 20;

  private final FileChannel file;
  private final HiccupSettings settings;
  private final StringBuilder lines = new StringBuilder();
  private long lost;

  private HiccupJournal(FileChannel file, HiccupSettings settings) {
    this.file = file;
    this.settings = settings;
  }

  /// Opens a journal: creates the file, or appends to an existing one.
  ///
  /// @throws IOException if the file cannot be created or written
  public static HiccupJournal open(Path path, HiccupSettings settings) throws IOException {
    Objects.requireNonNull(settings, "settings");
    return new HiccupJournal(
        FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.APPEND), settings);
  }

  @Override
  public void begun(long nanoTime) {
    line("begun", nanoTime, pid(), settings.resolutionNanos(), settings.thresholdNanos());
    write();
  }

  private static long pid() {
    return ProcessHandle.current().pid();
  }

  @Override
  public void hiccup(long begin, long end) {
    line("hiccup", begin, end);
  }

  @Override
  public void interval(String tag, long begin, long end, Counts counts) {
    Objects.requireNonNull(tag, "tag");
    Spectrum hiccups = Spectrum.of(counts);
    line(
        "interval " + tag,
        begin,
        end,
        hiccups.total(),
        (long) hiccups.valueAtPercentile(50),
        (long) hiccups.valueAtPercentile(99),
        (long) hiccups.max());
  }

  @Override
  public void flush(long lostSoFar) {
    if (lostSoFar != lost) {
      line("lost", lostSoFar);
      lost = lostSoFar;
    }
    write();
  }

  @Override
  public void ended() {
    line("ended");
    write();
    try {
      file.close();
    } catch (IOException e) {
      // All lines were written before, so a failed close loses nothing.
    }
  }

  private void line(String what, long... numbers) {
    lines.append(what);
    for (long each : numbers) {
      lines.append(' ').append(each);
    }
    lines.append('\n');
  }

  /// Keeps lines that cannot be written for the next attempt. The interval log has all the data
  /// anyway, and its writer reports the disk's failure.
  private void write() {
    try {
      ByteBuffer bytes = StandardCharsets.UTF_8.encode(lines.toString());
      while (bytes.hasRemaining()) {
        file.write(bytes);
      }
      lines.setLength(0);
    } catch (IOException e) {
      lines.setLength(Math.min(lines.length(), MAX_KEPT));
    }
  }
}
