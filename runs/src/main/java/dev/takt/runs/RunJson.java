package dev.takt.runs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Reads `run.json`, `stalls.json` and `threads.json`. Unknown keys are passed over, so that a
/// newer Takt may add some without a new format.
final class RunJson {

  private static final JsonMapper MAPPER = new JsonMapper();

  /// What no record of a run is without.
  private static final List<String> RUN_KEYS =
      List.of("state", "plan", "environment", "clockAnchors", "tagGrammar", "phases");

  private static final List<String> STALLS_KEYS =
      List.of("sources", "notObservable", "stalls", "omitted", "contentions", "host");

  private RunJson() {}

  static RunRecord read(Path file) throws IOException {
    return read(file, RunRecord.class, RunRecord.FORMAT_VERSION, RUN_KEYS);
  }

  static Stalls readStalls(Path file) throws IOException {
    return read(file, Stalls.class, Stalls.FORMAT_VERSION, STALLS_KEYS);
  }

  static ThreadTimes readThreadTimes(Path file) throws IOException {
    return read(file, ThreadTimes.class, ThreadTimes.FORMAT_VERSION, List.of("processes"));
  }

  private static <T> T read(Path file, Class<T> type, int newest, List<String> keys)
      throws IOException {
    String text;
    try {
      text = Files.readString(file);
    } catch (IOException e) {
      throw new IOException("cannot read " + file + ": " + Causes.of(e), e);
    }
    try {
      JsonNode tree = MAPPER.readTree(text);
      checkVersion(file, tree.path("formatVersion").asInt(0), newest);
      checkKeys(file, tree, keys);
      return MAPPER.treeToValue(tree, type);
    } catch (JacksonException e) {
      throw new IOException(file + " is damaged" + placeOf(e) + ": " + e.getOriginalMessage(), e);
    }
  }

  /// Here a record of an older format is to be brought up to the current one, a version at a time,
  /// as soon as there is an older format.
  private static void checkVersion(Path file, int version, int newest) throws IOException {
    if (version < 1) {
      throw new IOException(file + " is damaged: it has no formatVersion");
    }
    if (version > newest) {
      throw new IOException(
          file
              + " was written by a newer Takt: its format is "
              + version
              + ", this one reads up to "
              + newest);
    }
  }

  private static void checkKeys(Path file, JsonNode tree, List<String> keys) throws IOException {
    for (String key : keys) {
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
