package dev.takt.watch.jvm;

import dev.takt.watch.jvm.attach.JvmProcess;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The I/O calls and the CPU time of a process since its start, from `/proc`.
///
/// @param calls read and write calls to files, sockets and pipes
/// @param cpuNanos CPU time of all threads, to about 10 ms
record ProcessIoStats(long calls, long cpuNanos) {

  private static final Pattern IO_CALLS = Pattern.compile("(?m)^sysc[rw]: (\\d{1,18})$");

  /// Ticks in user mode and in the kernel, after the process name, which may have any characters.
  private static final Pattern CPU_TICKS =
      Pattern.compile(".*\\) \\S(?: \\S+){10} (\\d{1,16}) (\\d{1,16}) .*", Pattern.DOTALL);

  /// The unit of `/proc/PID/stat`, on all architectures of Linux with a JVM.
  private static final long NANOS_PER_TICK = 10_000_000;

  /// Reads the current values of a process; null if they cannot be read, because it has ended or
  /// belongs to another user.
  static @Nullable ProcessIoStats of(long pid) {
    JvmProcess process = JvmProcess.of(pid);
    return parse(process.text("io"), process.text("stat"));
  }

  /// Parses the values.
  ///
  /// @param io the content of `/proc/PID/io`
  /// @param stat the content of `/proc/PID/stat`
  static @Nullable ProcessIoStats parse(String io, String stat) {
    Matcher ticks = CPU_TICKS.matcher(stat);
    Matcher each = IO_CALLS.matcher(io);
    if (!ticks.matches() || !each.find()) {
      return null;
    }
    long calls = 0;
    do {
      calls += Long.parseLong(each.group(1));
    } while (each.find());
    long cpu = Long.parseLong(ticks.group(1)) + Long.parseLong(ticks.group(2));
    return new ProcessIoStats(calls, cpu * NANOS_PER_TICK);
  }
}
