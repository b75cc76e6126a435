package dev.takt.watch.jvm;

import dev.takt.runs.NotObservable;
import dev.takt.runs.Side;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Reads and writes in a flight recording, as long as the process can afford that.
///
/// A recording's settings cannot be changed by a JVM's commands. But a JVM records whatever any of
/// its recordings asks for, and all of them have it. So these events are asked for by a recording
/// of their own beside the one that is kept, which is ended when they become too dear.
///
/// A thread of its own looks once a second, with a connection of its own: a JVM that does not
/// answer holds up nobody else. The methods are for one other thread.
final class DearEvents {

  static final String WHAT = "waits for sockets, and reads and writes of files";

  /// Longer than a JVM is waited for, so that what was asked is known to be over.
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final Side side;
  private final long pid;
  private final LaidSettings settings;
  private final String name = FlightRecording.newName();
  private final ScheduledExecutorService looks =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("takt-price").factory());

  // What the looks know, from the first one to the last.
  private @Nullable JvmCommands commands;
  private @Nullable CallBudget budget;
  private boolean isRecording;
  private long begin;
  private @Nullable String leftOut;

  /// @param settings that are laid
  DearEvents(Side side, long pid, LaidSettings settings) {
    this.side = side;
    this.pid = pid;
    this.settings = settings;
  }

  /// Begins to record them.
  ///
  /// @throws JvmException if the JVM does not
  void start() throws JvmException {
    try {
      commands = JvmCommands.of(pid);
      settings.start(commands, name, "");
    } catch (JvmException e) {
      settings.remove();
      letGo();
      throw e;
    }
    isRecording = true;
    begin = System.nanoTime();
    ProcessEffort first = ProcessEffort.of(pid);
    if (first != null) {
      budget = new CallBudget(begin, first);
      var _ = looks.scheduleWithFixedDelay(this::look, 1, 1, TimeUnit.SECONDS);
    }
  }

  /// Looks what they cost, and ends them if that is too much; if the JVM did not answer then, it is
  /// asked again at each look.
  private void look() {
    CallBudget known = budget;
    if (!isRecording || known == null) {
      return;
    }
    long now = System.nanoTime();
    ProcessEffort effort = leftOut == null ? ProcessEffort.of(pid) : null;
    if (effort != null && known.isExceeded(now, effort)) {
      long seconds = TimeUnit.NANOSECONDS.toSeconds(now - begin);
      leftOut = String.format(Locale.ROOT, "from %d s on: %s", seconds, known.why());
    }
    if (leftOut != null) {
      try {
        endRecording();
      } catch (JvmException e) {
        // The next look asks again; the JVM may do later what it did not answer to.
      }
    }
  }

  private void endRecording() throws JvmException {
    if (!isRecording || commands == null) {
      return;
    }
    String answer = commands.run("JFR.stop name=" + name);
    if (!answer.contains("Stopped recording") && !answer.contains("Could not find")) {
      throw new JvmException(
          "the JVM did not end its recording: " + FlightRecording.firstLine(answer));
    }
    isRecording = false;
  }

  /// Ends it, if that was not done before.
  ///
  /// @throws JvmException if the JVM does not answer, or is gone
  void stop() throws JvmException {
    looks.shutdown();
    try {
      if (!looks.awaitTermination(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new JvmException("process " + pid + " does not answer");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new JvmException("interrupted while process " + pid + " was asked", e);
    }
    try {
      endRecording();
    } finally {
      letGo();
    }
  }

  private void letGo() {
    if (commands != null) {
      commands.close();
    }
  }

  /// What was left out, or why that could not be decided; null if there is nothing to tell. After
  /// [#stop].
  @Nullable NotObservable toTell() {
    if (budget == null) {
      return new NotObservable(
          side,
          "how often it reads and writes",
          "/proc/%d/io is not for this user, or not there: to record that may cost more than 1 %%"
              .formatted(pid));
    }
    if (leftOut == null) {
      return null;
    }
    return new NotObservable(
        side,
        WHAT,
        isRecording
            ? leftOut + "; or later, since the JVM did not answer when it was told"
            : leftOut);
  }
}
