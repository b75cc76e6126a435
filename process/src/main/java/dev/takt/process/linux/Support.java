package dev.takt.process.linux;

import java.util.Set;

/// Whether this system supports this package: Linux on x86-64 or AArch64 with glibc 2.34 and a
/// kernel of 5.4 or later, with no sandbox that forbids the calls, and native access for this
/// module.
public final class Support {

  private static final Set<String> ARCHITECTURES = Set.of("amd64", "aarch64");

  /// Larger than `siginfo` and `rusage` together.
  private static final int STATUS_BYTES = 512;

  private Support() {}

  private static final class Answer {
    static final boolean YES =
        isKnown(System.getProperty("os.name", ""), System.getProperty("os.arch", "")) && answers();

    private Answer() {}
  }

  /// Returns the same result each time. Calls nothing native on other systems.
  public static boolean isThere() {
    return Answer.YES;
  }

  static boolean isKnown(String system, String architecture) {
    return system.equals("Linux") && ARCHITECTURES.contains(architecture);
  }

  private static boolean answers() {
    try {
      return Spawner.isSupported() && hasProcessDescriptors();
    } catch (LinkageError _) {
      // A function is missing, or native access is denied; detected when Libc was initialised.
      return false;
    }
  }

  /// Kernels before 5.3 have no process descriptors, 5.3 cannot wait for one, and a sandbox may
  /// refuse either. This process is not its own child, and a kernel that supports the wait reports
  /// exactly that.
  private static boolean hasProcessDescriptors() {
    NativeMemory memory = new NativeMemory(STATUS_BYTES);
    int pidfd = Libc.pidfdOpen(memory, Libc.ownPid(memory));
    if (pidfd < 0) {
      return false;
    }
    boolean can =
        Libc.waitId(memory, pidfd, false) == -Errno.ECHILD
            && Libc.pidfdSignal(memory, pidfd, 0) == 0;
    Libc.close(memory, pidfd);
    return can;
  }
}
