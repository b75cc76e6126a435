package dev.takt.imports.file;

import dev.takt.imports.plan.ImportException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Reads JSON as a tree, of limited depth.
public final class JsonFile {

  private static final JsonMapper MAPPER = new JsonMapper();
  private static final int MAX_DEPTH = StreamReadConstraints.DEFAULT_MAX_DEPTH;

  private JsonFile() {}

  /// The whole file.
  ///
  /// @param expected the kind of file, for messages: `a collection of Postman`
  public static JsonNode read(ForeignFile file, String expected) throws ImportException {
    String text = file.text();
    try (JsonParser parser = MAPPER.createParser(text)) {
      try {
        return MAPPER.readValue(parser, JsonNode.class);
      } catch (JacksonException e) {
        if (!text.stripLeading().startsWith("{")) {
          throw file.isNot(expected);
        }
        throw file.problem("line " + line(parser, e), reason(parser, e));
      }
    }
  }

  /// The line at which reading failed.
  public static int line(JsonParser parser, JacksonException e) {
    TokenStreamLocation location = e.getLocation();
    return location == null || location.getLineNr() < 1
        ? parser.currentLocation().getLineNr()
        : location.getLineNr();
  }

  /// Why reading failed.
  public static String reason(JsonParser parser, JacksonException e) {
    if (e instanceof StreamConstraintsException) {
      return parser.streamReadContext().getNestingDepth() >= MAX_DEPTH
          ? "nested deeper than " + MAX_DEPTH + " levels"
          : "a number or a name that is too long";
    }
    return "not JSON: "
        + e.getOriginalMessage().lines().findFirst().orElse("").replaceFirst(" \\(start.*", "");
  }
}
