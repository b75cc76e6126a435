package dev.takt.watch.truth;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// A control group of its own with a tenth of a processor, in either version of control groups.
final class CpuQuota implements AutoCloseable {

  private static final Path ROOT = Path.of("/sys/fs/cgroup");
  private static final String PERIOD_MICROS = "100000";
  private static final String QUOTA_MICROS = "10000";
  private static final String PROCESSES = "cgroup.procs";

  private final Path parent;
  private final Path group;

  private CpuQuota(Path parent, Path group) {
    this.parent = parent;
    this.group = group;
  }

  static CpuQuota create() throws NotPossibleException {
    boolean first = Files.isDirectory(ROOT.resolve("cpu"));
    Path parent = first ? ROOT.resolve("cpu") : ROOT;
    Path group = parent.resolve("takt-truth-" + ProcessHandle.current().pid());
    try {
      if (!first) {
        write(ROOT.resolve("cgroup.subtree_control"), "+cpu");
      }
      Files.createDirectories(group);
      if (first) {
        write(group.resolve("cpu.cfs_period_us"), PERIOD_MICROS);
        write(group.resolve("cpu.cfs_quota_us"), QUOTA_MICROS);
      } else {
        write(group.resolve("cpu.max"), QUOTA_MICROS + " " + PERIOD_MICROS);
      }
      return new CpuQuota(parent, group);
    } catch (IOException e) {
      throw new NotPossibleException("no control group can be made: " + e);
    }
  }

  void add(long pid) throws NotPossibleException {
    try {
      write(group.resolve(PROCESSES), Long.toString(pid));
    } catch (IOException e) {
      throw new NotPossibleException("a process cannot be put into a control group: " + e);
    }
  }

  void release(long pid) throws IOException {
    write(parent.resolve(PROCESSES), Long.toString(pid));
  }

  /// A group that still has processes in it cannot be removed; they go back first.
  @Override
  public void close() throws IOException {
    List<String> left = Files.readAllLines(group.resolve(PROCESSES), StandardCharsets.US_ASCII);
    for (String pid : left) {
      release(Long.parseLong(pid));
    }
    Files.deleteIfExists(group);
  }

  private static void write(Path file, String text) throws IOException {
    Files.writeString(file, text, StandardCharsets.US_ASCII);
  }
}
