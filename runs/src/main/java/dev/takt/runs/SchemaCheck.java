package dev.takt.runs;

import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Holds a file to its published schema, as far as its reader relies on it: what must be there is
/// there, and all that is there is of the kind that it should be. So a record that was read has no
/// hole in it, and who uses it need not look for one.
///
/// Of the schema's keywords, it heeds those that are about this: what a number may be at least, or
/// a word at all, or what depends on the state of a run, is for tests. A null is taken for what is
/// absent.
///
/// Immutable and thread-safe.
final class SchemaCheck {

  private static final JsonMapper MAPPER = new JsonMapper();
  private static final String DEFINITION = "#/$defs/";

  /// A schema, and the document in which its references lead to definitions.
  private record Schema(JsonNode document, JsonNode node) {

    Schema of(JsonNode part) {
      return new Schema(document, part);
    }
  }

  private final JsonNode schema;
  private final Map<String, JsonNode> others;

  /// @param schema as JSON
  /// @param others the schemas that it refers to, by name
  SchemaCheck(String schema, Map<String, String> others) {
    this.schema = MAPPER.readTree(schema);
    this.others =
        others.entrySet().stream()
            .collect(
                Collectors.toUnmodifiableMap(
                    Map.Entry::getKey, each -> MAPPER.readTree(each.getValue())));
  }

  /// What is wrong, as the end of a sentence; null if nothing is.
  @Nullable String problem(JsonNode value) {
    return problem(new Schema(schema, schema), value, "");
  }

  private @Nullable String problem(Schema schema, JsonNode value, String path) {
    JsonNode node = schema.node();
    String found = null;
    if (node.has("$ref")) {
      found = problem(referred(schema, node.get("$ref").asString()), value, path);
    }
    if (found == null && node.has("type") && !isOf(node.get("type").asString(), value)) {
      found = name(path) + " is no " + node.get("type").asString();
    }
    if (found == null && node.has("const") && !node.get("const").equals(value)) {
      found = name(path) + " is not " + node.get("const");
    }
    if (found == null && value.isObject()) {
      found = inObject(schema, value, path);
    }
    if (found == null && value.isArray()) {
      found = inArray(schema, value, path);
    }
    return found;
  }

  private Schema referred(Schema from, String reference) {
    if (reference.startsWith(DEFINITION)) {
      String name = reference.substring(DEFINITION.length());
      return from.of(from.document().path("$defs").path(name));
    }
    JsonNode other = others.get(reference);
    if (other == null) {
      throw new IllegalStateException("there is no schema " + reference);
    }
    return new Schema(other, other);
  }

  private @Nullable String inObject(Schema schema, JsonNode value, String path) {
    for (JsonNode each : schema.node().path("required")) {
      if (!value.hasNonNull(each.asString())) {
        return name(path) + " has no " + each.asString();
      }
    }
    JsonNode properties = schema.node().path("properties");
    JsonNode others = schema.node().path("additionalProperties");
    for (Map.Entry<String, JsonNode> each : value.properties()) {
      String key = each.getKey();
      JsonNode meant = properties.has(key) ? properties.get(key) : others;
      if (meant.isObject() && !(each.getValue().isNull() && properties.has(key))) {
        String found = problem(schema.of(meant), each.getValue(), join(path, key));
        if (found != null) {
          return found;
        }
      }
    }
    return null;
  }

  private @Nullable String inArray(Schema schema, JsonNode value, String path) {
    if (value.size() < schema.node().path("minItems").asInt(0)) {
      return name(path) + " is empty";
    }
    JsonNode items = schema.node().path("items");
    for (int i = 0; items.isObject() && i < value.size(); i++) {
      String found = problem(schema.of(items), value.get(i), join(path, "" + i));
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  private static boolean isOf(String type, JsonNode value) {
    return switch (type) {
      case "object" -> value.isObject();
      case "array" -> value.isArray();
      case "string" -> value.isString();
      case "boolean" -> value.isBoolean();
      case "integer" -> value.isIntegralNumber();
      case "number" -> value.isNumber();
      default -> throw new IllegalStateException("the schema has an unknown type " + type);
    };
  }

  private static String join(String path, String key) {
    return path.isEmpty() ? key : path + "." + key;
  }

  private static String name(String path) {
    return path.isEmpty() ? "it" : path;
  }
}
