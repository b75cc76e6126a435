package dev.takt.load.config.journey;

import dev.takt.load.config.source.Node;
import dev.takt.load.config.source.Origin;
import dev.takt.load.config.source.Problems;
import dev.takt.load.config.source.Values;
import dev.takt.load.journey.Check;
import dev.takt.load.journey.Condition;
import dev.takt.load.journey.Extraction;
import dev.takt.load.journey.JsonPath;
import dev.takt.load.journey.Subject;
import dev.takt.load.text.Texts;
import dev.takt.load.workload.Generator;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reads what a step extracts from its answer, and what it checks.
///
/// @param key of the step
/// @param isTaken whether a name belongs to a generator
public record AnswerRules(Problems problems, Values values, String key, Predicate<String> isTaken) {

  /// What a step takes from its answer.
  public static final String EXTRACT = "extract";

  /// What its answer has to fulfil.
  public static final String CHECK = "check";

  /// A JSONPath.
  public static final String JSON = "json";

  /// The name of a header.
  public static final String HEADER = "header";

  /// The name of a cookie.
  public static final String COOKIE = "cookie";

  /// A regular expression.
  public static final String REGEX = "regex";

  /// The status of the answer.
  public static final String STATUS = "status";

  /// How many rows a statement has returned or changed.
  public static final String ROWS = "rows";

  private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_-]*");
  private static final String EXPECTED =
      "expected a JSONPath such as '$.token', status, or a map of json, header or cookie and regex"
          + " (or, of SQL, rows)";

  /// What a step extracts.
  ///
  /// @param index of the variable with this name among those that are extracted
  public List<Extraction> extractions(Node node, ToIntFunction<String> index) {
    String path = key + "." + EXTRACT;
    List<Extraction> extractions = new ArrayList<>();
    if (!(node instanceof Node.Mapping mapping)) {
      problems.add(
          node.at(), path, "expected names and where their values are, found " + node.found());
      return extractions;
    }
    for (Node.Entry each : mapping.entries()) {
      String name = each.key();
      if (!isVariable(path + "." + name, each.at(), name)) {
        continue;
      }
      Extraction read = extraction(path + "." + name, name, each.value(), index);
      if (read != null) {
        extractions.add(read);
      }
    }
    return extractions;
  }

  /// Whether a value can have this name; reports it if not.
  boolean isVariable(String path, Origin at, String name) {
    if (!NAME.matcher(name).matches() || Generator.isKind(name) || isTaken.test(name)) {
      problems.add(
          at,
          path,
          "expected a name of ASCII letters, digits, '_' and '-' that is no generator, found "
              + Texts.quoted(name));
      return false;
    } else if (Condition.WORDS.contains(name)) {
      problems.add(at, path, "is a word of conditions: give the value another name");
      return false;
    }
    return true;
  }

  private @Nullable Extraction extraction(
      String path, String name, Node node, ToIntFunction<String> index) {
    try {
      if (node instanceof Node.Scalar scalar && scalar.text() != null) {
        return new Extraction(name, index.applyAsInt(name), subject(scalar.text()), null);
      } else if (node instanceof Node.Mapping mapping) {
        return extraction(name, mapping, index);
      }
      problems.add(node.at(), path, EXPECTED + ", found " + node.found());
    } catch (IllegalArgumentException e) {
      problems.add(node.at(), path, String.valueOf(e.getMessage()));
    }
    return null;
  }

  private static Subject subject(String text) {
    if (text.startsWith("$")) {
      return new Subject.Json(JsonPath.parse(text));
    } else if (text.equals(STATUS)) {
      return new Subject.Status();
    } else if (text.equals(ROWS)) {
      return new Subject.Rows();
    }
    throw new IllegalArgumentException(EXPECTED + ", found " + Texts.quoted(text));
  }

  private static Extraction extraction(
      String name, Node.Mapping mapping, ToIntFunction<String> index) {
    Subject subject = null;
    Pattern pattern = null;
    for (Node.Entry each : mapping.entries()) {
      String text = each.value() instanceof Node.Scalar scalar ? scalar.text() : null;
      if (text == null || (subject != null && !each.key().equals(REGEX))) {
        throw new IllegalArgumentException(EXPECTED);
      }
      switch (each.key()) {
        case JSON -> subject = new Subject.Json(JsonPath.parse(text));
        case HEADER -> subject = new Subject.Header(text);
        case COOKIE -> subject = new Subject.Cookie(text);
        case REGEX -> pattern = Check.pattern(text);
        default ->
            throw new IllegalArgumentException(EXPECTED + ", found " + Texts.quoted(each.key()));
      }
    }
    if (subject == null && pattern == null) {
      throw new IllegalArgumentException(EXPECTED);
    }
    return new Extraction(
        name, index.applyAsInt(name), subject == null ? new Subject.Body() : subject, pattern);
  }

  /// What it checks.
  public List<Check> checks(Node node) {
    String path = key + "." + CHECK;
    List<String> texts = values.texts(path, node);
    List<Check> checks = new ArrayList<>();
    for (int i = 0; texts != null && i < texts.size(); i++) {
      Node at = node instanceof Node.Sequence list ? list.items().get(i) : node;
      try {
        checks.add(Check.parse(texts.get(i)));
      } catch (IllegalArgumentException e) {
        problems.add(at.at(), path, String.valueOf(e.getMessage()));
      }
    }
    return checks;
  }
}
