package dev.takt.lab;

import dev.takt.load.config.Plan;
import dev.takt.load.engine.recording.RecordingListener;
import dev.takt.metrics.LiveExport;
import dev.takt.metrics.RunFacts;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.model.Environment;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The live metrics of a run, if its plan exports them.
public final class RunExport implements AutoCloseable {

  private final @Nullable LiveExport export;

  private RunExport(@Nullable LiveExport export) {
    this.export = export;
  }

  /// Starts listening and pushing, as the plan says.
  ///
  /// @param say receives the address to scrape: with port 0 the user cannot know it otherwise
  /// @param warn receives problems that occur during the run
  /// @throws IOException with a message for people, if the address cannot be listened on
  public static RunExport open(
      Plan plan, RunDirectory directory, Consumer<String> say, Consumer<String> warn)
      throws IOException {
    if (!plan.exporting().isOn()) {
      return new RunExport(null);
    }
    Environment.Takt takt = Environment.capture().takt();
    RunFacts facts =
        new RunFacts(
            String.valueOf(directory.path().getFileName()),
            plan.displayTarget(),
            plan.load().mode().lowerCase(),
            plan.load().mode().hasSchedule(),
            plan.operationNames(),
            takt.version(),
            takt.revision());
    return new RunExport(LiveExport.open(plan.exporting(), facts, say, warn));
  }

  /// Receives what the run records; empty if nothing is exported.
  public Optional<RecordingListener> recordingListener() {
    return export == null ? Optional.empty() : Optional.ofNullable(export.recordingListener());
  }

  /// Exports the last figures. A failure does not make the run worse.
  ///
  /// @return a message about failed pushes; empty if there were none
  public Optional<String> finish() {
    try {
      return export == null ? Optional.empty() : export.finish();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  /// Stops waiting for the last scrape: the user wants the run to end. Thread-safe.
  public void stopWaiting() {
    if (export != null) {
      export.stopWaiting();
    }
  }

  @Override
  public void close() {
    if (export != null) {
      export.close();
    }
  }
}
