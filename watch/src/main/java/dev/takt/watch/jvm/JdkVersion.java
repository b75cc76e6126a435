package dev.takt.watch.jvm;

import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Which JDK a JVM says that it is.
final class JdkVersion {

  /// `JDK 17.0.15`, `JDK 25.0.3`, `JDK 26-ea`, and of the oldest `JDK 8.0_345`.
  private static final Pattern LINE = Pattern.compile("(?m)^JDK (\\d{1,4})\\b");

  private JdkVersion() {}

  /// @param answer to `VM.version`
  static OptionalInt of(String answer) {
    Matcher line = LINE.matcher(answer);
    return line.find() ? OptionalInt.of(Integer.parseInt(line.group(1))) : OptionalInt.empty();
  }
}
