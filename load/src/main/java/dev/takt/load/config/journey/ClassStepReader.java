package dev.takt.load.config.journey;

import dev.takt.load.config.source.Node;
import dev.takt.load.config.source.Problems;
import dev.takt.load.config.source.UserClassException;
import dev.takt.load.config.source.Values;
import dev.takt.load.journey.JsonPath;
import dev.takt.load.journey.Part;
import dev.takt.load.journey.Subject;
import dev.takt.load.journey.step.JourneyStep;
import dev.takt.load.journey.step.StepClass;
import dev.takt.load.text.Texts;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/// Reads a step in Java: `{class: com.example.Sign, reads: [body], sets: [signature]}`.
public record ClassStepReader(Problems problems, Values values, Loader loader) {

  /// The name of the class.
  public static final String CLASS = "class";

  /// What it reads of the last answer.
  public static final String READS = "reads";

  /// The variables that it sets.
  public static final String SETS = "sets";

  private static final String EXPECTED =
      "expected a JSONPath such as '$.id', body, size, status, rows, header NAME or cookie NAME";

  /// Makes instances of classes.
  @FunctionalInterface
  public interface Loader {

    /// @return null if the class path is wrong, which has been reported
    /// @throws UserClassException if the class cannot be used
    @Nullable JourneyStep load(String className) throws UserClassException;
  }

  /// Whether a step is one in Java.
  public static boolean isOne(Node step) {
    return step instanceof Node.Mapping mapping
        && mapping.entries().stream().anyMatch(each -> each.key().equals(CLASS));
  }

  /// The step.
  ///
  /// @param path of its keys in problems
  /// @param name of the step
  /// @param known the variables from before it
  /// @param rules of the names of variables
  /// @param index of a variable that it sets, among the values that are extracted
  /// @return null if it is none, which has been reported
  public Part.@Nullable Call read(
      String path,
      String name,
      Node.Mapping mapping,
      Map<String, Integer> known,
      AnswerRules rules,
      ToIntFunction<String> index) {
    Map<String, Node.Entry> given = mapping.byKey(problems, path);
    boolean isGood = given.size() == mapping.entries().size();
    StepClass code = null;
    Map<String, Subject> reads = Map.of();
    Map<String, Integer> sets = Map.of();
    for (Node.Entry each : given.values()) {
      String place = path + "." + each.key();
      switch (each.key()) {
        case CLASS -> code = code(place, each.value());
        case READS -> reads = reads(place, each.value());
        case SETS -> sets = sets(place, each.value(), rules, index);
        default -> {
          isGood = false;
          problems.add(
              each.at(),
              place,
              "is not known here: a step with a class sends nothing, and has reads and sets");
        }
      }
    }
    return isGood && code != null && reads != null && sets != null
        ? new Part.Call(name, code, reads, sets, known)
        : null;
  }

  private @Nullable StepClass code(String place, Node node) {
    String className = values.text(place, node);
    try {
      JourneyStep instance = className == null ? null : loader.load(className.strip());
      return className == null || instance == null
          ? null
          : new StepClass(className.strip(), instance);
    } catch (UserClassException e) {
      problems.add(node.at(), place, String.valueOf(e.getMessage()));
      return null;
    }
  }

  private @Nullable Map<String, Subject> reads(String place, Node node) {
    List<String> texts = values.texts(place, node);
    if (texts == null) {
      return null;
    }
    Map<String, Subject> reads = new LinkedHashMap<>();
    for (int i = 0; i < texts.size(); i++) {
      String text = texts.get(i).strip();
      try {
        reads.put(text, subject(text));
      } catch (IllegalArgumentException e) {
        problems.add(item(node, i).at(), place, String.valueOf(e.getMessage()));
        return null;
      }
    }
    return reads;
  }

  private static Subject subject(String text) {
    String[] words = text.split("\\s+", 2);
    String name = words.length == 2 ? words[1] : "";
    if (text.startsWith("$")) {
      return new Subject.Json(JsonPath.parse(text));
    } else if (!name.isEmpty() && !name.contains(" ")) {
      switch (words[0]) {
        case AnswerRules.HEADER -> {
          return new Subject.Header(name);
        }
        case AnswerRules.COOKIE -> {
          return new Subject.Cookie(name);
        }
        default -> {}
      }
    }
    return switch (text) {
      case "body" -> new Subject.Body();
      case "size" -> new Subject.Size();
      case AnswerRules.STATUS -> new Subject.Status();
      case AnswerRules.ROWS -> new Subject.Rows();
      default -> throw new IllegalArgumentException(EXPECTED + ", found " + Texts.quoted(text));
    };
  }

  private @Nullable Map<String, Integer> sets(
      String place, Node node, AnswerRules rules, ToIntFunction<String> index) {
    List<String> names = values.texts(place, node);
    if (names == null) {
      return null;
    }
    Map<String, Integer> sets = new LinkedHashMap<>();
    for (int i = 0; i < names.size(); i++) {
      String name = names.get(i);
      if (!rules.isVariable(place, item(node, i).at(), name)) {
        return null;
      }
      sets.put(name, index.applyAsInt(name));
    }
    return sets;
  }

  private static Node item(Node node, int i) {
    return node instanceof Node.Sequence list ? list.items().get(i) : node;
  }
}
