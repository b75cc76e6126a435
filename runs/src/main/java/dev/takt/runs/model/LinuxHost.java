package dev.takt.runs.model;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads facts about the machine from Linux's files. On other systems the files are absent, and all
/// facts are unknown.
final class LinuxHost {

  /// Version 1 of control groups writes "no limit" as a number larger than any machine's memory.
  private static final long NO_MEMORY_LIMIT = 1L << 60;

  private final Path root;

  LinuxHost(Path root) {
    this.root = root;
  }

  Optional<String> hostName() {
    return firstLine("proc/sys/kernel/hostname");
  }

  Optional<String> cpuModel() {
    return valueOf("proc/cpuinfo", "model name\t:");
  }

  Optional<String> distribution() {
    return valueOf("etc/os-release", "PRETTY_NAME=").map(v -> v.replace("\"", ""));
  }

  Environment.@Nullable Container container() {
    String group = valueOf("proc/self/cgroup", "0::/").orElse("");
    Double cpus = cpuMax("sys/fs/cgroup/" + group + "/cpu.max").orElseGet(() -> cpuLimitVersion1());
    Long memory =
        memoryMax("sys/fs/cgroup/" + group + "/memory.max")
            .or(() -> memoryMax("sys/fs/cgroup/memory/memory.limit_in_bytes"))
            .orElse(null);
    return cpus == null && memory == null ? null : new Environment.Container(cpus, memory);
  }

  /// `150000 100000` is one and a half processors, `max 100000` is no limit.
  private Optional<Double> cpuMax(String file) {
    return firstLine(file)
        .map(line -> line.split(" ", 2))
        .filter(parts -> parts.length == 2 && !parts[0].equals("max"))
        .flatMap(parts -> ratio(parts[0], parts[1]));
  }

  private @Nullable Double cpuLimitVersion1() {
    return firstLine("sys/fs/cgroup/cpu/cpu.cfs_quota_us")
        .filter(quota -> !quota.startsWith("-"))
        .flatMap(quota ->
            firstLine("sys/fs/cgroup/cpu/cpu.cfs_period_us")
                .flatMap(period -> ratio(quota, period)))
        .orElse(null);
  }

  private Optional<Long> memoryMax(String file) {
    return firstLine(file).flatMap(LinuxHost::number).filter(bytes -> bytes < NO_MEMORY_LIMIT);
  }

  private static Optional<Double> ratio(String a, String b) {
    return number(a).flatMap(x -> number(b).filter(y -> y > 0).map(y -> (double) x / y));
  }

  private static Optional<Long> number(String text) {
    return text.matches("\\d{1,18}") ? Optional.of(Long.parseLong(text)) : Optional.empty();
  }

  private Optional<String> firstLine(String file) {
    return valueOf(file, "");
  }

  /// The rest of the first line with a given prefix.
  private Optional<String> valueOf(String file, String prefix) {
    try (BufferedReader lines = Files.newBufferedReader(root.resolve(file))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith(prefix)) {
          return Optional.of(line.substring(prefix.length()).strip());
        }
      }
      return Optional.empty();
    } catch (IOException _) {
      return Optional.empty();
    }
  }
}
