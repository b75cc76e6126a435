package dev.takt.load.config.source;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.dataformat.yaml.YAMLFactory;
import tools.jackson.dataformat.yaml.YAMLParser;

/// Parses YAML into [Node]s with positions. Supports only the YAML that plans need: no anchors and
/// aliases (so expansion cannot blow up), a single document, and a limited depth.
public final class YamlTree {

  private static final int MAX_DEPTH = 16;
  private static final YAMLFactory YAML = new YAMLFactory();
  private static final Pattern MARK = Pattern.compile("line (\\d+), column (\\d+)");

  private static final String PLAN = "plan";

  private final String source;
  private final String what;
  private final YAMLParser parser;

  private YamlTree(String source, String what, YAMLParser parser) {
    this.source = source;
    this.what = what;
    this.parser = parser;
  }

  /// Parses the text of a plan.
  ///
  /// @param source name of the text in problems
  /// @throws PlanException with one problem, if the text is not YAML or uses unsupported parts of
  ///   it
  public static Node parse(String source, String text) throws PlanException {
    return parse(source, text, PLAN);
  }

  /// Parses a text, which messages call `what`.
  public static Node parse(String source, String text, String what) throws PlanException {
    try (YAMLParser parser = (YAMLParser) YAML.createParser(ObjectReadContext.empty(), text)) {
      return new YamlTree(source, what, parser).document();
    } catch (JacksonException e) {
      throw syntaxError(source, e);
    }
  }

  private Node document() throws PlanException {
    if (parser.nextToken() == null) {
      throw failure(
          new Origin(source, 1, 1),
          "the "
              + what
              + " is empty"
              + (what.equals(PLAN) ? "; write {} for a plan of defaults" : ""));
    }
    Node root = node(1);
    if (parser.nextToken() != null) {
      throw failure(here(), "expected one YAML document, found the start of another");
    }
    return root;
  }

  private Node node(int depth) throws PlanException {
    Origin at = here();
    if (depth > MAX_DEPTH) {
      throw failure(at, "nested deeper than " + MAX_DEPTH + " levels");
    }
    if (parser.isCurrentAlias() || parser.getObjectId() != null) {
      throw failure(at, "anchors (&) and aliases (*) are not supported in a " + what);
    }
    return switch (parser.currentToken()) {
      case START_OBJECT -> mapping(at, depth);
      case START_ARRAY -> sequence(at, depth);
      case VALUE_NULL -> new Node.Scalar(null, at);
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT, VALUE_TRUE, VALUE_FALSE ->
          new Node.Scalar(parser.getString(), at, true);
      default -> new Node.Scalar(parser.getString(), at);
    };
  }

  private Node.Mapping mapping(Origin at, int depth) throws PlanException {
    List<Node.Entry> entries = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      Origin keyAt = here();
      String key = parser.currentName();
      parser.nextToken();
      entries.add(new Node.Entry(key, keyAt, node(depth + 1)));
    }
    return new Node.Mapping(entries, at);
  }

  private Node.Sequence sequence(Origin at, int depth) throws PlanException {
    List<Node> items = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      items.add(node(depth + 1));
    }
    return new Node.Sequence(items, at);
  }

  private Origin here() {
    TokenStreamLocation location = parser.currentTokenLocation();
    return new Origin(source, location.getLineNr(), location.getColumnNr());
  }

  private static PlanException failure(Origin at, String message) {
    return new PlanException(List.of(at.problem("", message)));
  }

  /// The YAML library gives the position of the error only in its message: at the end, after the
  /// position of the enclosing structure.
  private static PlanException syntaxError(String source, JacksonException e) {
    String message = e.getOriginalMessage();
    List<MatchResult> marks = MARK.matcher(message).results().toList();
    Origin at =
        marks.isEmpty()
            ? new Origin(source, 1, 1)
            : new Origin(
                source,
                Integer.parseInt(marks.getLast().group(1)),
                Integer.parseInt(marks.getLast().group(2)));
    return failure(at, "not YAML: " + explanation(message));
  }

  private static String explanation(String message) {
    List<String> lines =
        message.lines().filter(line -> !line.isEmpty() && !line.startsWith(" ")).toList();
    String last = lines.isEmpty() ? message : lines.getLast();
    return last.contains("TAB") ? "a tab cannot indent; use spaces" : last;
  }
}
