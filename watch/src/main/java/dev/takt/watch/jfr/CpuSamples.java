package dev.takt.watch.jfr;

import java.time.Duration;
import java.util.Map;

/// The CPU profile of a flight recording: `jdk.CPUTimeSample` (JEP 509), of JDK 25 or later on
/// Linux. A timer of each Java thread's own time on a processor sends the thread a signal; its
/// stack is walked at its next safepoint poll, from where the signal found it.
public final class CpuSamples {

  /// The first JDK that has them.
  public static final int FIRST_JDK = 25;

  private static final String EVENT = "jdk.CPUTimeSample";

  private CpuSamples() {}

  /// What a recording must be told for it.
  ///
  /// @param period of a thread's time on a processor
  public static Map<String, String> settings(Duration period) {
    return Map.of(
        EVENT + "#enabled",
        "true",
        EVENT + "#throttle",
        millis(period),
        EVENT + "#stackTrace",
        "true",
        "jdk.CPUTimeSamplesLost#enabled",
        "true");
  }

  /// Whether settings ask for it.
  public static boolean isIn(Map<String, String> settings) {
    return "true".equals(settings.get(EVENT + "#enabled"));
  }

  /// The JDK takes no fractions.
  private static String millis(Duration period) {
    return period.toNanos() % 1_000_000 == 0
        ? period.toMillis() + "ms"
        : period.toNanos() / 1000 + "us";
  }
}
