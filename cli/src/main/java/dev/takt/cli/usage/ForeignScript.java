package dev.takt.cli.usage;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Recognises test plans and scripts of other load generators by their names.
final class ForeignScript {

  private static final Pattern NAME = Pattern.compile("[^:]*\\.(jmx|lua|js|ts|py|scala|kt)");

  private ForeignScript() {}

  /// The message for such a file; null if the name is not that of a script.
  static @Nullable String message(String name) {
    Matcher matcher = NAME.matcher(name);
    if (!matcher.matches()) {
      return null;
    }
    String kind =
        switch (matcher.group(1)) {
          case "lua" -> "a script of wrk";
          case "py" -> "a script of Locust";
          case "scala", "kt" -> "a simulation of Gatling";
          default -> "a script of k6";
        };
    if (matcher.group(1).equals("jmx")) {
      return name + ": a JMeter plan cannot be run; takt import jmx makes a plan of it";
    }
    if (matcher.group(1).equals("js")) {
      return name + ": a script of k6 cannot be run; takt import k6 makes a plan of it";
    }
    return name
        + ": "
        + kind
        + " cannot be run; write its requests as operations of a plan, as in examples/http.yaml";
  }

  /// The message for the first argument that is a script.
  static Optional<String> messageOfFirst(List<String> args) {
    return args.stream().flatMap(each -> Stream.ofNullable(message(each))).findFirst();
  }

  /// Whether the other flags belong to JMeter, and mean something else there.
  static boolean isJMeter(List<String> args) {
    return args.stream().anyMatch(each -> each.endsWith(".jmx"));
  }
}
