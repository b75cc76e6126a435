package dev.takt.report.text;

import dev.takt.explain.blame.Cause;
import dev.takt.runs.Stall;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// What differs between the documents that an explanation stands in.
public interface ExplanationForm {

  /// Writes which cause it is, as members of an object that is open.
  void cause(JsonWriter json, Cause cause) throws IOException;

  /// Writes a moment as a member.
  ///
  /// @param nanoTime on the run's clock
  void moment(JsonWriter json, String name, long nanoTime) throws IOException;

  /// Writes which stall did most of a part, as members.
  ///
  /// @param stall null if there is none
  void stall(JsonWriter json, @Nullable Stall stall) throws IOException;

  /// Writes what else the document has, as members at its end.
  void more(JsonWriter json) throws IOException;

  /// Moments in nanoseconds since the first operation was due.
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
      // Nothing is known beside it.
    }
  }
}
