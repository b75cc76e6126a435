package dev.takt.report.plot.axis;

import dev.takt.runs.text.EnglishText;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Time axis in nanoseconds since a start, labelled with the time of day or the elapsed time.
///
/// @param from the left end
/// @param to the right end, greater than `from`
/// @param start the date of time 0; null to label the elapsed time
public record TimeAxis(long from, long to, @Nullable OffsetDateTime start) implements Axis {

  private static final long SECOND = 1_000_000_000L;
  private static final long MINUTE = 60 * SECOND;
  private static final long HOUR = 60 * MINUTE;
  private static final long DAY = 24 * HOUR;
  private static final int MAX_STEPS = 12;
  private static final long[] STEPS = {
    SECOND, 2 * SECOND, 5 * SECOND, 10 * SECOND, 15 * SECOND, 30 * SECOND,
    MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE, 15 * MINUTE, 30 * MINUTE,
    HOUR, 2 * HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR
  };

  /// An axis from one time to another, which may be the same.
  public static TimeAxis of(long from, long to, @Nullable OffsetDateTime start) {
    return to > from
        ? new TimeAxis(from, to, start)
        : new TimeAxis(from - SECOND / 2, from + SECOND / 2, start);
  }

  private double span() {
    return (double) to - (double) from;
  }

  @Override
  public double position(double nanos) {
    return Axis.clamp((nanos - (double) from) / span());
  }

  /// The title of the axis with its format.
  public String title() {
    if (start != null) {
      return "time of day (" + dates(start) + ", " + zone(start) + ")";
    }
    return "time since start ("
        + switch (style()) {
          case SECONDS -> "seconds";
          case MINUTES -> "min:s";
          case HOURS -> "h:min:s";
        }
        + ")";
  }

  private String dates(OffsetDateTime zero) {
    var first = zero.plusNanos(from).toLocalDate();
    var last = zero.plusNanos(to).toLocalDate();
    return first.equals(last) ? first.toString() : first + " to " + last;
  }

  private static String zone(OffsetDateTime time) {
    String offset = time.getOffset().getId();
    return offset.equals("Z") ? "UTC" : "UTC" + offset;
  }

  @Override
  public List<Tick> ticks() {
    long step = step();
    // Ticks are at round times of day, not at round times since the start.
    long midnight = start == null ? 0 : -start.toLocalTime().toNanoOfDay();
    long first = midnight + Math.ceilDiv(from - midnight, step) * step;
    List<Tick> ticks = new ArrayList<>();
    for (long at = first; at <= to; at += step) {
      ticks.add(new Tick((double) at, label(at, step)));
    }
    return ticks;
  }

  private long step() {
    double least = span() / MAX_STEPS;
    if (least <= SECOND / 2.0) {
      return Math.max(1, Math.round(NiceNumbers.atLeast(least)));
    }
    for (long each : STEPS) {
      if (each >= least) {
        return each;
      }
    }
    return DAY * Math.max(1, Math.round(NiceNumbers.atLeast(least / DAY)));
  }

  private String label(long at, long step) {
    return start == null ? stopwatch(at, step) : start.plusNanos(at).format(clock(step));
  }

  private DateTimeFormatter clock(long step) {
    String day = span() > 2.0 * DAY ? "MMM d" : "";
    String time =
        step % DAY == 0 ? "" : step % MINUTE == 0 ? "HH:mm" : step % SECOND == 0 ? "HH:mm:ss" : "";
    if (step < SECOND) {
      time = "HH:mm:ss." + "S".repeat(decimals(step));
    }
    return DateTimeFormatter.ofPattern((day + ' ' + time).strip(), Locale.ROOT);
  }

  private enum Style {
    SECONDS,
    MINUTES,
    HOURS
  }

  private Style style() {
    long longest = Math.max(Math.abs(from), Math.abs(to));
    return longest < 2 * MINUTE ? Style.SECONDS : longest < HOUR ? Style.MINUTES : Style.HOURS;
  }

  private String stopwatch(long at, long step) {
    Duration time = Duration.ofNanos(Math.abs(at));
    String figure =
        switch (style()) {
          case SECONDS ->
              String.format(Locale.ROOT, "%." + decimals(step) + "f", Math.abs(at) / 1e9);
          case MINUTES -> EnglishText.format("%d:%02d", time.toMinutes(), time.toSecondsPart());
          case HOURS ->
              EnglishText.format(
                  "%d:%02d:%02d", time.toHours(), time.toMinutesPart(), time.toSecondsPart());
        };
    return at < 0 ? "−" + figure : figure;
  }

  /// The decimals of a second in a step.
  private static int decimals(long step) {
    int decimals = 0;
    for (long unit = SECOND; step % unit != 0; unit /= 10) {
      decimals++;
    }
    return decimals;
  }
}
