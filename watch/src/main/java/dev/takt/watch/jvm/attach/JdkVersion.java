package dev.takt.watch.jvm.attach;

import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Parses the JDK version of a JVM.
public final class JdkVersion {

  /// `JDK 17.0.15`, `JDK 25.0.3`, `JDK 26-ea`, and of old ones `JDK 8.0_345`.
  private static final Pattern LINE = Pattern.compile("(?m)^JDK (\\d{1,4})\\b");

  private JdkVersion() {}

  /// Returns the feature version, such as 17.
  ///
  /// @param answer the output of `VM.version`
  public static OptionalInt of(String answer) {
    Matcher line = LINE.matcher(answer);
    return line.find() ? OptionalInt.of(Integer.parseInt(line.group(1))) : OptionalInt.empty();
  }
}
