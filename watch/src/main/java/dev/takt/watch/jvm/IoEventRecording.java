package dev.takt.watch.jvm;

import dev.takt.runs.model.NotObservable;
import dev.takt.runs.model.Side;
import dev.takt.runs.text.EnglishText;
import dev.takt.watch.jvm.attach.JvmCommands;
import dev.takt.watch.jvm.attach.JvmException;
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
final class IoEventRecording {

  static final String DESCRIPTION = "waits for sockets, and reads and writes of files";

  /// Longer than the timeout of a command, so that a running command has ended by then.
  private static final Duration STOP_TIMEOUT = Duration.ofSeconds(20);

  private final Side side;
  private final long pid;
  private final JfcFile settings;
  private final String name = FlightRecording.newName();
  private final ScheduledExecutorService scheduler =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("takt-price").factory());

  // State of the scheduled checks.
  private @Nullable SyscallOverheadBudget budget;
  private boolean isRecording;
  private @Nullable String checkFailure;
  private long startNanoTime;
  private @Nullable String overBudgetReason;
  private long stoppedNanoTime = -1;

  /// @param settings a file of settings that has been written
  IoEventRecording(Side side, long pid, JfcFile settings) {
    this.side = side;
    this.pid = pid;
    this.settings = settings;
  }

  /// Starts the recording. The caller must call [#stop] in any case.
  ///
  /// @throws JvmException if the JVM does not start it
  void start(JvmCommands jvm) throws JvmException {
    isRecording = true; // Even after a timeout: the JVM may run the command later.
    settings.startRecording(jvm, name, "maxsize=1m");
    startNanoTime = System.nanoTime();
    ProcessIoStats first = ProcessIoStats.of(pid);
    if (first == null) {
      checkFailure = EnglishText.format("/proc/%d/io cannot be read", pid);
    } else {
      budget = new SyscallOverheadBudget(startNanoTime, first);
      var _ = scheduler.scheduleWithFixedDelay(this::checkBudgetSafely, 1, 1, TimeUnit.SECONDS);
    }
  }

  private void checkBudgetSafely() {
    try {
      checkBudget();
    } catch (RuntimeException | OutOfMemoryError e) {
      checkFailure = "the check failed, which is a bug in Takt: " + e;
      scheduler.shutdown();
    }
  }

  /// Checks the cost, and stops the recording if it is too high. A JVM that does not answer is not
  /// asked again before the end: it runs the command once it can go on.
  private void checkBudget() {
    SyscallOverheadBudget current = budget;
    ProcessIoStats stats = ProcessIoStats.of(pid);
    if (current == null || stats == null) {
      return;
    }
    long now = System.nanoTime();
    if (current.isExceeded(now, stats)) {
      overBudgetReason = current.reason();
      scheduler.shutdown();
      try (JvmCommands own = JvmCommands.of(pid)) {
        stopRecording(own);
        stoppedNanoTime = now;
      } catch (JvmException e) {
        // stop() tries again.
      }
    }
  }

  private void stopRecording(JvmCommands jvm) throws JvmException {
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
    scheduler.shutdown();
    try {
      if (!scheduler.awaitTermination(STOP_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new JvmException("process " + pid + " does not answer");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new JvmException("interrupted while waiting for process " + pid, e);
    }
    if (isRecording) {
      stopRecording(jvm);
    }
  }

  /// Which events are missing, or why the cost could not be checked; null if neither. To be called
  /// after [#stop].
  @Nullable NotObservable notObservable() {
    if (checkFailure != null) {
      return new NotObservable(
          side,
          "how often it reads and writes",
          checkFailure + "; so its reads and writes were recorded without a limit on the overhead");
    }
    if (overBudgetReason == null) {
      return null;
    }
    String since =
        stoppedNanoTime < 0
            ? "possibly from some time on, since the JVM did not answer the command to stop: "
            : EnglishText.format(
                "from %d s on: ", TimeUnit.NANOSECONDS.toSeconds(stoppedNanoTime - startNanoTime));
    return new NotObservable(side, DESCRIPTION, since + overBudgetReason);
  }
}
