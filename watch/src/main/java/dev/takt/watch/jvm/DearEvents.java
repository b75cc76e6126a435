package dev.takt.watch.jvm;

import dev.takt.runs.NotObservable;
import dev.takt.runs.Side;
import dev.takt.runs.text.EnglishText;
import java.time.Duration;
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
/// A thread of its own looks once a second, and ends it over a connection of its own. The methods
/// are for one other thread.
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
  private @Nullable CallBudget budget;
  private boolean isRecording;
  private @Nullable String cannotLook;
  private long begin;
  private @Nullable String tooDear;
  private long endedNanos = -1;

  /// @param settings that are laid
  DearEvents(Side side, long pid, LaidSettings settings) {
    this.side = side;
    this.pid = pid;
    this.settings = settings;
  }

  /// Begins to record them. Whatever comes of it, [#stop] is to be called.
  ///
  /// @throws JvmException if the JVM does not
  void start(JvmCommands jvm) throws JvmException {
    isRecording = true; // Perhaps: one that answers too late does it all the same.
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
      cannotLook = "looking at that failed, which is a fault of Takt: " + e;
      looks.shutdown();
    }
  }

  /// Looks what they cost, and ends them if that is too much. A JVM that does not answer then is
  /// not asked again before the end: it does what it was told when it goes on.
  private void look() {
    CallBudget known = budget;
    ProcessEffort effort = ProcessEffort.of(pid);
    if (known == null || effort == null) {
      return;
    }
    long now = System.nanoTime();
    if (known.isExceeded(now, effort)) {
      tooDear = known.why();
      looks.shutdown();
      try (JvmCommands own = JvmCommands.of(pid)) {
        endRecording(own);
        endedNanos = now;
      } catch (JvmException e) {
        // That is told in the end, as it is then.
      }
    }
  }

  private void endRecording(JvmCommands jvm) throws JvmException {
    String answer = jvm.run("JFR.stop name=" + name);
    if (!answer.contains("Stopped recording")
        && jvm.run("JFR.check").contains("name=" + name + ' ')) {
      throw new JvmException(
          "the JVM did not end its recording: " + FlightRecording.firstLine(answer));
    }
    isRecording = false;
  }

  /// Ends it, if that was not done before.
  ///
  /// @param jvm is asked, with the patience that is left for it
  /// @throws JvmException if the JVM does not answer, or is gone
  void stop(JvmCommands jvm) throws JvmException {
    looks.shutdown();
    try {
      if (!looks.awaitTermination(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new JvmException("process " + pid + " does not answer");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new JvmException("interrupted while process " + pid + " was asked", e);
    }
    if (isRecording) {
      endRecording(jvm);
    }
  }

  /// What was left out, or why that could not be decided; null if there is nothing to tell. After
  /// [#stop].
  @Nullable NotObservable toTell() {
    if (cannotLook != null) {
      return new NotObservable(
          side,
          "how often it reads and writes",
          cannotLook + "; so what is too short to be recorded was paid for at any price");
    }
    if (tooDear == null) {
      return null;
    }
    String since =
        endedNanos < 0
            ? "perhaps from some moment on, since the JVM did not answer when it was told so: "
            : EnglishText.format(
                "from %d s on: ", TimeUnit.NANOSECONDS.toSeconds(endedNanos - begin));
    return new NotObservable(side, WHAT, since + tooDear);
  }
}
