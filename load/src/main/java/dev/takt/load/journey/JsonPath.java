package dev.takt.load.journey;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A JSONPath (RFC 9535) of names, indexes, wildcards and descendants: `$.items[0].id`, `$['user
/// name']`, `$.items[*].id`, `$..token`. Filters, slices and lists of selectors are not supported.
/// Immutable.
public final class JsonPath {

  /// One step down.
  private sealed interface Selector {}

  private record Name(String name) implements Selector {}

  private record Index(int index) implements Selector {}

  private record Every() implements Selector {}

  /// A selector, and whether it applies to all descendants.
  private record Segment(Selector selector, boolean isDeep) {}

  private final String text;
  private final List<Segment> segments;

  private JsonPath(String text, List<Segment> segments) {
    this.text = text;
    this.segments = segments;
  }

  /// Parses a path.
  ///
  /// @throws IllegalArgumentException with the column of what is not understood
  public static JsonPath parse(String text) {
    return new JsonPath(text, List.copyOf(new Parser(text).segments()));
  }

  /// Whether it goes to a member of the root by its name.
  boolean beginsWithName() {
    return !segments.isEmpty()
        && segments.getFirst().selector instanceof Name
        && !segments.getFirst().isDeep;
  }

  /// The values at the path, in the order of the document.
  List<JsonNode> find(JsonNode root) {
    List<JsonNode> found = List.of(root);
    for (Segment segment : segments) {
      List<JsonNode> next = new ArrayList<>();
      for (JsonNode each : found) {
        select(segment, each, next);
      }
      found = next;
    }
    return found;
  }

  private static void select(Segment segment, JsonNode node, List<JsonNode> into) {
    switch (segment.selector) {
      case Name(String name) -> add(node.isObject() ? node.get(name) : null, into);
      case Index(int index) -> {
        int at = index < 0 ? node.size() + index : index;
        add(node.isArray() && at >= 0 ? node.get(at) : null, into);
      }
      case Every() -> into.addAll(node.values());
    }
    if (segment.isDeep) {
      for (JsonNode child : node.values()) {
        select(segment, child, into);
      }
    }
  }

  private static void add(@Nullable JsonNode node, List<JsonNode> into) {
    if (node != null) {
      into.add(node);
    }
  }

  @Override
  public String toString() {
    return text;
  }

  private static final class Parser {

    private final String text;
    private int at;

    Parser(String text) {
      this.text = text;
    }

    List<Segment> segments() {
      if (next() != '$') {
        throw fault("expected $ at the start of a JSONPath");
      }
      at++;
      List<Segment> segments = new ArrayList<>();
      while (at < text.length()) {
        segments.add(segment());
      }
      return segments;
    }

    private char next() {
      return at < text.length() ? text.charAt(at) : 0;
    }

    private Segment segment() {
      boolean isDeep = text.startsWith("..", at);
      if (next() == '[') {
        return new Segment(bracket(), false);
      } else if (next() != '.') {
        throw fault("expected . or [");
      }
      at += isDeep ? 2 : 1;
      return new Segment(isDeep && next() == '[' ? bracket() : name(), isDeep);
    }

    private Selector name() {
      if (next() == '*') {
        at++;
        return new Every();
      }
      int from = at;
      while (at < text.length() && isOfName(next(), at == from)) {
        at++;
      }
      if (at == from) {
        throw fault("expected a name or *; write ['…'] for a name of other characters");
      }
      return new Name(text.substring(from, at));
    }

    private static boolean isOfName(char c, boolean isFirst) {
      return c == '_' || c >= 0x80 || Character.isLetter(c) || (!isFirst && Character.isDigit(c));
    }

    private Selector bracket() {
      at++;
      Selector selector =
          switch (next()) {
            case '\'', '"' -> quoted(next());
            case '*' -> name();
            case '?' -> throw fault("filters are not supported");
            default -> index();
          };
      if (next() == ':' || next() == ',') {
        throw fault("slices and lists of selectors are not supported");
      } else if (next() != ']') {
        throw fault("expected ]");
      }
      at++;
      return selector;
    }

    private Selector quoted(char quote) {
      StringBuilder name = new StringBuilder();
      for (at++; next() != quote; at++) {
        if (next() == '\\') {
          at++;
          if (next() != '\\' && next() != '\'' && next() != '"') {
            throw fault("expected \\\\ or a quote after \\");
          }
        }
        if (at >= text.length()) {
          throw fault("a quote is not closed");
        }
        name.append(next());
      }
      at++;
      return new Name(name.toString());
    }

    private Selector index() {
      int from = at;
      if (next() == '-') {
        at++;
      }
      while (next() >= '0' && next() <= '9') {
        at++;
      }
      try {
        return new Index(Integer.parseInt(text.substring(from, at)));
      } catch (NumberFormatException _) {
        throw fault("expected a name in quotes, a number or *");
      }
    }

    private IllegalArgumentException fault(String message) {
      return new IllegalArgumentException("\"" + text + "\", column " + (at + 1) + ": " + message);
    }
  }
}
