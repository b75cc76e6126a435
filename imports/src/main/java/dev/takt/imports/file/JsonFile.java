package dev.takt.imports.file;

import dev.takt.imports.plan.ImportException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Reads JSON as a tree, of limited depth.
public final class JsonFile {

  private static final JsonMapper MAPPER = new JsonMapper();

  private JsonFile() {}

  private static String reason(JacksonException e) {
    return e.getOriginalMessage().lines().findFirst().orElse("").replaceFirst(" \\(start.*", "");
  }

  /// The whole file.
  ///
  /// @param expected the kind of file, for messages: `a collection of Postman`
  public static JsonNode read(ForeignFile file, String expected) throws ImportException {
    String text = file.text();
    try {
      return MAPPER.readTree(text);
    } catch (JacksonException e) {
      if (!text.stripLeading().startsWith("{")) {
        throw file.isNot(expected);
      }
      int line = e.getLocation() == null ? 0 : e.getLocation().getLineNr();
      throw file.problem("line " + line, "not JSON: " + reason(e));
    }
  }
}
