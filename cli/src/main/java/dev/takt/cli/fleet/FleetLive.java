package dev.takt.cli.fleet;

import dev.takt.cli.render.ycsb.YcsbStatus;
import dev.takt.cli.spi.CliContext;
import dev.takt.fleet.coordinator.LiveInterval;
import dev.takt.lab.RunExport;
import dev.takt.load.config.PlanLaunch;
import dev.takt.load.engine.recording.RecordingListener;
import dev.takt.runs.RunDirectory;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What shows the figures of all machines together while they run, besides the console's own lines:
/// live metrics, and status lines of YCSB.
final class FleetLive implements AutoCloseable {

  private final RunExport export;
  private final @Nullable YcsbStatus status;
  private final Optional<MergedRecording> recording;

  private FleetLive(
      RunExport export, @Nullable YcsbStatus status, Optional<MergedRecording> recording) {
    this.export = export;
    this.status = status;
    this.recording = recording;
  }

  /// Opens what the plan asks for.
  ///
  /// @param status null for no status lines
  /// @throws IOException with a message for people, if an address cannot be listened on
  static FleetLive open(
      CliContext context, PlanLaunch launch, RunDirectory directory, @Nullable YcsbStatus status)
      throws IOException {
    RunExport export = RunExport.open(launch.plan(), directory, context::message, context::message);
    Optional<RecordingListener> listener =
        Stream.concat(export.recordingListener().stream(), Stream.ofNullable(status))
            .reduce(RecordingListener::andThen);
    return new FleetLive(
        export,
        status,
        listener.map(each -> new MergedRecording(launch.plan(), launch.schedule(), each)));
  }

  /// Whether it shows lines instead of those of the console.
  boolean hasStatus() {
    return status != null;
  }

  /// The run begins.
  void begin() {
    if (status != null) {
      status.begin();
    }
  }

  /// Passes new intervals on.
  void add(List<LiveInterval> intervals) {
    recording.ifPresent(each -> each.add(intervals));
  }

  /// All intervals have come: shows the last figures.
  void end(CliContext context) {
    recording.ifPresent(MergedRecording::end);
    export.finish().ifPresent(context::message);
  }

  /// The user wants the run to end. May be called by any thread.
  void stopWaiting() {
    export.stopWaiting();
  }

  @Override
  public void close() {
    export.close();
  }
}
