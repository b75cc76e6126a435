package dev.takt.load.plan;

import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Keeps passwords out of what is written to the run directory, which people pass on.
final class Secrets {

  private static final String MASK = "***";
  private static final Pattern USER_INFO = Pattern.compile("(?<=//)([^/@:]*):[^/@]*@");
  private static final Pattern PARAMETER =
      Pattern.compile("(?i)(?<=[?&;])((?:ssl)?password)=[^&;]*");
  private static final Pattern KEY = Pattern.compile("(?i).*password");

  private Secrets() {}

  /// A target without the passwords in it.
  static String masked(String target) {
    String withoutUser = USER_INFO.matcher(target).replaceAll("$1:" + MASK + "@");
    return PARAMETER.matcher(withoutUser).replaceAll("$1=" + MASK);
  }

  /// The same for properties, by their names.
  static Map<String, Object> masked(Map<String, Object> properties) {
    return properties.entrySet().stream()
        .collect(
            Collectors.toMap(
                Map.Entry::getKey,
                each -> KEY.matcher(each.getKey()).matches() ? MASK : each.getValue()));
  }
}
