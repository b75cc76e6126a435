package dev.takt.imports.plan;

import dev.takt.load.journey.Condition;
import dev.takt.load.workload.Generator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/// Names of values that steps extract. Users have one value of a name, so that two values need two
/// names.
public final class ValueNames {

  private static final Pattern NAME = Pattern.compile("[A-Za-z]\\w*");

  /// What else stands in placeholders.
  private static final Set<String> TAKEN = Set.of("env", "key", "user");

  /// What a value is called in the file.
  private record Wish(String name, Object value) {}

  private final Map<Wish, String> names = new HashMap<>();
  private final Set<String> given = new HashSet<>();

  /// The latest number behind a name.
  private final Map<String, Integer> numbers = new HashMap<>();

  /// Whether a value of a plan can have this name.
  public static boolean isName(String name) {
    return NAME.matcher(name).matches()
        && !TAKEN.contains(name)
        && !Condition.WORDS.contains(name)
        && !Generator.isKind(name);
  }

  /// A name that no other value has.
  ///
  /// @param wish what the file calls it
  /// @param value what it is: equal ones of the same wish have the same name
  public String of(String wish, Object value) {
    return names.computeIfAbsent(new Wish(wish, value), _ -> free(wish.replaceAll("\\W", "_")));
  }

  private String free(String wish) {
    String base = isName(wish) ? wish : "v_" + wish;
    String name = base;
    while (!given.add(name)) {
      name = base + "_" + numbers.merge(base, 2, (number, _) -> number + 1);
    }
    return name;
  }
}
