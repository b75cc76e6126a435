package dev.takt.imports.file;

import dev.takt.imports.plan.ImportException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLFactory;
import tools.jackson.dataformat.yaml.YAMLParser;

/// Reads YAML as a tree, of limited depth and without aliases, so that nothing can grow.
public final class YamlFile {

  private static final int MAX_DEPTH = 200;
  private static final YAMLFactory YAML = new YAMLFactory();
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private final ForeignFile file;
  private final YAMLParser parser;

  private YamlFile(ForeignFile file, YAMLParser parser) {
    this.file = file;
    this.parser = parser;
  }

  /// The whole file, which can be JSON too.
  ///
  /// @param expected the kind of file, for messages: `an OpenAPI description`
  public static JsonNode read(ForeignFile file, String expected) throws ImportException {
    String text = file.text();
    if (text.stripLeading().startsWith("{")) {
      return JsonFile.read(file, expected);
    }
    try (YAMLParser parser = (YAMLParser) YAML.createParser(ObjectReadContext.empty(), text)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw file.isNot(expected);
      }
      return new YamlFile(file, parser).node(1);
    } catch (JacksonException e) {
      if (text.stripLeading().startsWith("<")) {
        throw file.isNot(expected);
      }
      String reason = e.getOriginalMessage().lines().findFirst().orElse("");
      int line = e.getLocation() == null ? 0 : e.getLocation().getLineNr();
      throw file.problem("line " + line, "not YAML: " + reason);
    }
  }

  private JsonNode node(int depth) throws ImportException {
    if (depth > MAX_DEPTH || parser.isCurrentAlias()) {
      throw file.problem(
          "line " + parser.currentTokenLocation().getLineNr(),
          depth > MAX_DEPTH
              ? "nested deeper than " + MAX_DEPTH + " levels"
              : "an alias (*), which is not supported: write out what it stands for");
    }
    return switch (parser.currentToken()) {
      case START_OBJECT -> object(depth);
      case START_ARRAY -> array(depth);
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> NODES.numberNode(parser.getDecimalValue());
      case VALUE_TRUE, VALUE_FALSE -> NODES.booleanNode(parser.getBooleanValue());
      case VALUE_NULL -> NODES.nullNode();
      default -> NODES.stringNode(parser.getString());
    };
  }

  private JsonNode object(int depth) throws ImportException {
    ObjectNode object = NODES.objectNode();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      parser.nextToken();
      object.set(name, node(depth + 1));
    }
    return object;
  }

  private JsonNode array(int depth) throws ImportException {
    ArrayNode array = NODES.arrayNode();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      array.add(node(depth + 1));
    }
    return array;
  }
}
