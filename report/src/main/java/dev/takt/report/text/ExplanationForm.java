package dev.takt.report.text;

import dev.takt.explain.blame.Cause;
import dev.takt.runs.Stall;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// Writes the members of an explanation that depend on the enclosing JSON document.
public interface ExplanationForm {

  /// Writes a cause as members of the open object.
  void cause(JsonWriter json, Cause cause) throws IOException;

  /// Writes a time as a member.
  ///
  /// @param nanoTime on the run's clock
  void moment(JsonWriter json, String name, long nanoTime) throws IOException;

  /// Writes the stall that caused most of a part, as members.
  ///
  /// @param stall null if there is none
  void stall(JsonWriter json, @Nullable Stall stall) throws IOException;

  /// Writes additional members at the end of the document.
  void more(JsonWriter json) throws IOException;

  /// Times in nanoseconds since the first operation was due.
  ///
  /// @param origin when that was, on the run's clock
  record FromFirst(long origin) implements ExplanationForm {

    @Override
    public void cause(JsonWriter json, Cause cause) throws IOException {
      ExplanationJson.identity(json, cause);
    }

    @Override
    public void moment(JsonWriter json, String name, long nanoTime) throws IOException {
      json.name(name).number(nanoTime - origin);
    }

    @Override
    public void stall(JsonWriter json, @Nullable Stall stall) throws IOException {
      if (stall != null) {
        moment(json, "stallBegin", stall.beginNanoTime());
        moment(json, "stallEnd", stall.endNanoTime());
        json.name("stallError").number(stall.errorNanos());
      }
    }

    @Override
    public void more(JsonWriter json) {
      // This document has no additional members.
    }
  }
}
