package dev.takt.watch.jvm;

import dev.takt.runs.NotObservable;
import dev.takt.runs.Side;
import dev.takt.runs.text.EnglishText;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Records I/O events (socket and file reads and writes) as long as their overhead is within a
/// budget.
///
/// Diagnostic commands cannot change the settings of a running recording. But a JVM records every
/// event that any of its recordings enables, and writes it to all of them. So a second recording
/// enables these events, beside the one that is kept, and is stopped when they cost too much.
///
/// A separate thread checks the cost once a second, and stops the recording over its own
/// connection. The methods are for one other thread.
final class DearEvents {

  static final String WHAT = "waits for sockets, and reads and writes of files";

  /// Longer than the timeout of a command, so that a running command has ended by then.
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final Side side;
  private final long pid;
  private final LaidSettings settings;
  private final String name = FlightRecording.newName();
  private final ScheduledExecutorService looks =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("takt-price").factory());

  // State of the scheduled checks.
  private @Nullable CallBudget budget;
  private boolean isRecording;
  private @Nullable String cannotLook;
  private long begin;
  private @Nullable String tooDear;
  private long endedNanos = -1;

  /// @param settings a file of settings that has been written
  DearEvents(Side side, long pid, LaidSettings settings) {
    this.side = side;
    this.pid = pid;
    this.settings = settings;
  }

  /// Starts the recording. The caller must call [#stop] in any case.
  ///
  /// @throws JvmException if the JVM does not start it
  void start(JvmCommands jvm) throws JvmException {
    isRecording = true; // Even after a timeout: the JVM may run the command later.
    settings.start(jvm, name, "maxsize=1m");
    begin = System.nanoTime();
    ProcessEffort first = ProcessEffort.of(pid);
    if (first == null) {
      cannotLook = EnglishText.format("/proc/%d/io cannot be read", pid);
    } else {
      budget = new CallBudget(begin, first);
      var _ = looks.scheduleWithFixedDelay(this::guardedLook, 1, 1, TimeUnit.SECONDS);
    }
  }

  private void guardedLook() {
    try {
      look();
    } catch (RuntimeException | OutOfMemoryError e) {
      cannotLook = "the check failed, which is a bug in Takt: " + e;
      looks.shutdown();
    }
  }

  /// Checks the cost, and stops the recording if it is too high. A JVM that does not answer is not
  /// asked again before the end: it runs the command once it can go on.
  private void look() {
    CallBudget current = budget;
    ProcessEffort stats = ProcessEffort.of(pid);
    if (current == null || stats == null) {
      return;
    }
    long now = System.nanoTime();
    if (current.isExceeded(now, stats)) {
      tooDear = current.why();
      looks.shutdown();
      try (JvmCommands own = JvmCommands.of(pid)) {
        endRecording(own);
        endedNanos = now;
      } catch (JvmException e) {
        // stop() tries again.
      }
    }
  }

  private void endRecording(JvmCommands jvm) throws JvmException {
    String answer = jvm.run("JFR.stop name=" + name);
    if (!answer.contains("Stopped recording")
        && jvm.run("JFR.check").contains("name=" + name + ' ')) {
      throw new JvmException(
          "the JVM did not stop its recording: " + FlightRecording.firstLine(answer));
    }
    isRecording = false;
  }

  /// Stops the recording, if it was not stopped before.
  ///
  /// @param jvm the connection for it, with the timeout that it has left
  /// @throws JvmException if the JVM does not answer, or has ended
  void stop(JvmCommands jvm) throws JvmException {
    looks.shutdown();
    try {
      if (!looks.awaitTermination(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new JvmException("process " + pid + " does not answer");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new JvmException("interrupted while waiting for process " + pid, e);
    }
    if (isRecording) {
      endRecording(jvm);
    }
  }

  /// Which events are missing, or why the cost could not be checked; null if neither. To be called
  /// after [#stop].
  @Nullable NotObservable toTell() {
    if (cannotLook != null) {
      return new NotObservable(
          side,
          "how often it reads and writes",
          cannotLook + "; so its reads and writes were recorded without a limit on the overhead");
    }
    if (tooDear == null) {
      return null;
    }
    String since =
        endedNanos < 0
            ? "possibly from some time on, since the JVM did not answer the command to stop: "
            : EnglishText.format(
                "from %d s on: ", TimeUnit.NANOSECONDS.toSeconds(endedNanos - begin));
    return new NotObservable(side, WHAT, since + tooDear);
  }
}
