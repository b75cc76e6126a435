package dev.takt.load.wire;

import java.util.Locale;

/// Which machine this is. Apart from [Linux], which can only be loaded where it belongs.
final class Platform {

  static final String ARCHITECTURE = System.getProperty("os.arch", "unknown");

  private static final String SYSTEM = System.getProperty("os.name", "unknown");

  private Platform() {}

  /// Whether the calls and numbers of [Linux] are those of this machine.
  static boolean isSupported() {
    return SYSTEM.toLowerCase(Locale.ROOT).startsWith("linux")
        && (ARCHITECTURE.equals("amd64") || ARCHITECTURE.equals("aarch64"));
  }
}
