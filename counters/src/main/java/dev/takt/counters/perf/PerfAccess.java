package dev.takt.counters.perf;

import dev.takt.process.linux.Errno;
import dev.takt.process.linux.Support;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Checks whether this process may use `perf_event_open` here, and explains errors for people.
public final class PerfAccess {

  private static final Path PARANOID = Path.of("/proc/sys/kernel/perf_event_paranoid");

  private PerfAccess() {}

  /// Whether the kernel has perf events.
  public static boolean isAvailable() {
    return Support.isThere() && Files.exists(PARANOID);
  }

  /// Whether Takt can make system calls here: Linux, with native access.
  public static boolean isSupportedPlatform() {
    return Support.isThere();
  }

  /// Why [#isThere] or [#isSupportedPlatform] is false.
  public static String unavailableReason() {
    return Support.isThere()
        ? "this kernel has no perf events (there is no " + PARANOID + ")"
        : "this needs Linux on x86-64 or AArch64, and native access for Takt";
  }

  /// Explains an error of `perf_event_open`, and says what to do about it.
  public static String reason(int errno) {
    return reason(errno, paranoid(), isFiltered());
  }

  /// Explains an error of `perf_event_open` for a thread.
  ///
  /// @param tid the thread, or [PerfCalls#THIS_THREAD]
  public static String reason(int errno, int tid) {
    if (tid > 0 && (errno == Errno.EACCES || errno == Errno.EPERM)) {
      try {
        Path task = Path.of("/proc/" + tid);
        if (!Files.getOwner(task).equals(Files.getOwner(Path.of("/proc/self")))) {
          return "the process belongs to another user, " + Files.getOwner(task).getName();
        }
      } catch (IOException _) {
        // It has ended.
      }
    }
    return reason(errno);
  }

  /// @param paranoid the kernel's setting
  /// @param isFiltered whether a seccomp filter may refuse calls of this process
  static String reason(int errno, String paranoid, boolean isFiltered) {
    return switch (errno) {
      case Errno.EPERM ->
          isFiltered
              ? "a seccomp filter refuses perf_event_open: EPERM; containers have one, and allow the call with"
                  + " CAP_PERFMON"
              : refused(errno, paranoid);
      case Errno.EACCES -> refused(errno, paranoid);
      case Errno.EMFILE, Errno.ENFILE -> Errno.text(errno) + "; raise the limit (ulimit -n)";
      case Errno.ENOSYS -> "a sandbox or this kernel does not allow perf_event_open";
      default -> "perf_event_open fails with " + Errno.text(errno);
    };
  }

  private static String refused(int errno, String paranoid) {
    return "the kernel refuses it: "
        + Errno.text(errno)
        + ", kernel.perf_event_paranoid is "
        + paranoid
        + "; run as root, with CAP_PERFMON, or lower that setting";
  }

  private static String paranoid() {
    try {
      // Some of these files return their whole text to the first read only, so no readString.
      return String.join("", Files.readAllLines(PARANOID)).strip();
    } catch (IOException _) {
      return "not readable";
    }
  }

  private static boolean isFiltered() {
    try {
      return Files.readAllLines(Path.of("/proc/thread-self/status")).contains("Seccomp:\t2");
    } catch (IOException _) {
      return false;
    }
  }
}
