package dev.takt.watch.jvm;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The options of a JVM that only its start can give it, for a target that Takt starts itself.
public final class SpawnOptions {

  /// Lets the JVM name those who have not reached a safepoint after so many milliseconds. It does
  /// so once for each safepoint: earlier, it would name threads too that were about to come.
  static final String LATE_THREADS = "-XX:+SafepointTimeout -XX:SafepointTimeoutDelay=4";

  /// The JVM says that on its standard output, too, where it does not belong.
  private static final String NOT_ON_STDOUT = "-Xlog:safepoint=off:stdout";

  /// The variable that the `java` launcher reads, of JDK 9 and later, and no other program.
  public static final String VARIABLE = "JDK_JAVA_OPTIONS";

  private SpawnOptions() {}

  /// The value of [#VARIABLE], with what an environment has there.
  public static String in(Map<String, String> environment) {
    @Nullable String before = environment.get(VARIABLE);
    String ours = LATE_THREADS + " " + NOT_ON_STDOUT;
    return before == null || before.isBlank() ? ours : before + " " + ours;
  }
}
