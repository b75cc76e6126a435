package dev.takt.load.wire;

import java.util.Locale;

/// The platform of this machine. Separate from [LinuxSocketCalls], which can only be loaded on
/// Linux.
final class Platform {

  static final String ARCHITECTURE = System.getProperty("os.arch", "unknown");

  private static final String SYSTEM = System.getProperty("os.name", "unknown");

  private Platform() {}

  /// Whether the calls and constants of [LinuxSocketCalls] are valid on this machine.
  static boolean isSupported() {
    return isSupported(SYSTEM, ARCHITECTURE);
  }

  static boolean isSupported(String system, String architecture) {
    return system.toLowerCase(Locale.ROOT).startsWith("linux")
        && (architecture.equals("amd64") || architecture.equals("aarch64"));
  }
}
