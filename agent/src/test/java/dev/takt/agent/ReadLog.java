package dev.takt.agent;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;

/// Reads a log with HdrHistogram's reader, as users of jHiccup do.
final class ReadLog {

  private ReadLog() {}

  /// The number of values of each tag.
  static Map<String, Long> counts(Path log) throws IOException {
    Map<String, Long> counts = new TreeMap<>();
    try (HistogramLogReader reader = new HistogramLogReader(log.toFile())) {
      while (reader.hasNext()) {
        Histogram next = (Histogram) reader.nextIntervalHistogram();
        if (next != null) {
          counts.merge(String.valueOf(next.getTag()), next.getTotalCount(), Long::sum);
        }
      }
    }
    return counts;
  }
}
