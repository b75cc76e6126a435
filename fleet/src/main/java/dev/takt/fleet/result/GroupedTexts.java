package dev.takt.fleet.result;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Says once what several machines say: sentences that are the same except for their figures.
///
/// ```java
/// GroupedTexts findings = new GroupedTexts();
/// findings.add("m1", "the longest stall was 10 ms");
/// findings.add("m2", "the longest stall was 1.20 s");
/// findings.worst(); // m2, the worst of 2 machines (then m1): the longest stall was 1.20 s
/// ```
final class GroupedTexts {

  /// More machines are only counted.
  static final int MAX_NAMES = 3;

  private static final Pattern FIGURE =
      Pattern.compile("(?<number>\\d[\\d,]*(?:\\.\\d+)?)(?: (?<unit>ns|µs|ms|s)(?![\\p{L}/]))?");

  /// `collected garbage once`, beside `3 times`.
  private static final Pattern ONCE = Pattern.compile("\\bonce\\b");

  private static final Map<String, Double> NANOS =
      Map.of("ns", 1.0, "µs", 1e3, "ms", 1e6, "s", 1e9);

  /// Largest first. Texts of one kind have equally many figures.
  private static final Comparator<List<Double>> LARGEST =
      (a, b) -> {
        for (int i = 0; i < Math.min(a.size(), b.size()); i++) {
          int order = Double.compare(b.get(i), a.get(i));
          if (order != 0) {
            return order;
          }
        }
        return 0;
      };

  private record Said(String machine, String text) {

    /// The figures in their order, times in nanoseconds.
    List<Double> figures() {
      List<Double> figures = new ArrayList<>();
      Matcher matcher = FIGURE.matcher(countable(text));
      while (matcher.find()) {
        String unit = matcher.group("unit");
        double number = Double.parseDouble(matcher.group("number").replace(",", ""));
        figures.add(unit == null ? number : number * NANOS.getOrDefault(unit, 1.0));
      }
      return figures;
    }
  }

  private final Map<String, List<Said>> byKind = new LinkedHashMap<>();

  /// Adds a sentence of a machine.
  void add(String machine, String text) {
    String kind = FIGURE.matcher(countable(text)).replaceAll("#");
    byKind.computeIfAbsent(kind, _ -> new ArrayList<>()).add(new Said(machine, text));
  }

  private static String countable(String text) {
    return ONCE.matcher(text).replaceAll("1 times");
  }

  /// A sentence of each kind where larger figures are worse: that of the machine with the largest
  /// ones. The first figure that differs decides.
  List<String> worst() {
    return sentences(GroupedTexts::worst);
  }

  /// A sentence of each kind: that of the first machine.
  List<String> first() {
    return sentences(GroupedTexts::first);
  }

  private List<String> sentences(Function<List<Said>, String> several) {
    return byKind.values().stream()
        .map(each ->
            isSame(each)
                ? names(each.stream().map(Said::machine).toList()) + ": " + each.getFirst().text()
                : several.apply(each))
        .toList();
  }

  private static boolean isSame(List<Said> said) {
    return said.stream().map(Said::text).distinct().count() == 1;
  }

  private static String worst(List<Said> said) {
    List<Said> sorted = said.stream().sorted(Comparator.comparing(Said::figures, LARGEST)).toList();
    List<String> next =
        sorted.subList(1, Math.min(MAX_NAMES, sorted.size())).stream().map(Said::machine).toList();
    return sorted.getFirst().machine()
        + ", the worst of "
        + said.size()
        + " machines (then "
        + String.join(", ", next)
        + "): "
        + sorted.getFirst().text();
  }

  private static String first(List<Said> said) {
    List<String> others = said.stream().skip(1).map(Said::machine).toList();
    return said.getFirst().machine()
        + " (with other figures also "
        + names(others)
        + "): "
        + said.getFirst().text();
  }

  /// `m1, m2, m3 and 17 more`.
  static String names(Collection<String> machines) {
    String named = String.join(", ", machines.stream().limit(MAX_NAMES).toList());
    int more = machines.size() - MAX_NAMES;
    return more <= 0 ? named : named + " and " + more + " more";
  }
}
