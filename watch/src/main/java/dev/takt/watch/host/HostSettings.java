package dev.takt.watch.host;

import dev.takt.watch.bpf.KernelSetting;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Settings of the machine that can affect latency, such as the CPU frequency governor.
///
/// @param values by name, such as `frequency governor`, without those that could not be read
/// @param missing the names of the settings that could not be read
public record HostSettings(Map<String, String> values, List<String> missing) {

  /// No settings were read.
  public static final HostSettings NONE = new HostSettings(Map.of(), List.of());

  private static final Map<String, String> FILES = files();

  private static Map<String, String> files() {
    Map<String, String> files = new LinkedHashMap<>();
    String frequency = "sys/devices/system/cpu/cpu0/cpufreq/";
    files.put("frequency governor", frequency + "scaling_governor");
    files.put("frequency driver", frequency + "scaling_driver");
    files.put("frequency kHz", frequency + "scaling_cur_freq");
    files.put("least frequency kHz", frequency + "scaling_min_freq");
    files.put("most frequency kHz", frequency + "scaling_max_freq");
    files.put("simultaneous multithreading", "sys/devices/system/cpu/smt/control");
    files.put("idle driver", "sys/devices/system/cpu/cpuidle/current_driver");
    files.put("transparent huge pages", "sys/kernel/mm/transparent_hugepage/enabled");
    files.put("defragmentation for huge pages", "sys/kernel/mm/transparent_hugepage/defrag");
    files.put("swappiness", "proc/sys/vm/swappiness");
    files.put("clock source", "sys/devices/system/clocksource/clocksource0/current_clocksource");
    return files;
  }

  /// Reads the settings of this machine.
  public static HostSettings read() {
    return read(Path.of("/"));
  }

  static HostSettings read(Path root) {
    Map<String, String> values = new LinkedHashMap<>();
    List<String> missing = new ArrayList<>();
    FILES.forEach((name, file) -> {
      try {
        values.put(name, selected(KernelSetting.read(root.resolve(file))));
      } catch (IOException _) {
        missing.add(name);
      }
    });
    return new HostSettings(values, missing);
  }

  /// Returns the selected value, which is the one in brackets: `always [madvise] never`.
  private static String selected(String text) {
    int from = text.indexOf('[');
    int to = text.indexOf(']', from + 1);
    return from < 0 || to < 0 ? text : text.substring(from + 1, to);
  }
}
