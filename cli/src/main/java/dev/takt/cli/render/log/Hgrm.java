package dev.takt.cli.render.log;

import dev.takt.record.histogram.PercentileTicks;
import dev.takt.record.histogram.PercentileTicks.Tick;
import dev.takt.record.histogram.Spectrum;
import dev.takt.report.text.TagText;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The percentile distribution that HdrHistogram prints, byte for byte, for its plotter and for
/// scripts of gnuplot (Gil Tene, `AbstractHistogram.outputPercentileDistribution`).
///
/// For a log whose histograms have several layouts (mixed precisions; doubles of several ranges),
/// HistogramLogProcessor converts all to the first histogram's layout. Here each value keeps its
/// precision, so the figures may differ by what HistogramLogProcessor loses.
public final class Hgrm {

  /// Default number of rows per half of the remaining distance to 100 %.
  public static final int DEFAULT_TICKS = 5;

  /// Default divisor: nanoseconds are shown in milliseconds.
  public static final double DEFAULT_RATIO = 1_000_000.0;

  /// The format of `java.util.Date#toString`.
  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("EEE MMM dd HH:mm:ss zzz uuuu", Locale.US);

  private final double ratio;
  private final String value;

  private Hgrm(Spectrum spectrum, double ratio) {
    this.ratio = ratio;
    this.value = "%12." + spectrum.significantDigits() + "f";
  }

  /// Writes the distribution with HdrHistogram's line breaks: line feeds on any system.
  ///
  /// @param ticks rows per half distance, at least 1
  /// @param ratio the divisor of values, such as [ValueUnit#divisor]
  /// @param estimate how the values were corrected for coordinated omission, for a comment that
  ///   HdrHistogram does not write; null if they were not corrected
  public static void write(
      Spectrum spectrum, int ticks, double ratio, @Nullable String estimate, Appendable out)
      throws IOException {
    if (estimate != null) {
      out.append("#[ESTIMATE: corrected for coordinated omission (")
          .append(TagText.escape(estimate))
          .append(")]\n");
    }
    out.append("       Value     Percentile TotalCount 1/(1-Percentile)\n\n");
    Hgrm hgrm = new Hgrm(spectrum, ratio);
    for (Tick each : PercentileTicks.of(spectrum, ticks)) {
      out.append(hgrm.row(each));
    }
    out.append(hgrm.footer(spectrum));
  }

  private String row(Tick tick) {
    double share = tick.percentile() / 100.0;
    String row =
        String.format(
            Locale.US, value + " %2.12f %10d", tick.value() / ratio, share, tick.countTo());
    return tick.percentile() == 100.0
        ? row + '\n'
        : row + String.format(Locale.US, " %14.2f", 1 / (1.0 - share)) + '\n';
  }

  private String footer(Spectrum spectrum) {
    return String.format(
        Locale.US,
        """
        #[Mean    = %1$s, StdDeviation   = %1$s]
        #[Max     = %1$s, Total count    = %12d]
        #[Buckets = %12d, SubBuckets     = %12d]
        """
            .replace("%1$s", value),
        spectrum.mean() / ratio,
        spectrum.standardDeviation() / ratio,
        spectrum.max() / ratio,
        spectrum.total(),
        spectrum.buckets(),
        spectrum.subBuckets());
  }

  /// The line that HistogramLogProcessor prints before the distribution, in this system's time
  /// zone.
  ///
  /// @param start the log's `StartTime` or else its first interval's, in nanoseconds since 1970.
  ///   For 0, HistogramLogProcessor prints no such line, and this is empty
  public static String startTimeLine(long start) {
    if (start == 0) {
      return "";
    }
    double seconds = BigDecimal.valueOf(start, 9).doubleValue();
    ZonedDateTime date =
        Instant.ofEpochMilli((long) (seconds * 1000)).atZone(ZoneId.systemDefault());
    return String.format(
        Locale.US, "#[StartTime: %.3f (seconds since epoch), %s]\n", seconds, DATE.format(date));
  }
}
