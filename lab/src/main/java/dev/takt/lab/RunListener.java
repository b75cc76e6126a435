package dev.takt.lab;

import dev.takt.load.driver.DriverException;
import dev.takt.load.engine.recording.Progress;
import dev.takt.load.engine.recording.RecordingListener;
import dev.takt.load.share.StartTime;
import org.jspecify.annotations.Nullable;

/// Receives the events of a run. Every method does nothing by default.
///
/// Methods are called by the thread that runs the session, except [#progressed], which the thread
/// that writes the log calls, and [#warning], which any thread may call. None may block but
/// [#awaitStart].
public interface RunListener {

  /// Ignores all events.
  RunListener NONE = new RunListener() {};

  /// A step of the run, as one line of text: the target is started, the driver is open.
  default void info(String message) {}

  /// A problem that does not end the run, or something that users must see, as one line of text.
  default void warning(String message) {}

  /// The run is ready, and waits for the time of its start. This method may block.
  ///
  /// @throws DriverException if no time comes
  default StartTime awaitStart() throws DriverException, InterruptedException {
    throw new DriverException("the start is to come on standard input, which is not read here");
  }

  /// The load is about to start.
  default void loadStarting() {}

  /// Progress of the load, once per interval of the log.
  default void progressed(Progress progress) {}

  /// The load has ended, in whatever way. Called once for each [#loadStarting].
  default void loadEnded() {}

  /// Receives everything that is recorded while the load goes on; null for nothing.
  default @Nullable RecordingListener recordingListener() {
    return null;
  }
}
