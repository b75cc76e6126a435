package dev.takt.cli.render.run;

import dev.takt.load.engine.recording.Progress;
import dev.takt.load.text.Units;
import dev.takt.runs.model.Distribution;
import dev.takt.runs.text.EnglishText;

/// Formats the state of a run as one line.
public final class StatusLine {

  private StatusLine() {}

  /// The line for the last interval.
  public static String of(Progress progress) {
    StringBuilder line = new StringBuilder();
    line.append(
        EnglishText.format(
            "%-12s%8s", phase(progress.phase()), Units.clock(progress.elapsedNanos())));
    if (progress.phase() == Progress.Phase.SELF_WARMUP) {
      return line.toString().stripTrailing();
    }
    line.append("  ").append(rate(progress));
    Distribution response = progress.interval().response();
    if (response != null) {
      append(line, "response", response);
    }
    append(line, "service", progress.interval().service());
    line.append("  ").append(load(progress));
    return line.toString();
  }

  private static void append(StringBuilder line, String name, Distribution of) {
    line.append("  ").append(name);
    if (of.count() == 0) {
      line.append(" -");
      return;
    }
    line.append(" p50 ").append(Units.time(of.p50()));
    line.append(" p99 ").append(Units.time(of.p99()));
    line.append(" max ").append(Units.time(of.max()));
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
