package dev.takt.load.wire;

/// What can be known of the machine without a call of [Linux], which cannot be loaded elsewhere.
final class Platform {

  private Platform() {}

  /// Whether this machine is one whose numbers [Linux] has.
  static boolean isSupported() {
    String arch = System.getProperty("os.arch", "");
    return System.getProperty("os.name", "").equals("Linux")
        && (arch.equals("amd64") || arch.equals("aarch64"));
  }
}
