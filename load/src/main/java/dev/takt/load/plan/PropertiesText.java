package dev.takt.load.plan;

import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/// Reads a file of properties in the format of [Properties], with the line of each. What that class
/// takes for one entry is found here; what the entry means is left to it.
final class PropertiesText {

  /// A value and where it was said.
  record Said(String value, Origin at) {}

  private record Line(String text, int number) {}

  private final String source;

  private PropertiesText(String source) {
    this.source = source;
  }

  /// The properties by name, in the order of the file; the last of those with the same name.
  ///
  /// @throws PlanException with the first thing that is wrong
  static Map<String, Said> parse(String source, String text) throws PlanException {
    return new PropertiesText(source).entries(text);
  }

  private Map<String, Said> entries(String text) throws PlanException {
    Map<String, Said> result = new LinkedHashMap<>();
    for (Line line : logicalLines(text)) {
      Properties one = load(line);
      for (String name : one.stringPropertyNames()) {
        Origin at = new Origin(source, line.number, 1);
        result.remove(name);
        result.put(name, new Said(one.getProperty(name).strip(), at));
      }
    }
    return result;
  }

  private Properties load(Line line) throws PlanException {
    Properties properties = new Properties();
    try {
      properties.load(new StringReader(line.text));
    } catch (IllegalArgumentException | IOException e) {
      throw failure(line, "expected \\u and four hexadecimal digits, or \\\\ for a backslash");
    }
    if (properties.size() > 1 || properties.containsKey("")) {
      throw failure(line, "expected NAME=VALUE, found " + Texts.quoted(line.text.strip()));
    }
    return properties;
  }

  private PlanException failure(Line line, String message) {
    return new PlanException(List.of(new Origin(source, line.number, 1).problem("", message)));
  }

  /// A line that ends with a backslash goes on in the next one; comments do not.
  private static List<Line> logicalLines(String text) {
    List<Line> lines = new ArrayList<>();
    StringBuilder open = new StringBuilder();
    int number = 0;
    int begin = 0;
    for (String natural : text.lines().toList()) {
      number++;
      boolean isNew = open.isEmpty();
      String bare = natural.stripLeading();
      if (isNew && (bare.isEmpty() || bare.startsWith("#") || bare.startsWith("!"))) {
        continue;
      }
      begin = isNew ? number : begin;
      if (goesOn(natural)) {
        open.append(isNew ? natural : bare).append('\n');
      } else {
        lines.add(new Line(open + (isNew ? natural : bare), begin));
        open.setLength(0);
      }
    }
    if (!open.isEmpty()) {
      lines.add(new Line(open.toString(), begin));
    }
    return lines;
  }

  private static boolean goesOn(String line) {
    int backslashes = 0;
    while (backslashes < line.length() && line.charAt(line.length() - 1 - backslashes) == '\\') {
      backslashes++;
    }
    return backslashes % 2 == 1;
  }
}
