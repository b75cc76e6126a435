package dev.takt.imports.plan;

import java.util.HashSet;
import java.util.Locale;
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
    for (int i = 2; !names.add(name); i++) {
      name = base + "-" + i;
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
