package dev.takt.watch.locks;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The Java version of a recorded JVM, which decides what JFR can record there.
///
/// @param feature the feature version, such as 21 of 21.0.5; an unknown one counts as the newest
record RecordedJavaVersion(int feature) {

  static final RecordedJavaVersion UNKNOWN = new RecordedJavaVersion(Integer.MAX_VALUE);

  /// HotSpot's version text: `… Server VM (17.0.15+6) for linux-amd64 JRE (17.0.15+6), built…`.
  private static final Pattern IN_VERSION = Pattern.compile("\\bJRE \\((\\d{1,4})\\b");

  /// Parses a version.
  ///
  /// @param jvmVersion the field of `jdk.JVMInformation`
  static RecordedJavaVersion of(@Nullable String jvmVersion) {
    Matcher java = IN_VERSION.matcher(jvmVersion == null ? "" : jvmVersion);
    return java.find() ? new RecordedJavaVersion(Integer.parseInt(java.group(1))) : UNKNOWN;
  }

  /// Whether it has virtual threads: from 19 on, at first as a preview.
  boolean hasVirtualThreads() {
    return feature >= 19;
  }

  /// Whether a virtual thread leaves its carrier while it waits at a monitor (JEP 491). JFR has no
  /// event for such a wait.
  boolean unmountsAtMonitors() {
    return feature >= 24;
  }
}
