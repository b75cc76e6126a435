package dev.takt.cli.render.run;

import dev.takt.cli.spi.render.TextStyle;
import dev.takt.load.engine.recording.Progress;
import dev.takt.runs.model.Distribution;
import dev.takt.runs.text.EnglishText;
import dev.takt.runs.text.Units;

/// Formats the state of a run as one line of a table of at most 80 columns: the response time; the
/// service time without a schedule.
///
/// There is no line with both: an operation that ends while an interval is collected is in this
/// interval's response time and in the next one's service time, or the other way round.
public final class StatusLine {

  private static final String FORMAT = "%-14s%8s%8s%9s%9s%9s%7s";

  /// Larger numbers are rounded to three digits.
  private static final long MAX_RATE = 999_999;

  private static final long MAX_COUNT = 9_999;

  /// A rate that is 1,000 with four digits has no decimals.
  private static final double MIN_WHOLE_RATE = 999.95;

  /// A longer time is not known exactly enough to be worth the room.
  private static final double MAX_SECONDS = 99_999;

  /// A backlog of more than this share of a second's operations matters.
  private static final double MIN_BACKLOG = 0.01;

  /// A smaller lateness does not change the conclusions.
  private static final long MIN_LATENESS_NANOS = 1_000_000;

  private StatusLine() {}

  /// The names of the columns.
  public static String head(Progress progress) {
    return EnglishText.format(
        FORMAT, measure(progress), "rate/s", "of", "p50", "p99", "max", "errors");
  }

  /// The line for the last interval.
  public static String of(Progress progress) {
    String time = Units.clock(progress.elapsedNanos());
    String begin = EnglishText.format("%-7s %6s", phase(progress.phase()), time);
    if (progress.phase() == Progress.Phase.SELF_WARMUP) {
      return begin;
    }
    Distribution times = times(progress.interval());
    String line =
        EnglishText.format(
            FORMAT,
            begin,
            number(progress.rates().achieved()),
            Double.isNaN(progress.rates().intended()) ? "" : number(progress.rates().intended()),
            time(times, times.p50()),
            time(times, times.p99()),
            time(times, times.max()),
            number(progress.counts().failed(), MAX_COUNT));
    String noted = line + note(progress);
    return noted.length() <= TextStyle.DEFAULT_WIDTH ? noted : line;
  }

  /// What to know besides: that the generator or the target is behind the schedule.
  private static String note(Progress progress) {
    Distribution lateness = progress.lateness();
    long backlog = progress.counts().backlog();
    if (lateness != null && lateness.count() > 0 && lateness.p99() > MIN_LATENESS_NANOS) {
      return "  late " + time(lateness, lateness.p99());
    }
    return backlog > Math.max(1, MIN_BACKLOG * progress.rates().intended())
        ? "  backlog " + number(backlog, MAX_COUNT)
        : "";
  }

  /// The response time; the service time without a schedule.
  static Distribution times(Progress.Times times) {
    return times.response() == null ? times.service() : times.response();
  }

  /// What [#times] is called.
  static String measure(Progress progress) {
    return progress.interval().response() == null ? "service" : "response";
  }

  private static String time(Distribution of, long nanos) {
    if (of.count() == 0) {
      return "-";
    }
    return nanos / 1e9 > MAX_SECONDS ? ">99999 s" : Units.time(nanos);
  }

  private static String number(double rate) {
    boolean isWhole = rate >= MIN_WHOLE_RATE && Double.isFinite(rate);
    return isWhole ? number(Math.round(rate), MAX_RATE) : Units.rate(rate).replace("/s", "");
  }

  private static String number(long number, long max) {
    if (number <= max) {
      return Units.count(number);
    }
    double shown = number;
    int thousands = 0;
    for (; shown >= 999.5; shown /= 1000) {
      thousands++;
    }
    return Units.threeDigits(shown) + " kMGTPE".charAt(thousands);
  }

  static String rate(Progress progress) {
    String achieved = Units.rate(progress.rates().achieved());
    return Double.isNaN(progress.rates().intended())
        ? achieved
        : achieved + " of " + Units.rate(progress.rates().intended());
  }

  /// The operations in flight and the failures.
  static String load(Progress progress) {
    StringBuilder text = new StringBuilder();
    text.append("in flight ").append(Units.count(progress.counts().inFlight()));
    Distribution lateness = progress.lateness();
    if (lateness != null) {
      text.append("  backlog ").append(Units.count(progress.counts().backlog()));
    }
    text.append("  errors ").append(Units.count(progress.counts().failed()));
    if (lateness != null && lateness.count() > 0) {
      text.append("  lateness p99 ").append(Units.time(lateness.p99()));
    }
    return text.toString();
  }

  static String phase(Progress.Phase phase) {
    return switch (phase) {
      case SELF_WARMUP -> "self-warm-up";
      case WARMUP -> "warm-up";
      case MEASURE -> "measure";
      case DRAIN -> "drain";
    };
  }
}
