package dev.takt.watch.perf;

import dev.takt.process.linux.Errno;
import dev.takt.process.linux.Support;
import dev.takt.watch.bpf.KernelSetting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Checks whether this process may use `perf_event_open` here, and explains errors for people.
public final class PerfAccess {

  private static final Path PARANOID = Path.of("/proc/sys/kernel/perf_event_paranoid");
  private static final Path DEVICES = Path.of("/sys/bus/event_source/devices");

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

  /// Whether the processor has a performance monitoring unit (PMU). Many virtual machines have
  /// none.
  public static boolean hasHardwareCounters() {
    try (var devices = Files.newDirectoryStream(DEVICES, "{cpu,cpu_*,armv8*,arm_*}")) {
      return devices.iterator().hasNext();
    } catch (IOException _) {
      return false;
    }
  }

  /// Explains an error of `perf_event_open`, and says what to do about it.
  public static String reason(int errno) {
    return switch (errno) {
      case Errno.EACCES, Errno.EPERM ->
          "the kernel refuses it: "
              + Errno.text(errno)
              + ", kernel.perf_event_paranoid is "
              + paranoid()
              + "; run as root, with CAP_PERFMON, or lower that setting";
      case Errno.EMFILE, Errno.ENFILE -> Errno.text(errno) + "; raise the limit (ulimit -n)";
      case Errno.ENOSYS -> "a sandbox or this kernel does not allow perf_event_open";
      default -> "perf_event_open fails with " + Errno.text(errno);
    };
  }

  private static String paranoid() {
    try {
      return KernelSetting.read(PARANOID);
    } catch (IOException _) {
      return "not readable";
    }
  }
}
