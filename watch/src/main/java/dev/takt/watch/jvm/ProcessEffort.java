package dev.takt.watch.jvm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What a process has done since its start.
///
/// @param calls how often it has asked the kernel to read or to write: files, sockets, pipes
/// @param cpuNanos processor time that all its threads have needed; known to some ten milliseconds
record ProcessEffort(long calls, long cpuNanos) {

  private static final Pattern READ_OR_WRITTEN = Pattern.compile("(?m)^sysc[rw]: (\\d{1,18})$");

  /// What the kernel tells of a process now; null if it does not, as of one that has ended, or of
  /// somebody else's.
  static @Nullable ProcessEffort of(long pid) {
    try {
      long calls = calls(Files.readString(Path.of("/proc", Long.toString(pid), "io")));
      Duration cpu =
          ProcessHandle.of(pid).flatMap(its -> its.info().totalCpuDuration()).orElse(null);
      return calls < 0 || cpu == null ? null : new ProcessEffort(calls, cpu.toNanos());
    } catch (IOException e) {
      return null;
    }
  }

  /// The calls of both kinds; -1 if the kernel counts none.
  static long calls(String counts) {
    Matcher each = READ_OR_WRITTEN.matcher(counts);
    long calls = -1;
    while (each.find()) {
      calls = Math.max(0, calls) + Long.parseLong(each.group(1));
    }
    return calls;
  }
}
