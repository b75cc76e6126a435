package dev.takt.watch.jvm;

import dev.takt.runs.NotObservable;
import dev.takt.runs.Side;
import dev.takt.watch.jfr.JfrSettings;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reads and writes of sockets in a flight recording, as long as the process can afford that.
///
/// A recording's settings cannot be changed from outside. But a JVM records whatever any of its
/// recordings asks for, and all of them have it. So these events are asked for by a recording of
/// their own beside the one that is kept, which is ended when they become too dear.
///
/// For one thread at a time.
final class DearEvents {

  private final Side side;
  private final long pid;
  private final FlightRecording recording;
  private final JfrSettings settings;
  private @Nullable CallBudget budget;
  private boolean isRecording;
  private long begin;
  private @Nullable String leftOut;

  DearEvents(
      Side side, long pid, JvmCommands commands, SharedFiles files, Map<String, String> settings) {
    this.side = side;
    this.pid = pid;
    this.settings = JfrSettings.only(settings);
    recording = FlightRecording.beside(commands, files, side.lowerCase() + "-sockets");
  }

  /// Lays what the JVM is to know, before the place is handed over to it.
  ///
  /// @throws JvmException if that cannot be written
  void lay() throws JvmException {
    recording.lay(settings);
  }

  /// Takes away what was laid, where it is not started.
  void remove() {
    recording.removeSettings();
  }

  /// Begins to record them.
  ///
  /// @throws JvmException if the JVM does not
  void start() throws JvmException {
    begin = System.nanoTime();
    recording.start();
    isRecording = true;
    ProcessEffort first = ProcessEffort.of(pid);
    budget = first == null ? null : new CallBudget(begin, first);
  }

  /// Looks what they cost; about once a second. What cannot be looked at is taken to be little.
  void look() {
    ProcessEffort effort = isRecording && budget != null ? ProcessEffort.of(pid) : null;
    if (effort != null && budget != null && budget.isExceeded(System.nanoTime(), effort)) {
      try {
        stop();
        leftOut =
            String.format(Locale.ROOT, "from %.0f s on: ", (System.nanoTime() - begin) / 1e9)
                + budget.why();
      } catch (JvmException e) {
        // It does not answer now; the next look tries again.
      }
    }
  }

  /// Ends it, if that was not done before.
  ///
  /// @throws JvmException if the JVM does not answer, or is gone
  void stop() throws JvmException {
    if (isRecording) {
      recording.stop();
      isRecording = false;
    }
  }

  /// What was left out, and why; null if nothing was.
  @Nullable NotObservable leftOut() {
    return leftOut == null ? null : new NotObservable(side, "waits for sockets", leftOut);
  }
}
