package dev.takt.report.text;

import dev.takt.explain.attribution.classify.Cause;
import dev.takt.explain.collections.CollectionReport;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.Stalls;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// Writes the members of an explanation that depend on the enclosing JSON document.
public interface ExplanationFormat {

  /// Writes a cause as members of the open object.
  void writeCause(JsonWriter json, Cause cause) throws IOException;

  /// Writes a time as a member.
  ///
  /// @param nanoTime on the run's clock
  void writeTime(JsonWriter json, String name, long nanoTime) throws IOException;

  /// Writes the stall that caused most of a part, as members.
  ///
  /// @param stall null if there is none
  void writeStall(JsonWriter json, @Nullable Stall stall) throws IOException;

  /// Writes additional members at the end of the document.
  void writeAdditionalMembers(JsonWriter json) throws IOException;

  /// Times in nanoseconds since the first operation was due.
  ///
  /// @param origin when that was, on the run's clock
  /// @param stalls what the observers saw in the measured part; null without observers
  record RelativeTimes(long origin, @Nullable Stalls stalls) implements ExplanationFormat {

    @Override
    public void writeCause(JsonWriter json, Cause cause) throws IOException {
      ExplanationJson.writeCause(json, cause);
    }

    @Override
    public void writeTime(JsonWriter json, String name, long nanoTime) throws IOException {
      json.name(name).number(nanoTime - origin);
    }

    @Override
    public void writeStall(JsonWriter json, @Nullable Stall stall) throws IOException {
      if (stall != null) {
        writeTime(json, "stallBegin", stall.beginNanoTime());
        writeTime(json, "stallEnd", stall.endNanoTime());
        json.name("stallError").number(stall.errorNanos());
      }
    }

    @Override
    public void writeAdditionalMembers(JsonWriter json) throws IOException {
      if (stalls != null) {
        CollectionsJson.write(CollectionReport.of(stalls), json);
      }
    }
  }
}
