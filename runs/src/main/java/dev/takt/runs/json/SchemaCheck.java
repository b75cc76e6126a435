package dev.takt.runs.json;

import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Checks a file against its published schema, as far as its reader relies on it: required values
/// are there, and all values have the right type. A record that was read thus has no missing
/// values, and its users need not check for them.
///
/// Only the keywords for this are implemented. Minimum values, allowed words and rules that depend
/// on the state of a run are left to tests. A null counts as absent. Schemas must not be recursive.
///
/// Immutable and thread-safe.
final class SchemaCheck {

  private static final String DEFINITION = "#/$defs/";

  private final Rule rule;

  /// @param schema as JSON
  /// @param others the schemas that it refers to, by name
  SchemaCheck(String schema, Map<String, String> others) {
    rule = new Document(map(JsonTree.of(schema)), others).rule();
  }

  /// Returns what is wrong, as the end of a sentence; null if nothing is.
  ///
  /// @param value as [JsonTree] reads it
  @Nullable String problem(@Nullable Object value) {
    Problem problem = rule.problem(value);
    return problem == null ? null : problem.text();
  }

  private static Map<?, ?> map(@Nullable Object value) {
    return value instanceof Map<?, ?> map ? map : Map.of();
  }

  /// A schema, and the others that it refers to.
  private record Document(Map<?, ?> root, Map<String, String> others) {

    Rule rule() {
      return rule(root);
    }

    private Rule rule(Map<?, ?> node) {
      Map<Object, Rule> properties = new HashMap<>();
      map(node.get("properties"))
          .forEach((key, property) -> properties.put(key, rule(map(property))));
      return new Rule(
          node.get("$ref") instanceof String reference ? referred(reference) : null,
          node.get("type") instanceof String type ? type : null,
          node.get("const"),
          node.get("required") instanceof List<?> required ? required : List.of(),
          properties,
          node.get("additionalProperties") instanceof Map<?, ?> more ? rule(more) : null,
          node.get("items") instanceof Map<?, ?> items ? rule(items) : null,
          node.get("minItems") instanceof Integer least ? least : 0);
    }

    private Rule referred(String reference) {
      int definition = reference.indexOf(DEFINITION);
      if (definition < 0) {
        return document(reference).rule();
      }
      Document document = document(reference.substring(0, definition));
      String name = reference.substring(definition + DEFINITION.length());
      return document.rule(map(map(document.root.get("$defs")).get(name)));
    }

    /// @param name empty for this one
    private Document document(String name) {
      String other = others.get(name);
      if (other == null && !name.isEmpty()) {
        throw new IllegalStateException("there is no schema " + name);
      }
      return other == null ? this : new Document(map(JsonTree.of(other)), others);
    }
  }

  /// A violation of the schema.
  ///
  /// @param path the path from the checked value; empty for the value itself
  private record Problem(String path, String what) {

    static Problem here(String what) {
      return new Problem("", what);
    }

    Problem in(Object key) {
      return new Problem(path.isEmpty() ? "" + key : key + "." + path, what);
    }

    String text() {
      return (path.isEmpty() ? "it" : path) + what;
    }
  }

  /// The rule of a schema, or of a part of it, for a value; null or empty where it has no rule.
  ///
  /// @param referred another rule that applies as well
  /// @param others the rule for properties without their own
  private record Rule(
      @Nullable Rule referred,
      @Nullable String type,
      @Nullable Object constant,
      List<?> required,
      Map<Object, Rule> properties,
      @Nullable Rule others,
      @Nullable Rule items,
      int minItems) {

    @Nullable Problem problem(@Nullable Object value) {
      Problem found = referred == null ? null : referred.problem(value);
      if (found != null) {
        return found;
      }
      if (type != null && !isOf(type, value)) {
        return Problem.here(" is no " + type);
      }
      if (constant != null && !constant.equals(value)) {
        return Problem.here(" is not " + constant);
      }
      // No switch over types: its bootstrap takes 10 ms in each process.
      if (value instanceof Map<?, ?> map) {
        return inMap(map);
      }
      return value instanceof List<?> list ? inList(list) : null;
    }

    private @Nullable Problem inMap(Map<?, ?> map) {
      for (Object each : required) {
        if (map.get(each) == null) {
          return Problem.here(" has no " + each);
        }
      }
      for (Map.Entry<?, ?> each : map.entrySet()) {
        Rule known = properties.get(each.getKey());
        Rule meant = known == null ? others : known;
        boolean isAbsent = known != null && each.getValue() == null;
        Problem found = meant == null || isAbsent ? null : meant.problem(each.getValue());
        if (found != null) {
          return found.in(each.getKey());
        }
      }
      return null;
    }

    private @Nullable Problem inList(List<?> list) {
      if (list.size() < minItems) {
        return Problem.here(" is empty");
      }
      for (int i = 0; items != null && i < list.size(); i++) {
        Problem found = items.problem(list.get(i));
        if (found != null) {
          return found.in(i);
        }
      }
      return null;
    }

    private static boolean isOf(String type, @Nullable Object value) {
      return switch (type) {
        case "object" -> value instanceof Map;
        case "array" -> value instanceof List;
        case "string" -> value instanceof String;
        case "boolean" -> value instanceof Boolean;
        case "integer" ->
            value instanceof Integer || value instanceof Long || value instanceof BigInteger;
        case "number" -> value instanceof Number;
        default -> throw new IllegalStateException("the schema has an unknown type " + type);
      };
    }
  }
}
