package dev.takt.report.page;

import dev.takt.report.text.JsonWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A run or a log, as a list shows it.
///
/// @param id hexadecimal digits, unique in a page
/// @param name of its folder or file
/// @param isRun whether it is a run; else a log by itself
/// @param state how it stands with it
/// @param problem what is wrong with it, if it is broken
/// @param beganEpoch when it began, in nanoseconds since 1970-01-01T00:00:00Z
/// @param target what was driven
/// @param rate intended operations per second
/// @param p99 of the headline measure over all operations, in nanoseconds
public record SourceEntry(
    String id,
    String name,
    boolean isRun,
    State state,
    @Nullable String problem,
    @Nullable Long beganEpoch,
    @Nullable String target,
    @Nullable Double rate,
    @Nullable Long p99) {

  /// How it stands with a run or log.
  public enum State {
    /// It has come to its end.
    COMPLETE,
    /// It is still being written.
    RUNNING,
    /// It was killed, it failed, or it cannot be read.
    BROKEN
  }

  /// How a list shows a log by itself.
  ///
  /// @param beganEpoch null if that is not known
  public static SourceEntry ofLog(Path log, State state, @Nullable Long beganEpoch) {
    String name = String.valueOf(log.toAbsolutePath().normalize().getFileName());
    return new SourceEntry(Hashes.id(log), name, false, state, null, beganEpoch, null, null, null);
  }

  /// What a page shows if it is told nothing else: the first that is not broken.
  ///
  /// @return null if there are none
  public static @Nullable SourceEntry first(List<SourceEntry> entries) {
    return entries.stream()
        .filter(each -> each.state != State.BROKEN)
        .findFirst()
        .orElse(entries.isEmpty() ? null : entries.getFirst());
  }

  /// The same while there is more to come, whatever its record says already.
  SourceEntry running() {
    return new SourceEntry(id, name, isRun, State.RUNNING, null, beganEpoch, target, rate, p99);
  }

  void write(JsonWriter json) throws IOException {
    json.open('{');
    json.name("id").string(id);
    json.name("name").string(name);
    json.name("kind").string(isRun ? "run" : "log");
    json.name("state").string(SourceDocument.lowerCase(state));
    if (problem != null) {
      json.name("problem").string(problem);
    }
    if (beganEpoch != null) {
      json.name("began").number(SourceDocument.millis(beganEpoch));
    }
    if (target != null) {
      json.name("target").string(target);
    }
    if (rate != null) {
      json.name("rate").number(Double.toString(rate));
    }
    if (p99 != null) {
      json.name("p99").number(p99);
    }
    json.close('}');
  }
}
