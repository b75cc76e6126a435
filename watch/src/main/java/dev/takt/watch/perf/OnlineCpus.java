package dev.takt.watch.perf;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The processors that are online.
public final class OnlineCpus {

  private static final Path ONLINE = Path.of("/sys/devices/system/cpu/online");

  private OnlineCpus() {}

  /// How many processors of the machine are online, also those that this process may not use. If
  /// that cannot be read, the number that this process may use.
  public static int count() {
    try {
      return list().size();
    } catch (PerfException _) {
      return Runtime.getRuntime().availableProcessors();
    }
  }

  static List<Integer> list() throws PerfException {
    try {
      return parse(Files.readString(ONLINE).strip());
    } catch (IOException | NumberFormatException e) {
      throw new PerfException(ONLINE + " has no list of processors: " + e.getMessage());
    }
  }

  /// Reads the kernel's form of a set of numbers, such as `0-3,8`.
  static List<Integer> parse(String ranges) {
    List<Integer> cpus = new ArrayList<>();
    for (String range : ranges.split(",", -1)) {
      int dash = range.indexOf('-');
      int first = Integer.parseInt(dash < 0 ? range : range.substring(0, dash));
      int last = dash < 0 ? first : Integer.parseInt(range.substring(dash + 1));
      for (int cpu = first; cpu <= last; cpu++) {
        cpus.add(cpu);
      }
    }
    return cpus;
  }
}
