package dev.takt.probes.clock;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The clock source of Linux.
///
/// @param clock the source in use, such as `tsc`, the processor's time stamp counter; null if it is
///   not known
/// @param others the other available sources
/// @param flags the processor's flags about its counter, such as `constant_tsc` (constant
///   frequency) and `nonstop_tsc` (runs in sleep states)
public record LinuxClockSource(@Nullable String clock, List<String> others, List<String> flags) {

  private static final List<String> RELEVANT_FLAGS =
      List.of("tsc", "constant_tsc", "nonstop_tsc", "tsc_known_freq", "tsc_reliable", "rdtscp");

  /// Reads it from this machine.
  public static LinuxClockSource ofThisMachine() {
    return of(Path.of("/"));
  }

  static LinuxClockSource of(Path root) {
    Path folder = root.resolve("sys/devices/system/clocksource/clocksource0");
    String clock = firstLine(folder.resolve("current_clocksource"));
    String available = firstLine(folder.resolve("available_clocksource"));
    List<String> others =
        available == null
            ? List.of()
            : Stream.of(available.split("\\s+", -1))
                .filter(each -> !each.isEmpty() && !each.equals(clock))
                .toList();
    return new LinuxClockSource(clock, others, flags(root.resolve("proc/cpuinfo")));
  }

  private static @Nullable String firstLine(Path file) {
    try {
      String line = Files.readString(file).strip();
      return line.isEmpty() ? null : line.lines().findFirst().orElse(line);
    } catch (IOException _) {
      return null;
    }
  }

  private static List<String> flags(Path cpuInfo) {
    try (Stream<String> lines = Files.lines(cpuInfo)) {
      return lines
          .filter(each -> each.startsWith("flags"))
          .findFirst()
          .map(each -> each.substring(each.indexOf(':') + 1).strip())
          .map(each -> Arrays.asList(each.split("\\s+", -1)))
          .map(each -> RELEVANT_FLAGS.stream().filter(each::contains).toList())
          .orElse(List.of());
    } catch (IOException _) {
      return List.of();
    }
  }
}
