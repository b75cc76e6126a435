package dev.takt.watch.jvm;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What a process has done since its start.
///
/// @param calls how often it has asked the kernel to read or to write: files, sockets, pipes
/// @param cpuNanos processor time that all its threads have needed; known to some ten milliseconds
record ProcessEffort(long calls, long cpuNanos) {

  private static final Pattern READ_OR_WRITTEN = Pattern.compile("(?m)^sysc[rw]: (\\d{1,18})$");

  /// In user mode and in the kernel, behind the name, which may have any characters.
  private static final Pattern TICKS =
      Pattern.compile(".*\\) \\S(?: \\S+){10} (\\d{1,16}) (\\d{1,16}) .*", Pattern.DOTALL);

  /// In what `/proc/PID/stat` counts, on all machines that Linux runs a JVM on.
  private static final long NANOS_PER_TICK = 10_000_000;

  /// What the kernel tells of a process now; null if it does not, as of one that has ended, or of
  /// somebody else's.
  static @Nullable ProcessEffort of(long pid) {
    JvmProcess process = JvmProcess.of(pid);
    return parse(process.text("io"), process.text("stat"));
  }

  /// @param io of `/proc/PID/io`
  /// @param stat of `/proc/PID/stat`
  static @Nullable ProcessEffort parse(String io, String stat) {
    Matcher ticks = TICKS.matcher(stat);
    Matcher each = READ_OR_WRITTEN.matcher(io);
    if (!ticks.matches() || !each.find()) {
      return null;
    }
    long calls = 0;
    do {
      calls += Long.parseLong(each.group(1));
    } while (each.find());
    long cpu = Long.parseLong(ticks.group(1)) + Long.parseLong(ticks.group(2));
    return new ProcessEffort(calls, cpu * NANOS_PER_TICK);
  }
}
