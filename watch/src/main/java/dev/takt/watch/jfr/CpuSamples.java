package dev.takt.watch.jfr;

import java.time.Duration;
import java.util.Map;

/// Settings for the CPU profile of a flight recording: `jdk.CPUTimeSample` (JEP 509), on JDK 25 or
/// later on Linux. Each Java thread has a timer of its CPU time, which sends the thread a signal.
/// The thread's stack is walked at its next safepoint poll, from where the signal interrupted it.
public final class CpuSamples {

  /// The first JDK with these events.
  public static final int FIRST_JDK = 25;

  private static final String EVENT = "jdk.CPUTimeSample";

  private CpuSamples() {}

  /// The settings that enable it.
  ///
  /// @param period the sampling period, in CPU time of a thread
  public static Map<String, String> settings(Duration period) {
    return Map.of(
        EVENT + "#enabled",
        "true",
        EVENT + "#throttle",
        millis(period),
        EVENT + "#stackTrace",
        "true",
        "jdk.CPUTimeSamplesLost#enabled",
        "true",
        // The class path, to find the intrinsics that a method calls.
        "jdk.InitialSystemProperty#enabled",
        "true",
        "jdk.InitialSystemProperty#period",
        "beginChunk");
  }

  /// Whether settings enable it.
  public static boolean isEnabledIn(Map<String, String> settings) {
    return "true".equals(settings.get(EVENT + "#enabled"));
  }

  /// Formats a period without fractions, which the JDK does not accept.
  private static String millis(Duration period) {
    return period.toNanos() % 1_000_000 == 0
        ? period.toMillis() + "ms"
        : period.toNanos() / 1000 + "us";
  }
}
