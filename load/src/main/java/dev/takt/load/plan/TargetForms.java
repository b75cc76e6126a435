package dev.takt.load.plan;

import dev.takt.load.driver.DriverProvider;
import dev.takt.load.driver.MaskedTarget;
import dev.takt.runs.text.EnglishText;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Messages for a target that no driver knows.
public final class TargetForms {

  private static final Pattern PORT = Pattern.compile(":?(\\d{1,5})(/.*)?");

  private static final Pattern HOST =
      Pattern.compile("(?:[\\w.-]+|\\[[0-9A-Fa-f:.]+(?:%[^\\]]+)?\\])(?::\\d{1,5})?(?:[/?].*)?");

  /// What is a host without its port: `localhost`, an address, a name with a dot, not `plan`.
  private static final Pattern CLEARLY_HOST =
      Pattern.compile(
          "(?:localhost|\\d{1,3}(?:\\.\\d{1,3}){3}|[\\w-]+(?:\\.[\\w-]+)*\\.[A-Za-z]{2,}|[^/?]*[\\]]|[^/?]*:\\d{1,5})(?:[/?].*)?");

  private TargetForms() {}

  static String unknown(String target, List<DriverProvider> providers) {
    return EnglishText.format(
        "no driver knows %s; %s",
        Texts.quoted(MaskedTarget.ofUnknown(target)), expected(target, providers));
  }

  /// What is expected instead of a text that is no target, as a part of a sentence.
  public static String expected(String text, List<DriverProvider> providers) {
    String url = url(text);
    if (!url.isEmpty()) {
      return "did you mean " + url + "?";
    }
    List<String> forms = providers.stream().map(DriverProvider::targetForm).toList();
    return "expected one of\n    " + String.join("\n    ", forms);
  }

  /// The URL that was probably meant; empty if it is no host.
  private static String url(String target) {
    Matcher port = PORT.matcher(target);
    if (port.matches()) {
      return "http://127.0.0.1:" + port.group(1) + (port.group(2) == null ? "/" : port.group(2));
    }
    if (!HOST.matcher(target).matches() || !CLEARLY_HOST.matcher(target).matches()) {
      return "";
    }
    boolean hasPath = target.contains("/") || target.contains("?");
    return "http://" + target + (hasPath ? "" : "/");
  }
}
