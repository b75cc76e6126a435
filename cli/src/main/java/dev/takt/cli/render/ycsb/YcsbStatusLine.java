package dev.takt.cli.render.ycsb;

import dev.takt.record.LatencyHistogram;
import dev.takt.runs.text.MachineText;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.Locale;
import java.util.Map;

/// The parts of YCSB's status line.
final class YcsbStatusLine {

  private YcsbStatusLine() {}

  static String decimal(double value) {
    return new DecimalFormat("#.##", DecimalFormatSymbols.getInstance(Locale.ROOT)).format(value);
  }

  static void append(StringBuilder line, String prefix, Map<String, LatencyHistogram> all) {
    all.forEach((name, of) -> line.append(summary(prefix + name, of)).append(' '));
  }

  private static String summary(String name, LatencyHistogram of) {
    if (of.isEmpty()) {
      return MachineText.format(
          "[%s: Count=0, Max=0, Min=0, Avg=0, 90=0, 99=0, 99.9=0, 99.99=0]", name);
    }
    return MachineText.format(
        "[%s: Count=%d, Max=%d, Min=%d, Avg=%s, 90=%d, 99=%d, 99.9=%d, 99.99=%d]",
        name,
        of.totalCount(),
        of.max() / 1000,
        of.min() / 1000,
        decimal(of.mean() / 1000),
        of.valueAtPercentile(90) / 1000,
        of.valueAtPercentile(99) / 1000,
        of.valueAtPercentile(99.9) / 1000,
        of.valueAtPercentile(99.99) / 1000);
  }

  /// YCSB's form, with its trailing space: `1 hour 5 minutes `, `12 seconds `, and the singular for
  /// one digit: `9 second `.
  static String remaining(long seconds) {
    StringBuilder time = new StringBuilder();
    long days = seconds / 86_400;
    unit(time, days, "day");
    unit(time, seconds % 86_400 / 3_600, "hour");
    if (days == 0) {
      unit(time, seconds % 3_600 / 60, "minute");
    }
    if (time.isEmpty()) {
      time.append(seconds).append(" ").append(seconds < 10 ? "second " : "seconds ");
    }
    return time.toString();
  }

  private static void unit(StringBuilder time, long count, String name) {
    if (count > 0) {
      time.append(count).append(' ').append(name).append(count == 1 ? " " : "s ");
    }
  }
}
