package dev.takt.probes;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A reading of how long the processors that this process may use were used, by all processes and
/// the hypervisor (steal), and by this process.
///
/// The kernel counts the first by what runs at each tick of its timer: over short times it is not
/// exact.
///
/// @param nanoTime when it was read
/// @param usedNanos by all, added up over the processors
/// @param ownNanos by this process
/// @param processors how many processors there are
public record ProcessorUse(long nanoTime, long usedNanos, long ownNanos, int processors) {

  /// A larger part of the processors' time for other processes disturbs a measurement.
  static final double MAX_SHARE = 0.1;

  /// The unit of the kernel's statistics.
  static final long TICK_NANOS = 10_000_000;

  /// Three standard deviations of the share of one tick that is as often used as not.
  private static final double TICK_ERROR = 1.5;

  /// user, nice, system and steal, without interrupts, which are mostly this process's own.
  private static final List<Integer> USED = List.of(1, 2, 3, 8);

  /// A source of readings.
  @FunctionalInterface
  public interface Source {
    /// @return null if it is not known
    @Nullable ProcessorUse read();
  }

  /// Of this process and machine.
  public static Source ofThisProcess() {
    Set<String> names = names();
    return () -> read(Path.of("/proc/stat"), names);
  }

  /// The names of the allowed processors in the kernel's statistics; empty if they are not known.
  static Set<String> names() {
    return Processors.allowed().stream().map(each -> "cpu" + each).collect(Collectors.toSet());
  }

  private static @Nullable ProcessorUse read(Path stat, Set<String> names) {
    try {
      long own =
          ManagementFactory.getOperatingSystemMXBean()
                  instanceof com.sun.management.OperatingSystemMXBean system
              ? system.getProcessCpuTime()
              : -1;
      long used = used(Files.readAllLines(stat), names);
      return own < 0 || names.isEmpty()
          ? null
          : new ProcessorUse(System.nanoTime(), used, own, names.size());
    } catch (IOException | NumberFormatException | IndexOutOfBoundsException _) {
      return null;
    }
  }

  /// The time for which the named processors were used.
  static long used(List<String> stat, Set<String> names) {
    return nanos(stat, names, USED);
  }

  /// The sum of some columns of the named processors.
  static long nanos(List<String> stat, Set<String> names, List<Integer> columns) {
    long ticks = 0;
    for (String line : stat) {
      String[] words = line.split(" +", -1);
      if (names.contains(words[0])) {
        for (int each : columns) {
          ticks += Long.parseLong(words[each]);
        }
      }
    }
    return ticks * TICK_NANOS;
  }

  /// Whether other processes and the hypervisor had more than a tenth of the processors' time from
  /// this reading to a later one; over a short time, clearly more.
  public boolean isDisturbedUntil(ProcessorUse later) {
    double capacity = (double) (later.nanoTime - nanoTime) * processors;
    double others = (double) (later.usedNanos - usedNanos) - (later.ownNanos - ownNanos);
    double error = TICK_ERROR / Math.sqrt(Math.max(1, capacity / TICK_NANOS));
    return others > Math.max(MAX_SHARE, error) * capacity;
  }
}
