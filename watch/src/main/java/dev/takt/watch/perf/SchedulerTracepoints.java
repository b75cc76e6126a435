package dev.takt.watch.perf;

import dev.takt.process.linux.Errno;
import dev.takt.process.linux.Libc;
import dev.takt.process.linux.NativeMemory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// The tracepoints of the scheduler, as tracefs describes them.
///
/// @param switched a processor went from one thread to another
/// @param waking somebody made a thread runnable
/// @param signal somebody sent a signal
record SchedulerTracepoints(Tracepoint switched, Tracepoint waking, Tracepoint signal) {

  private static final List<Path> USUAL =
      List.of(Path.of("/sys/kernel/tracing"), Path.of("/sys/kernel/debug/tracing"));

  /// The pid namespace that a system begins with, the one whose numbers tracepoints tell.
  private static final String FIRST_NAMESPACE = "pid:[4026531836]";

  private static final int BUFFER_BYTES = 64;

  /// Finds them where tracefs is mounted, or mounts it for a moment where nobody sees it.
  static SchedulerTracepoints find() throws PerfException {
    requireFirstNamespace();
    for (Path each : USUAL) {
      if (Files.isReadable(each.resolve("events/sched/sched_switch/format"))) {
        return in(each);
      }
    }
    NativeMemory memory = new NativeMemory(BUFFER_BYTES);
    int mounted = PerfCalls.mountUnseen(memory, "tracefs");
    if (mounted < 0) {
      throw new PerfException(
          "tracefs is not mounted, or not for this user, and cannot be: "
              + Errno.text(-mounted)
              + "; mount -t tracefs none /sys/kernel/tracing, and run as root");
    }
    try {
      return in(Path.of("/proc/self/fd/" + mounted));
    } finally {
      Libc.close(memory, mounted);
    }
  }

  private static SchedulerTracepoints in(Path tracefs) throws PerfException {
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

  /// The kernel's own numbers of processes are those of this one's world.
  static void requireFirstNamespace() throws PerfException {
    try {
      String namespace = Files.readSymbolicLink(Path.of("/proc/self/ns/pid")).toString();
      if (!namespace.equals(FIRST_NAMESPACE)) {
        throw new PerfException(
            "in a container with process numbers of its own, the kernel's records tell other numbers");
      }
    } catch (IOException e) {
      throw new PerfException("/proc/self/ns/pid cannot be read: " + e.getMessage());
    }
  }
}
