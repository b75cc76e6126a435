package dev.takt.metrics;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A strict parser of Prometheus' text format and OpenMetrics: any violation of the grammar is an
/// error.
final class TextReader {

  private static final Pattern HEAD =
      Pattern.compile("# (TYPE|UNIT|HELP) ([a-z_]+) ((?:[^\\\\\n]|\\\\[n\\\\\"])+)");
  private static final Pattern SAMPLE =
      Pattern.compile("([a-z_]+)(?:\\{(.*)\\})? ([-+.0-9Ea-zA-Z]+)");
  private static final Pattern LABEL =
      Pattern.compile("\\G([a-z_]+)=\"((?:[^\\\\\"\n]|\\\\[\\\\n\"])*)\"(?:,(?!$)|$)");

  /// A line with a value.
  record Sample(String name, Map<String, String> labels, double value) {}

  final Map<String, String> types = new LinkedHashMap<>();
  final Map<String, String> units = new LinkedHashMap<>();
  final List<Sample> samples = new ArrayList<>();
  final boolean hasEnd;

  TextReader(String text) {
    if (!text.endsWith("\n")) {
      throw new AssertionError("no line feed at the end");
    }
    List<String> lines = List.of(text.split("\n", -1));
    lines = lines.subList(0, lines.size() - 1);
    hasEnd = lines.getLast().equals("# EOF");
    for (String line : hasEnd ? lines.subList(0, lines.size() - 1) : lines) {
      if (line.startsWith("#")) {
        head(line);
      } else {
        sample(line);
      }
    }
  }

  private void head(String line) {
    Matcher matcher = HEAD.matcher(line);
    if (!matcher.matches()) {
      throw new AssertionError(line);
    }
    String name = matcher.group(2);
    switch (matcher.group(1)) {
      case "TYPE" -> {
        if (types.put(name, matcher.group(3)) != null) {
          throw new AssertionError(name + " for the second time");
        }
      }
      case "UNIT" -> {
        units.put(name, matcher.group(3));
        if (!name.endsWith("_" + matcher.group(3))) {
          throw new AssertionError(line);
        }
      }
      default -> {}
    }
  }

  private void sample(String line) {
    Matcher matcher = SAMPLE.matcher(line);
    if (!matcher.matches()) {
      throw new AssertionError(line);
    }
    Map<String, String> labels = new LinkedHashMap<>();
    String inner = matcher.group(2);
    if (inner != null) {
      Matcher label = LABEL.matcher(inner);
      int end = 0;
      while (label.find()) {
        if (labels.put(label.group(1), unescaped(label.group(2))) != null) {
          throw new AssertionError(line);
        }
        end = label.end();
      }
      if (end != inner.length()) {
        throw new AssertionError(line);
      }
    }
    String family = List.copyOf(types.keySet()).getLast();
    if (!matcher.group(1).startsWith(family)) {
      throw new AssertionError(line + " under " + family);
    }
    Sample sample = new Sample(matcher.group(1), labels, number(matcher.group(3)));
    for (Sample each : samples) {
      if (each.name.equals(sample.name) && each.labels.equals(labels)) {
        throw new AssertionError("twice: " + line);
      }
    }
    samples.add(sample);
  }

  private static String unescaped(String text) {
    return Pattern.compile("\\\\(.)")
        .matcher(text)
        .replaceAll(
            match -> Matcher.quoteReplacement(match.group(1).equals("n") ? "\n" : match.group(1)));
  }

  private static double number(String text) {
    return text.equals("+Inf") ? Double.POSITIVE_INFINITY : Double.parseDouble(text);
  }

  /// The only sample with a name whose labels include these.
  double value(String name, Map<String, String> labels) {
    List<Sample> found = all(name, labels);
    if (found.size() != 1) {
      throw new AssertionError(name + labels + ": " + found);
    }
    return found.getFirst().value;
  }

  List<Sample> all(String name, Map<String, String> labels) {
    return samples.stream()
        .filter(each -> each.name.equals(name))
        .filter(each -> each.labels.entrySet().containsAll(labels.entrySet()))
        .toList();
  }

  /// The buckets of a histogram by their bounds; checks that they ascend and match its count.
  NavigableMap<Double, Double> buckets(String name, Map<String, String> labels) {
    NavigableMap<Double, Double> buckets = new TreeMap<>();
    double before = 0;
    double bound = Double.NEGATIVE_INFINITY;
    for (Sample each : all(name + "_bucket", labels)) {
      double le = number(String.valueOf(each.labels.get("le")));
      if (le <= bound || each.value < before) {
        throw new AssertionError(name + " does not ascend at " + le);
      }
      bound = le;
      before = each.value;
      buckets.put(le, each.value);
    }
    if (bound != Double.POSITIVE_INFINITY || before != value(name + "_count", labels)) {
      throw new AssertionError(name + ": " + buckets);
    }
    return buckets;
  }
}
