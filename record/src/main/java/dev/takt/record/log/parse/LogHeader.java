package dev.takt.record.log.parse;

import dev.takt.record.histogram.MalformedException;
import dev.takt.record.text.Times;
import dev.takt.record.text.Truncated;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What the comments of a log state about the intervals after them: the zero of their times, the
/// unit of their values.
///
/// Not thread-safe, except [#name].
public final class LogHeader {

  /// Marks a log whose values are partly an estimate of values that were never measured.
  public static final String CORRECTED = "[Corrected: ";

  private static final Pattern TIME_COMMENT =
      Pattern.compile("(?i)#\\s*\\[\\s*(StartTime|BaseTime):\\s*([^\\s\\]]*).*");
  private static final Pattern VERSION =
      Pattern.compile("#\\[Histogram log format version ([^\\]]*)\\].*");
  private static final Pattern UNIT = Pattern.compile("#\\[Unit: ([^\\]]*)\\].*");
  private static final String TAKT_MARKER = "#[Takt ";
  private static final Pattern KNOWN_VERSION = Pattern.compile("1\\.(0|01|1|2|3)");

  /// A stamp that is at least this much less than the start time is relative to it (HdrHistogram's
  /// rule).
  private static final BigDecimal A_YEAR = BigDecimal.valueOf(365L * 24 * 3600);

  private final String name;
  private @Nullable BigDecimal startTime;
  private @Nullable BigDecimal baseTime;
  private @Nullable Long firstStart;
  private @Nullable String unit;
  private @Nullable String estimate;
  private Dialect dialect = Dialect.STANDARD;
  private @Nullable UnitsComment units;
  private @Nullable String scaledTime;
  private boolean isWrittenByTakt;
  private long baseNanos;
  private boolean baseKnown;

  public LogHeader(String name) {
    this.name = name;
  }

  public String name() {
    return name;
  }

  /// Reads a comment.
  ///
  /// @throws MalformedException if a known comment has an invalid value; the previous value remains
  void accept(String comment) throws MalformedException {
    Matcher time = TIME_COMMENT.matcher(comment);
    if (time.matches()) {
      acceptTime(time.group(1), time.group(2));
      return;
    }
    Matcher unitComment = UNIT.matcher(comment);
    if (unitComment.matches()) {
      unit = Truncated.of(unitComment.group(1).strip());
      return;
    }
    UnitsComment several = UnitsComment.of(comment);
    if (several != null) {
      units = several;
      unit = several.values() == null ? unit : several.values();
      return;
    }
    isWrittenByTakt |= comment.startsWith(TAKT_MARKER);
    if (comment.startsWith(CORRECTED, 1)) {
      estimate = Truncated.of(comment.substring(1 + CORRECTED.length()).replaceAll("]\\s*$", ""));
      return;
    }
    Matcher version = VERSION.matcher(comment);
    if (version.matches() && !KNOWN_VERSION.matcher(version.group(1)).matches()) {
      throw new MalformedException(
          String.format(
              Locale.ROOT,
              "format version %s is not known; read as if it were 1.3",
              version.group(1)));
    }
  }

  private void acceptTime(String what, String text) throws MalformedException {
    BigDecimal number = Times.number(what, text);
    TimeUnit scale = Dialect.unitOfDate(number.doubleValue());
    BigDecimal time = number.scaleByPowerOfTen(Dialect.digits(scale) - Times.NANOS_DIGITS);
    Times.nanos(time);
    if (scale != TimeUnit.SECONDS) {
      scaledTime = what + " in " + scale.name().toLowerCase(Locale.ROOT);
    }
    if (what.equalsIgnoreCase("BaseTime")) {
      baseTime = time;
    } else {
      startTime = time;
      if (firstStart == null) {
        firstStart = Times.nanos(time);
      }
    }
    baseKnown = false;
  }

  /// Converts a stamp to nanoseconds since 1970-01-01T00:00:00Z, if the log states its date.
  ///
  /// @param stamp in nanoseconds, as written in the line
  /// @throws MalformedException if it is out of range
  long moment(long stamp) throws MalformedException {
    if (!baseKnown) {
      baseNanos = Times.nanos(baseFor(stamp));
      baseKnown = true;
    }
    try {
      long moment = Math.addExact(baseNanos, stamp);
      if (firstStart == null) {
        firstStart = moment;
      }
      return moment;
    } catch (ArithmeticException e) {
      throw new MalformedException("the time is out of range");
    }
  }

  private BigDecimal baseFor(long stamp) {
    BigDecimal base = base();
    if (dialect.zero() == Dialect.Zero.EPOCH) {
      return BigDecimal.ZERO;
    }
    if (dialect.zero() == Dialect.Zero.EPOCH_LESS_BASE && base != null) {
      return base.scaleByPowerOfTen(Dialect.digits(dialect.startUnit()) - Times.NANOS_DIGITS);
    }
    if (baseTime != null) {
      return baseTime;
    }
    BigDecimal start = startTime;
    return start != null && BigDecimal.valueOf(stamp, 9).compareTo(start.subtract(A_YEAR)) < 0
        ? start
        : BigDecimal.ZERO;
  }

  /// Sets how the following intervals write their times.
  void use(Dialect next) {
    dialect = next;
    baseKnown = false;
  }

  /// The base time, or else the start time, in seconds since 1970, if the log states one.
  @Nullable BigDecimal base() {
    return baseTime != null ? baseTime : startTime;
  }

  /// The start time, or else the base time, in seconds since 1970, if the log states one.
  @Nullable BigDecimal begin() {
    return startTime != null ? startTime : baseTime;
  }

  /// The units of the log's columns, if it states them.
  @Nullable UnitsComment units() {
    return units;
  }

  /// The header's time that is in a smaller unit than seconds, with that unit, if there is one.
  @Nullable String scaledTime() {
    return scaledTime;
  }

  /// Whether Takt wrote the log.
  boolean isWrittenByTakt() {
    return isWrittenByTakt;
  }

  /// The moment from which windows count, if it is known yet: the log's first start time, or else
  /// its first interval.
  @Nullable
  public Long start() {
    return firstStart;
  }

  /// The unit of the values in words, if the log states it.
  @Nullable
  public String unit() {
    return unit;
  }

  /// How the values were corrected for coordinated omission, if they were.
  @Nullable
  public String estimate() {
    return estimate;
  }
}
