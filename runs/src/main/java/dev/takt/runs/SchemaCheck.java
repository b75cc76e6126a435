package dev.takt.runs;

import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Holds a file to its published schema, as far as its reader relies on it: what must be there is
/// there, and all that is there is of the kind that it should be. So a record that was read has no
/// hole in it, and who uses it need not look for one.
///
/// Of the schema's keywords, it heeds those that are about this: what a number may be at least, or
/// a word at all, or what depends on the state of a run, is for tests. A null is taken for what is
/// absent. No schema is a part of itself.
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

  /// What is wrong, as the end of a sentence; null if nothing is.
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
      if (reference.startsWith(DEFINITION)) {
        return rule(map(map(root.get("$defs")).get(reference.substring(DEFINITION.length()))));
      }
      String other = others.get(reference);
      if (other == null) {
        throw new IllegalStateException("there is no schema " + reference);
      }
      return new Document(map(JsonTree.of(other)), others).rule();
    }
  }

  /// What is wrong.
  ///
  /// @param path where, from the value that was looked at; empty for the value itself
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

  /// What a schema, or a part of it, says of a value; null or empty where it says nothing.
  ///
  /// @param referred another one that holds as well
  /// @param others for the properties that it does not name
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
      // A switch over types would be put together anew in each process, in 10 ms.
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
