package dev.takt.agent;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;

/// A log as jHiccup's users read it.
final class ReadLog {

  private ReadLog() {}

  /// How many values each tag has.
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
