package dev.takt.watch.perf;

import dev.takt.counters.perf.PerfCalls;
import dev.takt.process.linux.Errno;
import dev.takt.process.linux.Libc;
import dev.takt.process.linux.NativeMemory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// The scheduler's tracepoints, as tracefs describes them.
///
/// @param switched sched_switch: a context switch
/// @param waking sched_waking: a thread is being woken
/// @param signal signal_generate: a signal was sent
record SchedulerTracepoints(Tracepoint switched, Tracepoint waking, Tracepoint signal) {

  private static final List<Path> MOUNT_POINTS =
      List.of(Path.of("/sys/kernel/tracing"), Path.of("/sys/kernel/debug/tracing"));

  /// The initial PID namespace, whose numbers are in the records of tracepoints.
  private static final String INITIAL_PID_NAMESPACE = "pid:[4026531836]";

  private static final int BUFFER_BYTES = 64;

  /// Reads them where tracefs is mounted, or else mounts it temporarily, outside of the directory
  /// tree.
  static SchedulerTracepoints find() throws PerfException {
    requireInitialPidNamespace();
    for (Path each : MOUNT_POINTS) {
      if (Files.isReadable(each.resolve("events/sched/sched_switch/format"))) {
        return readFrom(each);
      }
    }
    NativeMemory memory = new NativeMemory(BUFFER_BYTES);
    int mounted = PerfCalls.mountDetached(memory, "tracefs");
    if (mounted < 0) {
      throw new PerfException(
          "tracefs is not mounted, or not readable for this user, and cannot be mounted: "
              + Errno.text(-mounted)
              + "; mount -t tracefs none /sys/kernel/tracing, and run as root");
    }
    try {
      return readFrom(Path.of("/proc/self/fd/" + mounted));
    } finally {
      Libc.close(memory, mounted);
    }
  }

  private static SchedulerTracepoints readFrom(Path tracefs) throws PerfException {
    return new SchedulerTracepoints(
        read(tracefs, "sched/sched_switch", "prev_pid", "prev_state", "next_pid"),
        read(tracefs, "sched/sched_waking", "pid"),
        read(tracefs, "signal/signal_generate", "sig", "pid"));
  }

  private static Tracepoint read(Path tracefs, String name, String... needed) throws PerfException {
    Path format = tracefs.resolve("events").resolve(name).resolve("format");
    try {
      return Tracepoint.parse(Files.readString(format), needed);
    } catch (IOException e) {
      throw new PerfException("tracefs has no " + name + " that can be read: " + e.getMessage());
    }
  }

  /// Requires that this process is in the initial PID namespace, so that its process numbers are
  /// those of the kernel's records.
  static void requireInitialPidNamespace() throws PerfException {
    try {
      String namespace = Files.readSymbolicLink(Path.of("/proc/self/ns/pid")).toString();
      if (!namespace.equals(INITIAL_PID_NAMESPACE)) {
        throw new PerfException(
            "this container has its own PID namespace, and the kernel's records have other numbers");
      }
    } catch (IOException e) {
      throw new PerfException("/proc/self/ns/pid cannot be read: " + e.getMessage());
    }
  }
}
