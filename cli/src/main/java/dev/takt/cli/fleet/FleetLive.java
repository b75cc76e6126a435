package dev.takt.cli.fleet;

import dev.takt.cli.render.ycsb.YcsbStatus;
import dev.takt.cli.spi.CliContext;
import dev.takt.fleet.coordinator.LiveInterval;
import dev.takt.fleet.coordinator.LiveLatencyLog;
import dev.takt.lab.RunExport;
import dev.takt.load.config.PlanLaunch;
import dev.takt.load.engine.recording.RecordingListener;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.model.RunRecord;
import dev.takt.runs.text.Causes;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What shows the figures of all machines together while they run, besides the console's own lines:
/// the latency log, which the explorer follows, live metrics, and status lines of YCSB.
final class FleetLive implements AutoCloseable {

  private final RunExport export;
  private final @Nullable YcsbStatus status;
  private final Optional<MergedRecording> recording;
  private final CliContext context;
  private final RunDirectory directory;
  private @Nullable LiveLatencyLog log;

  private FleetLive(
      CliContext context,
      RunDirectory directory,
      RunExport export,
      @Nullable YcsbStatus status,
      Optional<MergedRecording> recording) {
    this.context = context;
    this.directory = directory;
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
        context,
        directory,
        export,
        status,
        listener.map(each -> new MergedRecording(launch.plan(), launch.schedule(), each)));
  }

  /// Whether it shows lines instead of those of the console.
  boolean hasStatus() {
    return status != null;
  }

  /// The run begins.
  ///
  /// @throws IOException if it cannot be recorded
  void begin(RunRecord started) throws IOException {
    log = LiveLatencyLog.create(directory, started);
    if (status != null) {
      status.begin();
    }
  }

  /// Passes new intervals on.
  void add(List<LiveInterval> intervals) {
    writeLog(intervals);
    recording.ifPresent(each -> each.add(intervals));
  }

  /// The result does not depend on this log: a failure is reported once.
  private void writeLog(List<LiveInterval> intervals) {
    LiveLatencyLog open = log;
    if (open == null || intervals.isEmpty()) {
      return;
    }
    try {
      open.add(intervals);
    } catch (IOException e) {
      context.message("the live latency log is no longer written: " + Causes.of(e));
      closeLog();
    }
  }

  private void closeLog() {
    LiveLatencyLog open = log;
    log = null;
    if (open == null) {
      return;
    }
    try {
      open.close();
    } catch (IOException _) {
      // Its last lines are missing, which the merged log has.
    }
  }

  /// All intervals have come: shows the last figures.
  void end() {
    closeLog();
    recording.ifPresent(MergedRecording::end);
    export.finish().ifPresent(context::message);
  }

  /// The user wants the run to end. May be called by any thread.
  void stopWaiting() {
    export.stopWaiting();
  }

  @Override
  public void close() {
    closeLog();
    export.close();
  }
}
