package dev.takt.cli.log;

import dev.takt.cli.spi.CliContext;
import dev.takt.record.log.LogSource;
import dev.takt.runs.text.EnglishText;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Shows on the terminal how much of large logs has been read. Shows nothing for short reads.
final class ReadingProgress implements AutoCloseable {

  private static final long TIMEOUT_MILLIS = 1000;
  private static final long PAUSE_MILLIS = 250;
  private static final String CLEAR_LINE = "\r\u001b[K";

  private final PrintStream err;
  private final List<LogSource> sources;
  private final long size;
  private final Thread thread;
  private boolean shown;

  private ReadingProgress(PrintStream err, List<LogSource> sources, long size) {
    this.err = err;
    this.sources = sources;
    this.size = size;
    this.thread = new Thread(this::show, "takt-progress");
    thread.setDaemon(true);
  }

  /// Starts to show progress, if there is a terminal and the size is known.
  static ReadingProgress of(CliContext context, List<LogSource> sources) {
    long size = sources.stream().mapToLong(ReadingProgress::sizeOf).sum();
    ReadingProgress progress = new ReadingProgress(context.err(), sources, size);
    if (context.terminal().isErr() && size > 0) {
      progress.thread.start();
    }
    return progress;
  }

  private static long sizeOf(LogSource source) {
    try {
      Path file = source.file();
      return source.isRepeatable() && file != null ? Files.size(file) : 0;
    } catch (IOException e) {
      return 0; // the reader will report it
    }
  }

  private void show() {
    try {
      Thread.sleep(TIMEOUT_MILLIS);
      while (true) {
        long read = sources.stream().mapToLong(LogSource::bytesRead).sum();
        shown = true;
        err.print(
            CLEAR_LINE + EnglishText.format("reading: %d %%", Math.min(100, 100 * read / size)));
        err.flush();
        Thread.sleep(PAUSE_MILLIS);
      }
    } catch (InterruptedException e) {
      // The read has ended.
    }
  }

  @Override
  public void close() {
    thread.interrupt();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (shown) {
      err.print(CLEAR_LINE);
      err.flush();
    }
  }
}
