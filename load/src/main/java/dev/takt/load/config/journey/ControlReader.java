package dev.takt.load.config.journey;

import dev.takt.load.config.source.Node;
import dev.takt.load.config.source.Problems;
import dev.takt.load.config.source.Values;
import dev.takt.load.journey.Condition;
import dev.takt.load.journey.Count;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads what decides whether and how often a user does something.
public record ControlReader(Problems problems, Values values) {

  /// So many times.
  public static final String REPEAT = "repeat";

  /// If a condition holds.
  public static final String IF = "if";

  /// As long as a condition holds.
  public static final String WHILE = "while";

  /// One of several.
  public static final String CHOOSE = "choose";

  /// The end of the journey.
  public static final String ABORT = "abort";

  /// Steps whose time together is measured.
  public static final String GROUP = "group";

  /// Steps that are sent at once.
  public static final String PARALLEL = "parallel";

  /// How many of them at a time.
  public static final String AT_ONCE = "at-once";

  /// The words that are no names of steps.
  public static final Set<String> WORDS = Set.of(REPEAT, IF, WHILE, CHOOSE, ABORT, GROUP, PARALLEL);

  /// The name of a group.
  public static final String NAME = "name";

  /// A count of a block.
  public static final String TIMES = "times";

  /// A condition of a block.
  public static final String WHEN = "when";

  /// The bound of a loop.
  public static final String MAX = "max";

  /// A condition.
  ///
  /// @param node null if it is missing, which has been reported
  /// @param known the values that a user has by then
  /// @return null if it is none, which has been reported
  public @Nullable Condition condition(
      String key, @Nullable Node node, Map<String, Integer> known) {
    String text = node == null ? null : values.text(key, node);
    if (node == null || text == null) {
      return null;
    }
    try {
      return Condition.parse(text, known);
    } catch (IllegalArgumentException e) {
      problems.add(node.at(), key, String.valueOf(e.getMessage()));
      return null;
    }
  }

  /// A count: `3`, `{uniform: 1..5}`.
  ///
  /// @param node null if it is missing, which has been reported
  /// @return null if it is none, which has been reported
  public @Nullable Count count(String key, @Nullable Node node) {
    try {
      if (node instanceof Node.Scalar scalar && scalar.text() != null) {
        return Count.parse(scalar.text());
      } else if (node instanceof Node.Mapping mapping
          && mapping.entries().size() == 1
          && mapping.entries().getFirst().key().equals("uniform")
          && mapping.entries().getFirst().value() instanceof Node.Scalar range
          && range.text() != null) {
        return Count.parseRange(range.text());
      }
    } catch (IllegalArgumentException e) {
      problems.add(node.at(), key, String.valueOf(e.getMessage()));
      return null;
    }
    if (node != null) {
      problems.add(node.at(), key, "expected a number or {uniform: 1..5}, found " + node.found());
    }
    return null;
  }

  /// The entries of a map that has exactly these keys; null if it has not, which has been reported.
  public @Nullable Map<String, Node> all(String key, Node node, List<String> expected) {
    String all = String.join(", ", expected);
    if (!(node instanceof Node.Mapping mapping)) {
      problems.add(node.at(), key, "expected " + all + ", found " + node.found());
      return null;
    }
    Map<String, Node> given = new LinkedHashMap<>();
    for (Node.Entry each : mapping.byKey(problems, key).values()) {
      if (expected.contains(each.key())) {
        given.put(each.key(), each.value());
      } else {
        problems.add(each.at(), key + "." + each.key(), "is not known here: expected " + all);
      }
    }
    boolean isGood = given.size() == mapping.entries().size();
    for (String each : expected) {
      if (isGood && !given.containsKey(each)) {
        problems.add(mapping.at(), key + "." + each, "is missing: expected " + all);
        return null;
      }
    }
    return isGood ? given : null;
  }
}
