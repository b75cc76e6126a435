package dev.takt.report.page;

import dev.takt.runs.text.MachineText;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The built page: an HTML template with placeholders, a script and a style sheet.
final class PageTemplate {

  private static final Pattern PLACEHOLDER = Pattern.compile("\\{\\{(\\w+)}}");

  private PageTemplate() {}

  /// The values of the placeholders.
  ///
  /// @param policy its Content-Security-Policy
  /// @param title as text
  /// @param style as HTML
  /// @param data as HTML
  /// @param script as HTML
  record Parts(String policy, String title, String style, String data, String script) {

    private String of(String name) {
      return switch (name) {
        case "policy" -> MachineText.xml(policy);
        case "title" -> MachineText.xml(title);
        case "style" -> style;
        case "data" -> data;
        case "script" -> script;
        default ->
            throw new IllegalStateException(
                "page.html has an unknown placeholder {{" + name + "}}");
      };
    }
  }

  /// The script, escaped so that it cannot end its enclosing element.
  static String script() {
    return resource("page.js").replaceAll("(?i)</(script)", "<\\\\/$1").replace("<!--", "<\\!--");
  }

  /// The style sheet, likewise.
  static String style() {
    return resource("page.css").replaceAll("(?i)</(style)", "<\\\\/$1");
  }

  /// Replaces the placeholders of the page.
  static String fill(Parts parts) {
    Matcher places = PLACEHOLDER.matcher(resource("page.html"));
    StringBuilder page = new StringBuilder();
    while (places.find()) {
      places.appendReplacement(page, "");
      page.append(parts.of(places.group(1).toLowerCase(Locale.ROOT)));
    }
    places.appendTail(page);
    return page.toString();
  }

  private static String resource(String name) {
    try (InputStream in = PageTemplate.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("resource " + name + " is missing");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
