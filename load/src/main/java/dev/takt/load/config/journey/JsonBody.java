package dev.takt.load.config.journey;

import dev.takt.load.config.source.Node;
import dev.takt.load.config.source.Problems;
import dev.takt.load.text.Texts;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.DecimalNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The body of a step in JSON that a plan has as YAML. Placeholders stay in its texts, where values
/// are escaped when a request is made.
public record JsonBody(Problems problems) {

  /// The key of a step.
  public static final String JSON = "json";

  private static final JsonMapper MAPPER = new JsonMapper();
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final Pattern NUMBER =
      Pattern.compile("-?(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?");

  /// The text of a value. What YAML writes without quotes and is a number or a boolean of JSON, is
  /// one; nothing is `null`.
  ///
  /// @param key of the value in the plan
  public String text(String key, Node node) {
    return MAPPER.writeValueAsString(json(key, node));
  }

  private JsonNode json(String key, Node node) {
    return switch (node) {
      case Node.Mapping mapping -> {
        ObjectNode object = NODES.objectNode();
        for (Node.Entry each : mapping.byKey(problems, key).values()) {
          object.set(each.key(), json(key + "." + each.key(), each.value()));
        }
        yield object;
      }
      case Node.Sequence list -> {
        ArrayNode array = NODES.arrayNode();
        for (int i = 0; i < list.items().size(); i++) {
          array.add(json(key + "[" + i + "]", list.items().get(i)));
        }
        yield array;
      }
      case Node.Scalar scalar -> json(key, scalar);
    };
  }

  private JsonNode json(String key, Node.Scalar scalar) {
    String text = scalar.text();
    if (text == null) {
      return NODES.nullNode();
    }
    String lower = text.toLowerCase(Locale.ROOT);
    if (scalar.isLiteral() && NUMBER.matcher(text).matches()) {
      return number(key, scalar, text);
    } else if (scalar.isLiteral() && (lower.equals("true") || lower.equals("false"))) {
      return NODES.booleanNode(lower.equals("true"));
    }
    return NODES.stringNode(text);
  }

  private JsonNode number(String key, Node.Scalar scalar, String text) {
    try {
      return DecimalNode.valueOf(new BigDecimal(text));
    } catch (NumberFormatException _) {
      problems.add(
          scalar.at(),
          key,
          "expected a number with a smaller exponent, or a text in quotes, found "
              + Texts.quoted(text));
      return NODES.nullNode();
    }
  }
}
