package dev.takt.faults;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// A control group for one process that can be limited to 10 % of a processor. Supports cgroup
/// versions 1 and 2.
final class CpuQuota implements AutoCloseable {

  private static final Path ROOT = Path.of("/sys/fs/cgroup");
  private static final String PERIOD_MICROS = "100000";
  private static final String QUOTA_MICROS = "10000";
  private static final String PROCESSES = "cgroup.procs";

  private final Path parent;
  private final Path group;
  private final boolean first;

  private CpuQuota(Path parent, Path group, boolean first) {
    this.parent = parent;
    this.group = group;
    this.first = first;
  }

  /// Creates a group without a limit.
  ///
  /// @param pid the process that is moved into it
  static CpuQuota around(long pid) throws NotPossibleException {
    boolean first = Files.isDirectory(ROOT.resolve("cpu"));
    Path parent = first ? ROOT.resolve("cpu") : ROOT;
    Path group = parent.resolve("takt-truth-" + ProcessHandle.current().pid());
    try {
      if (!first) {
        write(ROOT.resolve("cgroup.subtree_control"), "+cpu");
      }
      Files.createDirectories(group);
      CpuQuota quota = new CpuQuota(parent, group, first);
      if (first) {
        write(group.resolve("cpu.cfs_period_us"), PERIOD_MICROS);
      }
      quota.lift();
      write(group.resolve(PROCESSES), Long.toString(pid));
      return quota;
    } catch (IOException e) {
      throw new NotPossibleException("cannot create a control group: " + e.getMessage());
    }
  }

  void limit() throws IOException {
    set(QUOTA_MICROS);
  }

  void lift() throws IOException {
    set(first ? "-1" : "max");
  }

  private void set(String micros) throws IOException {
    if (first) {
      write(group.resolve("cpu.cfs_quota_us"), micros);
    } else {
      write(group.resolve("cpu.max"), micros + " " + PERIOD_MICROS);
    }
  }

  /// Moves the group's processes back to the parent, since only an empty group can be removed, and
  /// removes it.
  @Override
  public void close() throws IOException {
    List<String> left = Files.readAllLines(group.resolve(PROCESSES), StandardCharsets.US_ASCII);
    for (String pid : left) {
      write(parent.resolve(PROCESSES), pid);
    }
    Files.deleteIfExists(group);
  }

  private static void write(Path file, String text) throws IOException {
    Files.writeString(file, text, StandardCharsets.US_ASCII);
  }
}
