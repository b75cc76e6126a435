package dev.takt.cli;

import dev.takt.load.driver.Driver;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.WireDriver;
import dev.takt.load.plan.Watching;
import dev.takt.process.Command;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.RunRecord;
import dev.takt.runs.Stalls;
import dev.takt.runs.text.EnglishText;
import dev.takt.watch.Observers;
import dev.takt.watch.Subject;
import dev.takt.watch.Watch;
import dev.takt.watch.jvm.JvmException;
import dev.takt.watch.jvm.SpawnedJvm;
import dev.takt.watch.observer.WatchLevel;
import dev.takt.watch.port.Listeners;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// What stands beside a run: the target that is started for it, and the observers.
final class RunWatch implements AutoCloseable {

  /// What a target that was started wrote.
  static final String OUTPUT = "target.out";

  private static final Duration START_PATIENCE = Duration.ofSeconds(60);
  private static final Duration JVM_PATIENCE = Duration.ofSeconds(20);
  private static final Duration CONNECT_TIMEOUT = Duration.ofMillis(500);
  private static final long RETRY_MILLIS = 50;

  private final Watching watching;
  private final RunDirectory directory;
  private final Consumer<String> say;
  private final @Nullable SpawnedJvm spawned;
  private @Nullable Watch watch;

  private RunWatch(
      Watching watching,
      RunDirectory directory,
      Consumer<String> say,
      @Nullable SpawnedJvm spawned) {
    this.watching = watching;
    this.directory = directory;
    this.say = say;
    this.spawned = spawned;
  }

  /// Starts the target, if it is to be started.
  ///
  /// @throws DriverException if it cannot be
  static RunWatch prepare(Watching watching, RunDirectory directory, Consumer<String> say)
      throws DriverException {
    String command = watching.spawn();
    if (command == null) {
      return new RunWatch(watching, directory, say, null);
    }
    say.accept("starting " + command);
    List<String> words = List.of("sh", "-c", "exec " + command);
    try {
      SpawnedJvm spawned = SpawnedJvm.start(words, directory.resolve(OUTPUT));
      return new RunWatch(watching, directory, say, spawned);
    } catch (JvmException e) {
      throw new DriverException(String.valueOf(e.getMessage()), e);
    }
  }

  /// How a driver is opened.
  interface Opening {
    Driver open() throws DriverException;
  }

  /// Opens the driver; of a target that was just started, as soon as that answers.
  Driver open(Opening opening) throws DriverException, InterruptedException {
    return spawned == null ? opening.open() : checkedStart(openStarted(opening), spawned);
  }

  private Driver openStarted(Opening opening) throws DriverException, InterruptedException {
    long deadline = System.nanoTime() + START_PATIENCE.toNanos();
    while (true) {
      try {
        Driver driver = opening.open();
        if (answers(driver)) {
          return driver;
        }
        driver.close();
        checkPatience(deadline, "");
      } catch (DriverException e) {
        checkPatience(deadline, ": " + e.getMessage());
      }
      Thread.sleep(RETRY_MILLIS);
    }
  }

  /// The address may belong to another process, while the command fails.
  private Driver checkedStart(Driver driver, SpawnedJvm target)
      throws DriverException, InterruptedException {
    Thread.sleep(RETRY_MILLIS);
    if (target.hasFailed()) {
      driver.close();
      throw ended("; another process answers at its address");
    }
    return driver;
  }

  private DriverException ended(String consequence) {
    return new DriverException(
        "the command that was started as the target has ended"
            + startProblem(watching.spawn())
            + consequence
            + "; what it wrote is in "
            + directory.resolve(OUTPUT));
  }

  private void checkPatience(long deadline, String reason) throws DriverException {
    if (spawned != null && !spawned.isRunning()) {
      throw ended("");
    }
    if (System.nanoTime() - deadline > 0) {
      throw new DriverException(
          EnglishText.format(
              "the target was started, but did not answer within %d s%s; what it wrote is in %s",
              START_PATIENCE.toSeconds(), reason, directory.resolve(OUTPUT)));
    }
  }

  /// A shell starts the command, and says only that it was not found.
  private static String startProblem(@Nullable String command) {
    String program = command == null ? "" : command.strip().split("\\s", 2)[0];
    return program.isEmpty()
        ? ""
        : Command.of(program).startProblem().map(each -> ": " + each).orElse("");
  }

  private static boolean answers(Driver driver) {
    if (!(driver instanceof WireDriver wire)) {
      return true;
    }
    try (SocketChannel _ = wire.endpoint().connect(CONNECT_TIMEOUT)) {
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /// Starts the observers, if there are to be any.
  void start(Driver driver) throws InterruptedException {
    if (!watching.isOn()) {
      return;
    }
    OptionalLong pid = pidOf(driver);
    if (pid.isEmpty()) {
      say.accept(
          "the target's process is not known: only generator and host are watched; --watch-pid names it");
    } else {
      say.accept("watching process " + pid.getAsLong() + ", the generator and the host");
    }
    WatchLevel level = watching.isDeep() ? WatchLevel.DEEP : WatchLevel.DEFAULT;
    Optional<Duration> profile = Optional.of(watching.profile()).filter(period -> !period.isZero());
    watch = Observers.of(new Subject(directory.path(), level, pid, true, profile));
    watch.start();
  }

  private OptionalLong pidOf(Driver driver) throws InterruptedException {
    Long told = watching.pid();
    if (told != null) {
      return OptionalLong.of(told);
    }
    if (spawned != null) {
      try {
        return OptionalLong.of(spawned.awaitJvm(JVM_PATIENCE));
      } catch (JvmException e) {
        say.accept(String.valueOf(e.getMessage()));
      }
    }
    return driver.pid().isPresent() ? driver.pid() : listenerOf(driver);
  }

  private static OptionalLong listenerOf(Driver driver) {
    return driver instanceof WireDriver wire
        ? new Listeners().at(wire.endpoint().address())
        : OptionalLong.empty();
  }

  /// Ends the observers and keeps what they saw.
  ///
  /// @return nothing if there were none
  Optional<Stalls> finish(List<String> failures) {
    Watch finished = watch;
    watch = null;
    if (finished == null) {
      return Optional.empty();
    }
    tellMeasured(finished);
    Stalls stalls = finished.finish();
    try {
      directory.write(stalls);
    } catch (IOException e) {
      failures.add(String.valueOf(e.getMessage()));
    }
    return Optional.of(stalls);
  }

  /// What threads lost at locks in the warm-up is nobody's loss.
  private void tellMeasured(Watch finished) {
    try {
      RunRecord.Phase measured =
          Files.exists(directory.runJson()) ? directory.read().measured() : null;
      Long end = measured == null ? null : measured.endNanoTime();
      if (measured != null && end != null) {
        finished.measured(measured.startNanoTime(), end);
      }
    } catch (IOException e) {
      // Then sums are of the whole run; that it cannot be read is told elsewhere.
    }
  }

  /// Ends the observers, if they still observe, and the target, if it was started.
  @Override
  public void close() {
    try {
      var _ = finish(new ArrayList<>());
    } finally {
      if (spawned != null) {
        spawned.close();
      }
    }
  }
}
