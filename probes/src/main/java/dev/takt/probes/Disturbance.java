package dev.takt.probes;

import dev.takt.record.NanoClock;
import dev.takt.runs.text.EnglishText;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Rounds of a measurement in which a thread that should have used its processor all the time did
/// not have it: its CPU time is shorter than the round, or the machine's stolen time increased.
///
/// What slows a thread while it runs is not noticed: another hardware thread of its core, a full
/// memory bus, or a hypervisor that does not report stolen time.
///
/// @param rounds how many rounds there were
/// @param disturbed how many of them were disturbed, and left out
public record Disturbance(long rounds, long disturbed) {

  public static final Disturbance NONE = new Disturbance(0, 0);

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  /// The CPU time of the calling thread.
  static final NanoClock OWN_CPU_TIME = THREADS::getCurrentThreadCpuTime;

  /// A round may be this many times shorter than the time off the processor in it.
  private static final int ROUNDS_PER_OFF = 50;

  /// Interrupts take some microseconds.
  private static final long MIN_OFF_NANOS = 10_000;

  /// Whether the JVM knows the CPU time of threads.
  public static boolean isKnown() {
    return THREADS.isThreadCpuTimeSupported() && THREADS.isThreadCpuTimeEnabled();
  }

  /// The CPU time of another thread; less than 0 if it has ended.
  public static long cpuTime(Thread thread) {
    return THREADS.getThreadCpuTime(thread.threadId());
  }

  /// Whether a thread was off its processor for more than 2 % of a round, and more than 10 µs.
  ///
  /// @param wallNanos the length of the round
  /// @param cpuNanos the CPU time of the thread in it
  public static boolean isDisturbed(long wallNanos, long cpuNanos) {
    return wallNanos - cpuNanos > Math.max(MIN_OFF_NANOS, wallNanos / ROUNDS_PER_OFF);
  }

  /// Whether nothing was measured, because all rounds were disturbed.
  public boolean isLost() {
    return rounds > 0 && disturbed == rounds;
  }

  /// One round more.
  public Disturbance plus(boolean isDisturbed) {
    return plus(new Disturbance(1, isDisturbed ? 1 : 0));
  }

  public Disturbance plus(Disturbance other) {
    return new Disturbance(rounds + other.rounds, disturbed + other.disturbed);
  }

  /// What a reader must know first.
  ///
  /// @param lost names of the measurements that have no round left
  public List<String> remarks(List<String> lost) {
    List<String> remarks = new ArrayList<>();
    String counts = counts();
    if (counts != null) {
      remarks.add(counts);
    }
    if (!lost.isEmpty() && disturbed < rounds) {
      remarks.add(
          "nothing was measured of "
              + String.join(", ", lost)
              + ": all of these rounds were disturbed");
    }
    if (!isKnown()) {
      remarks.add("this JVM does not know CPU times, so disturbed rounds are not noticed");
    }
    return remarks;
  }

  private @Nullable String counts() {
    if (disturbed == 0) {
      return null;
    }
    return disturbed == rounds
        ? EnglishText.format(
            "nothing was measured: in all %,d rounds a thread did not have its processor", rounds)
        : EnglishText.format(
            "in %,d of %,d rounds a thread did not have its processor: they are left out",
            disturbed, rounds);
  }
}
