package dev.takt.imports.plan;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/// Makes names of steps, operations and journeys that are valid and different.
public final class StepNames {

  private static final int MAX_CHARS = 40;

  private static final Set<String> RESERVED =
      Set.of(
          "repeat",
          "if",
          "while",
          "choose",
          "parallel",
          "group",
          "abort",
          "think",
          "warmup",
          "generator");

  private final Set<String> names = new HashSet<>();

  /// The latest number behind a name.
  private final Map<String, Integer> numbers = new HashMap<>();

  /// A name that was not given before.
  public String of(String text) {
    String plain =
        text.replaceAll("[^A-Za-z0-9]+", "-").replaceAll("^-+|-+$", "").toLowerCase(Locale.ROOT);
    String cut = plain.length() > MAX_CHARS ? plain.substring(0, MAX_CHARS) : plain;
    String base = cut.replaceAll("-+$", "");
    if (base.isEmpty() || RESERVED.contains(base)) {
      base = base.isEmpty() ? "step" : base + "-step";
    }
    String name = base;
    while (!names.add(name)) {
      name = base + "-" + numbers.merge(base, 2, (number, _) -> number + 1);
    }
    return name;
  }

  /// A name for a request that has none: its method, unless that is GET, and the end of its path.
  public String of(String method, String path) {
    String plain = path.replaceAll("[?#].*", "").replaceAll("\\{[^}]*}", "");
    String[] segments = plain.split("/", -1);
    String last = "";
    for (String each : segments) {
      last = each.isBlank() || each.matches("[0-9a-fA-F-]{8,}|\\d+") ? last : each;
    }
    String name = last.isEmpty() ? "home" : last;
    return of(method.equals("GET") ? name : method + "-" + name);
  }
}
