package dev.takt.runs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Reads `run.json`. Unknown keys are passed over, so that a newer Takt may add some without a new
/// format.
final class RunJson {

  private static final JsonMapper MAPPER = new JsonMapper();

  /// What no record is without.
  private static final List<String> KEYS =
      List.of("state", "plan", "environment", "clockAnchors", "tagGrammar", "phases");

  private RunJson() {}

  static RunRecord read(Path file) throws IOException {
    String text;
    try {
      text = Files.readString(file);
    } catch (IOException e) {
      throw new IOException("cannot read " + file + ": " + Causes.of(e), e);
    }
    try {
      JsonNode tree = MAPPER.readTree(text);
      checkVersion(file, tree.path("formatVersion").asInt(0));
      checkKeys(file, tree);
      return MAPPER.treeToValue(tree, RunRecord.class);
    } catch (JacksonException e) {
      throw new IOException(file + " is damaged" + placeOf(e) + ": " + e.getOriginalMessage(), e);
    }
  }

  /// Here a record of an older format is to be brought up to the current one, a version at a time,
  /// as soon as there is an older format.
  private static void checkVersion(Path file, int version) throws IOException {
    if (version < 1) {
      throw new IOException(file + " is damaged: it has no formatVersion");
    }
    if (version > RunRecord.FORMAT_VERSION) {
      throw new IOException(
          file
              + " was written by a newer Takt: its format is "
              + version
              + ", this one reads up to "
              + RunRecord.FORMAT_VERSION);
    }
  }

  private static void checkKeys(Path file, JsonNode tree) throws IOException {
    for (String key : KEYS) {
      if (!tree.hasNonNull(key)) {
        throw new IOException(file + " is damaged: it has no " + key);
      }
    }
  }

  private static String placeOf(JacksonException e) {
    var location = e.getLocation();
    return location == null || location.getLineNr() < 1
        ? ""
        : " in line " + location.getLineNr() + ", column " + location.getColumnNr();
  }
}
