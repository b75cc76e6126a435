package dev.takt.record.log.algebra;

import dev.takt.record.Tags;
import dev.takt.record.histogram.Counts;
import dev.takt.record.histogram.HistogramEncoder;
import dev.takt.record.log.LogFacts;
import dev.takt.record.log.parse.LogHeader;
import dev.takt.record.text.Times;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Formats the lines of a log that is derived from other logs. Times are written to the nanosecond
/// if necessary, so that passing a log through Takt any number of times does not change them.
///
/// Not thread-safe: an encoder is reused.
final class LogLines {

  private static final double NANOS_PER_MILLI = 1e6;

  private final HistogramEncoder encoder = new HistogramEncoder();

  /// The comments at the start of a log.
  ///
  /// @param base the moment that is 0 in the log, in nanoseconds since 1970-01-01T00:00:00Z
  static String header(long base, LogFacts facts, String remark) {
    StringBuilder header = new StringBuilder();
    header.append("#[Takt ").append(remark).append("]\n");
    header.append("#[Histogram log format version 1.3]\n");
    if (facts.unit() != null) {
      header.append("#[Unit: ").append(facts.unit()).append("]\n");
    }
    if (facts.estimate() != null) {
      header.append('#').append(LogHeader.CORRECTED).append(facts.estimate()).append("]\n");
    }
    String seconds = Times.seconds(base);
    header.append("#[BaseTime: ").append(seconds).append(" (seconds since epoch)]\n");
    header.append("#[StartTime: ").append(seconds).append(" (seconds since epoch)]\n");
    header.append("\"StartTimestamp\",\"Interval_Length\",\"Interval_Max\",");
    header.append("\"Interval_Compressed_Histogram\"\n");
    return header.toString();
  }

  /// The line of an interval, with a newly encoded histogram.
  String line(@Nullable String tag, long stamp, long length, Counts counts) {
    return line(tag, stamp, length, counts.max(), encoder.base64(counts));
  }

  /// Encodes a histogram in the newest format.
  UnionLines.Encoded encoded(Counts counts) {
    return new UnionLines.Encoded(counts.max(), encoder.base64(counts));
  }

  /// The line of an interval whose histogram is already encoded.
  static String line(@Nullable String tag, long stamp, long length, double max, String payload) {
    StringBuilder line = new StringBuilder(payload.length() + 64);
    if (tag != null) {
      line.append("Tag=").append(readable(tag)).append(',');
    }
    line.append(Times.seconds(stamp)).append(',').append(Times.seconds(length)).append(',');
    line.append(String.format(Locale.ROOT, "%.3f", max / NANOS_PER_MILLI)).append(',');
    return line.append(payload).append('\n').toString();
  }

  /// Makes a tag readable for every reader: characters that would end it early are percent-encoded
  /// as in a URL.
  public static String readable(String tag) {
    if (Tags.isValid(tag)) {
      return tag;
    }
    StringBuilder readable = new StringBuilder();
    for (int i = 0; i < tag.length(); i++) {
      String c = tag.substring(i, i + 1);
      if (Tags.isValid(c) || Character.isSurrogate(tag.charAt(i))) {
        readable.append(c);
      } else {
        for (byte each : c.getBytes(StandardCharsets.UTF_8)) {
          readable.append(String.format(Locale.ROOT, "%%%02X", each));
        }
      }
    }
    return readable.isEmpty() ? "%00" : readable.toString();
  }
}
