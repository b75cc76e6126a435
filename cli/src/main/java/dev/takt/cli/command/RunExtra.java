package dev.takt.cli.command;

import dev.takt.lab.RunResult;
import dev.takt.lab.RunSession;
import dev.takt.lab.RunVerdict;
import dev.takt.load.config.Plan;
import dev.takt.load.engine.recording.RecordingListener;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// What a command adds to a run that it makes with [RunCommand].
public interface RunExtra {

  /// Adds nothing.
  RunExtra NONE = new RunExtra() {};

  /// Opens what the run needs, before it begins.
  ///
  /// @param session of the run, which has not begun
  /// @return receives what is recorded; null for nothing
  /// @throws IOException if a file cannot be written; the message is for the user
  default @Nullable RecordingListener open(Plan plan, RunSession session) throws IOException {
    return null;
  }

  /// Whether Takt shows its own progress and result.
  default boolean showsResult() {
    return true;
  }

  /// Prints what comes after the result, or instead of it.
  ///
  /// @param verdict of Takt
  /// @return the verdict that decides the exit code
  default RunVerdict ended(RunResult result, RunVerdict verdict) {
    return verdict;
  }
}
