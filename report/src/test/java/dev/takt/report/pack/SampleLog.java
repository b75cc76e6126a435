package dev.takt.report.pack;

import dev.takt.record.ClockAnchor;
import dev.takt.record.LatencyHistogram;
import dev.takt.record.log.write.IntervalLogWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;

/// Interval logs whose contents are known.
public final class SampleLog {

  public static final long SECOND = 1_000_000_000L;

  /// The start in whole seconds since 1970, less the amount that the writer adds to the base time.
  public static final ClockAnchor ANCHOR = new ClockAnchor(0, 1_700_000_000L * SECOND - 1_000, 0);

  private SampleLog() {}

  /// Intervals of a second for each tag; the n-th has `perInterval` values around n + 1
  /// microseconds, so that all intervals differ.
  public static Path write(Path file, List<String> tags, int intervals, int perInterval)
      throws IOException {
    SplittableRandom random = new SplittableRandom(7);
    try (IntervalLogWriter log = IntervalLogWriter.create(file, ANCHOR, 0)) {
      for (int i = 0; i < intervals; i++) {
        append(log, tags, i, perInterval, random);
      }
    }
    return file;
  }

  public static void append(
      IntervalLogWriter log,
      List<String> tags,
      int interval,
      int perInterval,
      SplittableRandom random)
      throws IOException {
    for (String each : tags) {
      LatencyHistogram histogram = new LatencyHistogram();
      for (int i = 0; i < perInterval; i++) {
        histogram.record(
            (interval + 1) * 1_000L + (long) (-200_000 * Math.log(random.nextDouble())));
      }
      log.write(each, interval * SECOND, (interval + 1) * SECOND, histogram);
    }
    log.flush();
  }
}
