package dev.takt.watch.jvm;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The options of a target JVM that Takt starts itself, which cannot be set while it runs.
public final class SpawnOptions {

  /// Makes the JVM log the threads that have not reached a safepoint after 4 ms. It does so once
  /// for each safepoint; a shorter delay would also list threads that are about to reach it.
  static final String LATE_THREADS = "-XX:+SafepointTimeout -XX:SafepointTimeoutDelay=4";

  /// Keeps these messages off the JVM's standard output, to which it also writes them.
  private static final String NOT_ON_STDOUT = "-Xlog:safepoint=off:stdout";

  /// The environment variable with options for the `java` launcher of JDK 9 and later. No other
  /// program reads it.
  public static final String VARIABLE = "JDK_JAVA_OPTIONS";

  private SpawnOptions() {}

  /// The value of [#VARIABLE]: these options, after those that an environment already has there.
  public static String appendedTo(Map<String, String> environment) {
    @Nullable String existing = environment.get(VARIABLE);
    String options = LATE_THREADS + " " + NOT_ON_STDOUT;
    return existing == null || existing.isBlank() ? options : existing + " " + options;
  }
}
