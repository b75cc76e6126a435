package dev.takt.cli.render.log;

import dev.takt.cli.spi.render.ValueUnit;
import dev.takt.record.log.algebra.IntervalRow;
import dev.takt.report.text.TagText;
import dev.takt.runs.text.Units;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/// Formats an interval as one line for people: time, length, tag, number of values, percentiles and
/// maximum.
///
/// Tags are not known in advance: a tag that is longer than all before widens its column from that
/// line on. Not thread-safe.
public final class IntervalLine {

  private static final DateTimeFormatter ISO =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);
  private static final int ISO_WIDTH = 24;
  private static final int SECONDS_WIDTH = 12;
  private static final long A_YEAR = Duration.ofDays(365).toNanos();
  private static final int AUTO_WIDTH = 9;
  private static final int FIGURE_WIDTH = 13;
  private static final int DEFAULT_TAG_WIDTH = 16;
  private static final int WIDEST_TAG = 60;

  private final ValueUnit unit;
  private final boolean iso;
  private final int figureWidth;
  private int tagWidth = DEFAULT_TAG_WIDTH;

  /// @param unit from [ValueUnit#in], which knows the unit of the log's values
  /// @param iso whether to print absolute times, where the log has them, instead of seconds since
  ///   its start
  public IntervalLine(ValueUnit unit, boolean iso) {
    this.unit = unit;
    this.iso = iso;
    this.figureWidth = unit.isAuto() ? AUTO_WIDTH : FIGURE_WIDTH;
  }

  /// The column headings, without a line break.
  public String header() {
    return line(iso ? "time" : "seconds", "length", "tag", "count", "p50", "p99", "max");
  }

  /// The line of an interval, without a line break.
  public String of(IntervalRow row) {
    String tag = TagText.escape(row.name());
    tagWidth = Math.min(WIDEST_TAG, Math.max(tagWidth, tag.length()));
    return line(
        time(row),
        LogTimes.millis(row.length()),
        tag,
        Units.count(row.figures().count()),
        figure(row, row.figures().p50()),
        figure(row, row.figures().p99()),
        figure(row, row.figures().max()));
  }

  private String time(IntervalRow row) {
    return iso && row.start() >= A_YEAR
        ? ISO.format(LogTimes.instant(row.start()))
        : LogTimes.millis(row.sinceStart());
  }

  private String figure(IntervalRow row, double value) {
    return row.figures().count() == 0 ? "-" : unit.text(value);
  }

  private String line(
      String time, String length, String tag, String count, String p50, String p99, String max) {
    int timeWidth = iso ? ISO_WIDTH : SECONDS_WIDTH;
    String format =
        "%" + timeWidth + "s %9s  %-" + tagWidth + "s %11s" + (" %" + figureWidth + "s").repeat(3);
    return String.format(Locale.ROOT, format, time, length, tag, count, p50, p99, max);
  }
}
