package dev.takt.load.config.ycsb;

import dev.takt.load.config.source.Origin;
import dev.takt.load.config.source.PlanException;
import dev.takt.load.text.Texts;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/// Parses a properties file and keeps the line of each property. This class splits the file into
/// entries; [Properties] parses each entry.
final class PropertiesText {

  /// A value and its position.
  record PropertyValue(String value, Origin at) {}

  private record Line(String text, int number) {}

  private final String source;

  private PropertiesText(String source) {
    this.source = source;
  }

  /// The properties by name, in file order; the last one of a name wins.
  ///
  /// @throws PlanException with the first problem
  static Map<String, PropertyValue> parse(String source, String text) throws PlanException {
    return new PropertiesText(source).entries(text);
  }

  private Map<String, PropertyValue> entries(String text) throws PlanException {
    Map<String, PropertyValue> result = new LinkedHashMap<>();
    for (Line line : logicalLines(text)) {
      Properties one = load(line);
      for (String name : one.stringPropertyNames()) {
        Origin at = new Origin(source, line.number, 1);
        result.remove(name);
        result.put(name, new PropertyValue(one.getProperty(name).strip(), at));
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

  /// Joins lines that end with a backslash with the next one; comments have no continuation.
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
      if (isContinued(natural)) {
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

  private static boolean isContinued(String line) {
    int backslashes = 0;
    while (backslashes < line.length() && line.charAt(line.length() - 1 - backslashes) == '\\') {
      backslashes++;
    }
    return backslashes % 2 == 1;
  }
}
