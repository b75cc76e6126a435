package dev.takt.load.config.journey;

import dev.takt.load.config.source.Node;
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
public final class JsonBody {

  /// The key of a step.
  public static final String JSON = "json";

  private static final JsonMapper MAPPER = new JsonMapper();
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final Pattern NUMBER =
      Pattern.compile("-?(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?");

  private JsonBody() {}

  /// The text of a value. What YAML writes without quotes and is a number or a boolean of JSON, is
  /// one; nothing is `null`.
  public static String text(Node node) {
    return MAPPER.writeValueAsString(json(node));
  }

  private static JsonNode json(Node node) {
    return switch (node) {
      case Node.Mapping mapping -> {
        ObjectNode object = NODES.objectNode();
        mapping.entries().forEach(each -> object.set(each.key(), json(each.value())));
        yield object;
      }
      case Node.Sequence list -> {
        ArrayNode array = NODES.arrayNode();
        list.items().forEach(each -> array.add(json(each)));
        yield array;
      }
      case Node.Scalar scalar -> json(scalar);
    };
  }

  private static JsonNode json(Node.Scalar scalar) {
    String text = scalar.text();
    if (text == null) {
      return NODES.nullNode();
    }
    String lower = text.toLowerCase(Locale.ROOT);
    if (scalar.isLiteral() && NUMBER.matcher(text).matches()) {
      return DecimalNode.valueOf(new BigDecimal(text));
    } else if (scalar.isLiteral() && (lower.equals("true") || lower.equals("false"))) {
      return NODES.booleanNode(lower.equals("true"));
    }
    return NODES.stringNode(text);
  }
}
