package dev.takt.watch.locks;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What a recorded JVM has to offer that could not be seen, by its Java.
///
/// @param feature 21 of 21.0.5; what is not known is taken for the newest
record RecordedJava(int feature) {

  static final RecordedJava UNKNOWN = new RecordedJava(Integer.MAX_VALUE);

  /// As HotSpot tells of itself: `… Server VM (17.0.15+6) for linux-amd64 JRE (17.0.15+6), built…`.
  private static final Pattern IN_VERSION = Pattern.compile("\\bJRE \\((\\d{1,4})\\b");

  /// @param jvmVersion of `jdk.JVMInformation`
  static RecordedJava of(@Nullable String jvmVersion) {
    Matcher java = IN_VERSION.matcher(jvmVersion == null ? "" : jvmVersion);
    return java.find() ? new RecordedJava(Integer.parseInt(java.group(1))) : UNKNOWN;
  }

  /// From 19 on, at first as a preview.
  boolean hasVirtualThreads() {
    return feature >= 19;
  }

  /// Whether a virtual thread leaves its carrier while it waits at a monitor, after which JFR has
  /// no event for that (JEP 491).
  boolean unmountsAtMonitors() {
    return feature >= 24;
  }
}
