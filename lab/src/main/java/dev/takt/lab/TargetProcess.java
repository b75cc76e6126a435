package dev.takt.lab;

import dev.takt.load.driver.Driver;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.WireDriver;
import dev.takt.process.Command;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.text.EnglishText;
import dev.takt.watch.jvm.SpawnedJvm;
import dev.takt.watch.jvm.attach.JvmException;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// The process of a target that is started for a run, and stopped after it. Without a command, the
/// target is expected to run already.
final class TargetProcess implements AutoCloseable {

  /// The file of the run directory that receives the output of the process.
  static final String OUTPUT = "target.out";

  private static final Duration START_TIMEOUT = Duration.ofSeconds(60);
  private static final Duration JVM_TIMEOUT = Duration.ofSeconds(20);
  private static final Duration CONNECT_TIMEOUT = Duration.ofMillis(500);
  private static final long RETRY_MILLIS = 50;

  private final @Nullable String command;
  private final @Nullable SpawnedJvm process;
  private final Path output;

  private TargetProcess(@Nullable String command, @Nullable SpawnedJvm process, Path output) {
    this.command = command;
    this.process = process;
    this.output = output;
  }

  /// Starts the process by a shell.
  ///
  /// @param command null for a target that runs already
  /// @throws DriverException if it cannot be started
  static TargetProcess start(@Nullable String command, RunDirectory directory, RunListener listener)
      throws DriverException {
    Path output = directory.resolve(OUTPUT);
    if (command == null) {
      return new TargetProcess(null, null, output);
    }
    listener.info("starting " + command);
    List<String> words = List.of("sh", "-c", "exec " + command);
    try {
      return new TargetProcess(command, SpawnedJvm.start(words, output), output);
    } catch (JvmException e) {
      throw new DriverException(String.valueOf(e.getMessage()), e);
    }
  }

  /// How a driver is opened.
  interface Opener {
    Driver open() throws DriverException;
  }

  /// Opens the driver. If the target was just started, opens it again until the target is ready, or
  /// refuses for good ([DriverException#isDefinite]).
  ///
  /// @throws DriverException if it cannot be opened, or not within a minute of the start, or if the
  ///   process has failed
  Driver open(Opener opener) throws DriverException, InterruptedException {
    return process == null ? opener.open() : requireRunning(openStarted(opener, process), process);
  }

  private Driver openStarted(Opener opener, SpawnedJvm started)
      throws DriverException, InterruptedException {
    long deadline = System.nanoTime() + START_TIMEOUT.toNanos();
    while (true) {
      try {
        Driver driver = opener.open();
        try {
          requireReady(driver);
          return driver;
        } catch (DriverException e) {
          driver.close();
          throw e;
        }
      } catch (DriverException e) {
        if (e.isDefinite() && started.isRunning()) {
          throw e;
        }
        requireTime(deadline, started, String.valueOf(e.getMessage()));
      }
      Thread.sleep(RETRY_MILLIS);
    }
  }

  /// The process may fail while another one answers at its address.
  private Driver requireRunning(Driver driver, SpawnedJvm started)
      throws DriverException, InterruptedException {
    Thread.sleep(RETRY_MILLIS);
    if (started.hasFailed()) {
      driver.close();
      throw ended("; another process answers at its address");
    }
    return driver;
  }

  private DriverException ended(String consequence) {
    return new DriverException(
        "the command that was started as the target has ended"
            + startProblem()
            + consequence
            + "; its output is in "
            + output);
  }

  private void requireTime(long deadline, SpawnedJvm started, String reason)
      throws DriverException {
    if (!started.isRunning()) {
      throw ended("");
    }
    if (System.nanoTime() - deadline > 0) {
      throw new DriverException(
          EnglishText.format(
              "the target was started, but was not ready within %d s: %s; its output is in %s",
              START_TIMEOUT.toSeconds(), reason, output));
    }
  }

  /// A shell starts the command, and reports only that it was not found.
  private String startProblem() {
    String program = command == null ? "" : command.strip().split("\\s", 2)[0];
    return program.isEmpty()
        ? ""
        : Command.of(program).startProblem().map(each -> ": " + each).orElse("");
  }

  private static void requireReady(Driver driver) throws DriverException {
    if (driver instanceof WireDriver wire) {
      try (SocketChannel _ = wire.endpoint().connect(CONNECT_TIMEOUT)) {
        // It accepts connections.
      } catch (IOException e) {
        throw new DriverException("it accepts no connections", e);
      }
      wire.requireReady();
    }
  }

  /// The process identifier of the JVM that was started, or of its child if the command is a
  /// wrapper script; empty without a process, or if no JVM appears within 20 s.
  OptionalLong awaitJvm(RunListener listener) throws InterruptedException {
    if (process == null) {
      return OptionalLong.empty();
    }
    try {
      return OptionalLong.of(process.awaitJvm(JVM_TIMEOUT));
    } catch (JvmException e) {
      listener.info(String.valueOf(e.getMessage()));
      return OptionalLong.empty();
    }
  }

  /// Stops the process, if one was started.
  @Override
  public void close() {
    if (process != null) {
      process.close();
    }
  }
}
