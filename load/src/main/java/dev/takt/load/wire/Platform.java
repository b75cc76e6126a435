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
    return SYSTEM.toLowerCase(Locale.ROOT).startsWith("linux")
        && (ARCHITECTURE.equals("amd64") || ARCHITECTURE.equals("aarch64"));
  }
}
