package dev.takt.runs.json;

import dev.takt.runs.json.JsonRecords.MisfitException;
import dev.takt.runs.model.Baseline;
import dev.takt.runs.model.RunRecord;
import dev.takt.runs.model.Stalls;
import dev.takt.runs.model.ThreadTimes;
import dev.takt.runs.text.Causes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/// Reads `run.json`, `stalls.json`, `threads.json` and baseline files. Unknown keys are ignored, so
/// that a newer Takt may add some without a new format version.
public final class RunJson {

  private static final String SUMMARY = "summary.schema.json";

  /// A nested class per file, so that reading one kind of file does not parse the other schemas.
  private static final class OfRuns {
    static final SchemaCheck CHECK =
        new SchemaCheck(Schemas.run(), Map.of(SUMMARY, Schemas.summary()));
  }

  private static final class OfStalls {
    static final SchemaCheck CHECK = new SchemaCheck(Schemas.stalls(), Map.of());
  }

  private static final class OfThreads {
    static final SchemaCheck CHECK = new SchemaCheck(Schemas.threads(), Map.of());
  }

  private static final class OfBaselines {
    static final SchemaCheck CHECK = new SchemaCheck(Schemas.baseline(), Map.of());
  }

  private RunJson() {}

  public static RunRecord read(Path file) throws IOException {
    return read(file, RunRecord.class, RunRecord.FORMAT_VERSION, OfRuns.CHECK);
  }

  public static Stalls readStalls(Path file) throws IOException {
    return read(file, Stalls.class, Stalls.FORMAT_VERSION, OfStalls.CHECK);
  }

  public static ThreadTimes readThreadTimes(Path file) throws IOException {
    return read(file, ThreadTimes.class, ThreadTimes.FORMAT_VERSION, OfThreads.CHECK);
  }

  public static Baseline readBaseline(Path file) throws IOException {
    return read(file, Baseline.class, Baseline.FORMAT_VERSION, OfBaselines.CHECK);
  }

  private static <T extends Record> T read(Path file, Class<T> type, int newest, SchemaCheck check)
      throws IOException {
    String text;
    try {
      text = Files.readString(file);
    } catch (IOException e) {
      throw new IOException("cannot read " + file + ": " + Causes.of(e), e);
    }
    try {
      Map<?, ?> tree = JsonTree.of(text) instanceof Map<?, ?> map ? map : Map.of();
      checkVersion(file, tree.get("formatVersion"), newest);
      String problem = check.problem(tree);
      if (problem != null) {
        throw new IOException(file + " is damaged: " + problem);
      }
      return JsonRecords.make(type, tree);
    } catch (MisfitException e) {
      throw new IOException(file + " is damaged: " + e.getMessage(), e);
    } catch (JacksonException e) {
      throw new IOException(file + " is damaged" + placeOf(e) + ": " + e.getOriginalMessage(), e);
    }
  }

  /// Checks the version. Once there is an older format, this is the place to convert its records to
  /// the current one, one version at a time.
  private static void checkVersion(Path file, @Nullable Object version, int newest)
      throws IOException {
    if (!(version instanceof Integer number) || number < 1) {
      throw new IOException(file + " is damaged: it has no formatVersion");
    }
    if (number > newest) {
      throw new IOException(
          file
              + " was written by a newer Takt: its format is "
              + version
              + ", this one reads up to "
              + newest);
    }
  }

  private static String placeOf(JacksonException e) {
    var location = e.getLocation();
    return location == null || location.getLineNr() < 1
        ? ""
        : " in line " + location.getLineNr() + ", column " + location.getColumnNr();
  }
}
