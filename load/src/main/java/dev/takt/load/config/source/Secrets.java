package dev.takt.load.config.source;

import dev.takt.load.driver.MaskedTarget;
import dev.takt.load.text.SecretNames;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Masks passwords and other credentials in files of the run directory, because people share it.
public final class Secrets {

  private static final String MASK = MaskedTarget.MASK;

  /// Redis commands that set a password.
  private static final Pattern COMMAND =
      Pattern.compile("(?is)\\b(requirepass|masterauth)\\s+\\S.*");

  private static final Pattern HEADER = Pattern.compile("(?s)^\\s*([\\w.-]+)\\s*:.*");

  /// Matches the mask where one of these methods writes it, but not `***` in any other text.
  private static final Pattern MASKED =
      Pattern.compile(
          "(?i)(?:^|[:/](?=\\*+@)|=|^[\\w-]+: |\\b(?:requirepass|masterauth) )\\*{3}(?=$|[@&;#)])");

  private Secrets() {}

  /// Whether the value, or a value nested in it, contains a mask instead of a secret.
  public static boolean isMasked(Node value) {
    return switch (value) {
      case Node.Scalar scalar -> scalar.text() != null && MASKED.matcher(scalar.text()).find();
      case Node.Sequence list -> list.items().stream().anyMatch(Secrets::isMasked);
      case Node.Mapping map -> map.entries().stream().anyMatch(each -> isMasked(each.value()));
    };
  }

  /// The target with its passwords masked.
  public static String masked(String target) {
    return MaskedTarget.of(target);
  }

  /// A header line with its value masked, because the value could be a secret.
  public static String withoutValue(String header) {
    return header.substring(0, Math.max(0, header.indexOf(':'))).strip() + ": " + MASK;
  }

  /// Masks secrets in properties: values whose name indicates a password or key, header lines with
  /// credentials, and addresses with a password.
  public static Map<String, Object> masked(Map<String, Object> properties) {
    Map<String, Object> masked = new LinkedHashMap<>();
    properties.forEach(
        (key, value) -> masked.put(key, SecretNames.isKey(key) ? MASK : maskedValue(value)));
    return masked;
  }

  private static String maskedText(String text) {
    Matcher header = HEADER.matcher(text);
    boolean isSecret = header.matches() && SecretNames.isSecretHeader(header.group(1));
    String withoutHeader = isSecret ? header.group(1) + ": " + MASK : text;
    return masked(COMMAND.matcher(withoutHeader).replaceFirst("$1 " + MASK));
  }

  private static Object maskedValue(Object value) {
    return switch (value) {
      case String text -> maskedText(text);
      case List<?> list -> list.stream().map(Secrets::maskedValue).toList();
      case Map<?, ?> map -> {
        Map<String, Object> byName = new LinkedHashMap<>();
        map.forEach((key, inner) -> byName.put(String.valueOf(key), inner));
        yield masked(byName);
      }
      default -> value;
    };
  }
}
