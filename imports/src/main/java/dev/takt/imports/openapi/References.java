package dev.takt.imports.openapi;

import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/// Follows `$ref` within a description.
///
/// @param root the description
record References(JsonNode root) {

  private static final int MAX_HOPS = 20;

  /// What a node stands for; an empty object if its reference leads nowhere.
  JsonNode resolve(JsonNode node) {
    JsonNode found = node;
    for (int i = 0; i < MAX_HOPS && found.path("$ref").isString(); i++) {
      String reference = found.path("$ref").asString();
      if (!reference.startsWith("#/")) {
        return JsonNodeFactory.instance.objectNode();
      }
      found = root.at(JsonPointer.compile(decoded(reference.substring(1))));
    }
    return found.isMissingNode() || found.has("$ref")
        ? JsonNodeFactory.instance.objectNode()
        : found;
  }

  private static String decoded(String pointer) {
    return pointer.replace("%7B", "{").replace("%7D", "}").replace("%20", " ");
  }

  /// Whether a node is in another file.
  static boolean isElsewhere(JsonNode node) {
    String reference = node.path("$ref").asString("");
    return !reference.isEmpty() && !reference.startsWith("#/");
  }
}
