package dev.takt.record.log.parse;

import dev.takt.record.histogram.MalformedException;
import dev.takt.record.log.Problem;
import dev.takt.record.log.Problem.Severity;
import dev.takt.record.log.TimeColumns;
import dev.takt.record.text.Times;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Detects from a log's header and first intervals how it writes its times.
///
/// It detects three things. A number too large for a date in seconds is in a smaller unit. A second
/// column holds ends, not lengths, if it is as large as a date, or if it equals the start of the
/// next interval in each line. Times that count from 0 are in milliseconds if the second column
/// holds ends and the intervals would otherwise last for minutes, since the one tool that writes
/// ends uses milliseconds.
///
/// Lines that fit HdrHistogram's own format are read that way: two lines `0,10` and `10,20` are
/// intervals of 10 and 20 seconds.
///
/// Not thread-safe.
public final class DialectDetector {

  private static final int MAX_INTERVALS = 64;

  /// The smallest number taken for seconds since 1970; reached in 1973.
  private static final double DATE_SECONDS = 1e8;

  private static final double DAY_SECONDS = 24 * 3600;

  /// Intervals of logs usually last less than this many seconds, and more than this many
  /// milliseconds.
  private static final double LONG_INTERVAL = 100;

  /// Intervals of at least this many seconds are reported.
  private static final double SUSPICIOUS_SECONDS = 600;

  /// The maximum distance between an interval and the end of the one before, as a part of its
  /// length.
  private static final double NEAR = 0.05;

  /// The number of consecutive lines of a series that must agree.
  private static final int ENOUGH = 2;

  private static final TimeUnit DEFAULT_UNIT = TimeUnit.SECONDS;

  /// The numbers of a line, as written.
  private record Row(double start, double length) {}

  /// The lines of one tag.
  private static final class Series {
    @Nullable Row last;
    int consecutiveEnds;
  }

  private final TimeColumns given;
  private final LogHeader header;
  private final List<Row> rows = new ArrayList<>();
  private final Map<String, Series> series = new HashMap<>();
  private int lengths;
  private int ends;
  private int consecutiveEnds;
  private int either;

  /// @param name of the log, for messages
  public DialectDetector(String name, TimeColumns given) {
    this.given = given;
    this.header = new LogHeader(name);
  }

  /// Examines the lines of a block.
  public void accept(BlockReader.Block block) {
    int at = block.from();
    while (at < block.to() && !isDecided()) {
      int end = Lines.end(block.bytes(), at, block.to());
      accept(new String(block.bytes(), at, end - at, StandardCharsets.ISO_8859_1).strip());
      at = end + 1;
    }
  }

  private void accept(String line) {
    try {
      if (line.startsWith("#")) {
        header.accept(
            new String(line.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8));
      } else if (!line.isEmpty() && line.charAt(0) != '"') {
        accept(LenientLine.read(line));
      }
    } catch (MalformedException e) {
      // The parser reports it when it reads the line.
    }
  }

  private void accept(LenientLine line) throws MalformedException {
    Row row =
        new Row(
            Times.number("start", line.start()).doubleValue(),
            Times.number("length", line.length()).doubleValue());
    rows.add(row);
    String tag = Objects.requireNonNullElse(line.tag(), "\n");
    Series of = series.computeIfAbsent(tag, key -> new Series());
    Row before = of.last;
    of.last = row;
    if (isDate(row)) {
      count(of, row.length >= row.start / 2, row.length < row.start / 2);
    } else if (row.length > 0 && row.length <= row.start) {
      lengths += ENOUGH; // an end would be after the start
    } else if (before != null && row.start > before.start) {
      double near = NEAR * (row.start - before.start);
      boolean end = Math.abs(before.length - row.start) <= near;
      boolean length = Math.abs(before.start + before.length - row.start) <= near;
      count(of, end, length);
    }
  }

  private void count(Series of, boolean isEnd, boolean isLength) {
    if (isEnd && isLength) {
      either++;
    } else if (isEnd) {
      ends++;
      consecutiveEnds = Math.max(consecutiveEnds, ++of.consecutiveEnds);
    } else {
      of.consecutiveEnds = 0;
      lengths += isLength ? 1 : 0;
    }
  }

  private static boolean isDate(Row row) {
    return row.start >= DATE_SECONDS;
  }

  /// Whether more lines cannot change the result.
  public boolean isDecided() {
    return (given.unit() != null && given.lengthIsEnd() != null)
        || isStandard()
        || lengths >= ENOUGH
        || consecutiveEnds >= ENOUGH
        || rows.size() >= MAX_INTERVALS;
  }

  /// Takt's own logs need no detection.
  private boolean isStandard() {
    return header.isWrittenByTakt() && given.equals(TimeColumns.AUTO);
  }

  /// Whether the lines so far have the same meaning whatever follows.
  public boolean isSettledSoFar() {
    return rows.stream().allMatch(each -> each.start == 0 && each.length < LONG_INTERVAL);
  }

  /// The detected format of the log's times.
  public Dialect dialect() {
    if (isStandard()) {
      return Dialect.STANDARD;
    }
    boolean lengthIsEnd = lengthIsEnd();
    UnitsComment units = header.units();
    TimeUnit guess = unit(lengthIsEnd);
    TimeUnit start = first(given.unit(), units == null ? null : units.start(), guess);
    TimeUnit length =
        first(given.unit(), units == null || lengthIsEnd ? null : units.length(), start);
    return new Dialect(start, length, lengthIsEnd, zero(start));
  }

  private static TimeUnit first(
      @Nullable TimeUnit first, @Nullable TimeUnit second, TimeUnit third) {
    return first != null ? first : second != null ? second : third;
  }

  private boolean lengthIsEnd() {
    Boolean stated = given.lengthIsEnd();
    return stated != null
        ? stated
        : lengths == 0 && (ends > 0 || (isEqualIfEnds() && isSuspicious(medianDuration(true))));
  }

  /// Whether all intervals have the same length if the column holds ends. It could also hold
  /// lengths, because the first interval started at 0.
  private boolean isEqualIfEnds() {
    if (either == 0 || lengths > 0) {
      return false;
    }
    double[] all = durations(true);
    return all[all.length - 1] - all[0] <= 2 * NEAR * all[0];
  }

  private static boolean isSuspicious(double seconds) {
    return seconds >= SUSPICIOUS_SECONDS;
  }

  /// The lengths of the intervals, in ascending order, in the log's unit.
  private double[] durations(boolean lengthIsEnd) {
    double[] all =
        rows.stream()
            .mapToDouble(each -> lengthIsEnd ? each.length - each.start : each.length)
            .toArray();
    Arrays.sort(all);
    return all;
  }

  private double medianDuration(boolean lengthIsEnd) {
    double[] all = durations(lengthIsEnd);
    return all.length == 0 ? 0 : all[all.length / 2];
  }

  private TimeUnit unit(boolean lengthIsEnd) {
    if (rows.isEmpty()) {
      return DEFAULT_UNIT;
    }
    TimeUnit ofDate = Dialect.unitOfDate(rows.get(0).start);
    if (ofDate != DEFAULT_UNIT || isDate(rows.get(0))) {
      return ofDate;
    }
    boolean isLong = medianDuration(lengthIsEnd) >= LONG_INTERVAL;
    return isLong && (lengthIsEnd || header.scaledTime() != null)
        ? TimeUnit.MILLISECONDS
        : DEFAULT_UNIT;
  }

  private Dialect.Zero zero(TimeUnit unit) {
    double scale = Math.pow(10, Dialect.digits(unit) - Dialect.digits(DEFAULT_UNIT));
    if (unit == DEFAULT_UNIT || rows.isEmpty() || rows.get(0).start * scale < DATE_SECONDS) {
      return Dialect.Zero.HEADER;
    }
    BigDecimal begin = header.begin();
    BigDecimal base = header.base();
    if (begin == null || base == null) {
      return Dialect.Zero.EPOCH;
    }
    double date = rows.get(0).start * scale;
    double earliest = begin.doubleValue() - DAY_SECONDS;
    return date < earliest && date + base.doubleValue() * scale >= earliest
        ? Dialect.Zero.EPOCH_LESS_BASE
        : Dialect.Zero.EPOCH;
  }

  /// What was inferred, and how to override it.
  public List<Problem> remarks() {
    List<Problem> remarks = new ArrayList<>();
    Dialect dialect = dialect();
    UnitsComment units = header.units();
    boolean isUnitSaid = given.unit() != null || (units != null && units.start() != null);
    String unit = dialect.startUnit().name().toLowerCase(Locale.ROOT);
    if (!isUnitSaid && dialect.startUnit() != DEFAULT_UNIT) {
      String zero =
          dialect.zero() == Dialect.Zero.EPOCH_LESS_BASE ? " less the base time's seconds" : "";
      remark(remarks, Severity.GUESS, "times read as " + unit + zero + " (if not: --times s)");
    } else if (!isUnitSaid && header.scaledTime() != null) {
      remark(remarks, Severity.GUESS, header.scaledTime() + ", columns of times read as " + unit);
    }
    if (given.lengthIsEnd() == null && dialect.lengthIsEnd()) {
      remark(
          remarks,
          Severity.GUESS,
          "lengths read as ends of intervals (if not: --no-length-is-end)");
    }
    if (given.lengthIsEnd() == null && !dialect.lengthIsEnd() && isEqualIfEnds()) {
      remark(
          remarks,
          Severity.NOTE,
          "lengths read as such, though they could be ends of intervals (if so: --length-is-end)");
    }
    double usual = medianDuration(dialect.lengthIsEnd());
    if (!isUnitSaid && dialect.startUnit() == DEFAULT_UNIT && isSuspicious(usual)) {
      remark(
          remarks,
          Severity.NOTE,
          "intervals last "
              + Math.round(usual)
              + " s; if their times are milliseconds: --times ms");
    }
    return remarks;
  }

  private void remark(List<Problem> remarks, Severity severity, String text) {
    remarks.add(new Problem(header.name(), 0, severity, text));
  }
}
