package dev.takt.imports.openapi;

import dev.takt.imports.plan.Budget;
import dev.takt.imports.plan.TemplateText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Makes values of schemas: of their examples, or generated ones.
///
/// @param references of the description
/// @param budget for all values
record SchemaValues(References references, Budget budget) {

  private static final JsonMapper MAPPER = new JsonMapper();
  private static final int MAX_DEPTH = 6;
  private static final int MAX_CHARS = 64;

  /// What a schema takes of the budget besides its texts.
  private static final int NODE_CHARS = 32;

  private static final String UUID = "{hex:8}-{hex:4}-4{hex:3}-a{hex:3}-{hex:12}";

  /// The example beside a schema: `example`, or the first of `examples`; a missing node for none.
  JsonNode example(JsonNode owner) {
    if (owner.has("example")) {
      return owner.path("example");
    }
    JsonNode examples = owner.path("examples");
    for (JsonNode each : examples) {
      JsonNode first = references.resolve(each);
      return first.isObject() && first.has("value") ? first.path("value") : first;
    }
    return examples.path("-");
  }

  /// Whether something says which value is meant.
  boolean isKnown(JsonNode schema) {
    JsonNode resolved = references.resolve(schema);
    return !example(resolved).isMissingNode()
        || resolved.has("default")
        || resolved.has("const")
        || !resolved.path("enum").isEmpty();
  }

  /// A value as a text, for a parameter.
  String text(JsonNode schema) {
    return text(schema, 0);
  }

  private String text(JsonNode schema, int depth) {
    JsonNode resolved = references.resolve(schema);
    JsonNode known = known(resolved);
    if (!known.isMissingNode()) {
      String text = text(known, ",");
      return budget.take(text.length()) ? text : "";
    }
    if (resolved.has("items")) {
      return depth > MAX_DEPTH ? "" : text(resolved.path("items"), depth + 1);
    }
    String json = json(resolved, 0);
    boolean isText = json.length() > 1 && json.startsWith("\"") && json.endsWith("\"");
    return isText ? json.substring(1, json.length() - 1) : json;
  }

  /// An example as a text.
  static String text(JsonNode value, String separator) {
    if (value.isArray()) {
      List<String> texts = new ArrayList<>();
      value.forEach(each -> texts.add(text(each, separator)));
      return String.join(separator, texts);
    }
    return TemplateText.of(value.isString() ? value.asString() : value.toString());
  }

  /// An example as JSON.
  static String literal(JsonNode value) {
    return TemplateText.of(MAPPER.writeValueAsString(value));
  }

  /// A value as JSON, for a body.
  String json(JsonNode schema) {
    return json(schema, 0);
  }

  /// The members of an object, each as a text.
  Map<String, String> members(JsonNode schema) {
    Map<String, String> members = new LinkedHashMap<>();
    properties(references.resolve(schema), 0)
        .forEach((name, each) -> members.put(name, text(each)));
    return members;
  }

  private JsonNode known(JsonNode schema) {
    JsonNode example = example(schema);
    if (!example.isMissingNode()) {
      return example;
    } else if (schema.has("default") && !schema.path("default").isNull()) {
      return schema.path("default");
    } else if (schema.has("const")) {
      return schema.path("const");
    }
    return schema.path("enum").path(0);
  }

  private String json(JsonNode node, int depth) {
    JsonNode schema = references.resolve(node);
    JsonNode known = known(schema);
    if (!known.isMissingNode()) {
      String literal = literal(known);
      return budget.take(literal.length()) ? literal : "null";
    } else if (!budget.take(NODE_CHARS)) {
      return "null";
    }
    for (String each : List.of("oneOf", "anyOf")) {
      if (schema.path(each).isArray()
          && !schema.path(each).isEmpty()
          && !schema.has("properties")) {
        return depth > MAX_DEPTH ? "null" : json(schema.path(each).path(0), depth + 1);
      }
    }
    return switch (type(schema)) {
      case "integer", "number" -> number(schema);
      case "boolean" -> "true";
      case "null" -> "null";
      case "array" -> depth > MAX_DEPTH ? "[]" : "[" + json(schema.path("items"), depth + 1) + "]";
      case "object" ->
          depth > MAX_DEPTH
              ? "{}"
              : properties(schema, depth).entrySet().stream()
                  .map(each ->
                      TemplateText.of(MAPPER.writeValueAsString(each.getKey()))
                          + ":"
                          + json(each.getValue(), depth + 1))
                  .collect(Collectors.joining(",", "{", "}"));
      default -> '"' + string(schema) + '"';
    };
  }

  private static String type(JsonNode schema) {
    JsonNode type = schema.path("type");
    String name = type.isArray() ? type.path(0).asString("") : type.asString("");
    if (!name.isEmpty()) {
      return name;
    }
    return schema.has("properties") || schema.has("allOf") || schema.has("additionalProperties")
        ? "object"
        : schema.has("items") ? "array" : "string";
  }

  /// With those of `allOf`, and without those that only answers have.
  private Map<String, JsonNode> properties(JsonNode schema, int depth) {
    Map<String, JsonNode> all = new LinkedHashMap<>();
    if (depth > MAX_DEPTH || !budget.take(NODE_CHARS)) {
      return all;
    }
    for (JsonNode each : schema.path("allOf")) {
      all.putAll(properties(references.resolve(each), depth + 1));
    }
    schema
        .path("properties")
        .properties()
        .forEach(each -> {
          if (!references.resolve(each.getValue()).path("readOnly").asBoolean(false)) {
            if (budget.take(each.getKey().length())) {
              all.put(each.getKey(), each.getValue());
            }
          }
        });
    return all;
  }

  private static String number(JsonNode schema) {
    long low = (long) Math.clamp(schema.path("minimum").asDouble(1), -1e15, 1e15);
    double limit = low + 99.0;
    long high = (long) Math.clamp(schema.path("maximum").asDouble(limit), -1e15, 1e15);
    if (!schema.has("minimum") && high < low) {
      low = high;
    }
    if (schema.path("exclusiveMinimum").isNumber()) {
      low = (long) Math.clamp(schema.path("exclusiveMinimum").asDouble(), -1e15, 1e15) + 1;
    } else if (schema.path("exclusiveMinimum").asBoolean(false)) {
      low++;
    }
    return high > low ? "{uniform:" + low + ".." + high + "}" : String.valueOf(low);
  }

  private static String string(JsonNode schema) {
    return switch (schema.path("format").asString("")) {
      case "uuid" -> UUID;
      case "date" -> "2026-01-15";
      case "date-time" -> "2026-01-15T10:00:00Z";
      case "email" -> "{alpha:8}@example.com";
      case "uri", "url" -> "https://example.com/{alpha:8}";
      case "ipv4" -> "192.0.2.1";
      default -> {
        int low = Math.clamp(schema.path("minLength").asLong(1), 1, MAX_CHARS);
        int high = Math.clamp(schema.path("maxLength").asLong(MAX_CHARS), 1, MAX_CHARS);
        yield "{alpha:" + Math.min(Math.max(low, 8), high) + "}";
      }
    };
  }
}
