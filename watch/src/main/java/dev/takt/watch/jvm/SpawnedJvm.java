package dev.takt.watch.jvm;

import dev.takt.process.CallbackChild;
import dev.takt.process.Command;
import dev.takt.process.Exit;
import dev.takt.process.Launcher;
import dev.takt.process.Redirect;
import dev.takt.process.StartException;
import dev.takt.runs.text.EnglishText;
import dev.takt.runs.text.UserLocale;
import dev.takt.watch.jvm.attach.JvmException;
import dev.takt.watch.jvm.attach.JvmProcess;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// A target that Takt starts itself, so that its JVM gets options which cannot be set later
/// ([SpawnOptions]). It ends with this process, even if that is killed. Not thread-safe.
public final class SpawnedJvm implements AutoCloseable {

  private static final Duration STOP_TIMEOUT = Duration.ofSeconds(5);
  private static final long POLL_MILLIS = 20;
  private static final int LAST_LINES = 5;
  private static final int LAST_BYTES = 2_000;

  private final CallbackChild child;
  private final Path output;

  private SpawnedJvm(CallbackChild child, Path output) {
    this.child = child;
    this.output = output;
  }

  /// Starts a command that is a JVM or starts one, such as `java -jar app.jar` or `./start.sh`.
  ///
  /// @param words the program and its arguments
  /// @param output the file for its standard output and standard error
  /// @throws JvmException if it cannot be started
  public static SpawnedJvm start(List<String> words, Path output) throws JvmException {
    Command command =
        Command.builder(words)
            .environment(UserLocale.variables())
            .environment(SpawnOptions.VARIABLE, SpawnOptions.appendedTo(System.getenv()))
            .stdin(Redirect.discard())
            .stdout(Redirect.to(output))
            .stderr(Redirect.toStdout())
            .leadGroup()
            .endWithParent()
            .build();
    try {
      return new SpawnedJvm(Launcher.shared().start(command, (_, _) -> {}), output);
    } catch (StartException e) {
      throw new JvmException(String.valueOf(e.getMessage()), e);
    }
  }

  /// Waits for a JVM that can be attached to: the process itself or a descendant, the nearest
  /// first.
  ///
  /// @return the JVM's process id
  /// @throws JvmException if the process ends, or if there is no JVM within the timeout
  public long awaitJvm(Duration timeout) throws JvmException, InterruptedException {
    long deadline = System.nanoTime() + timeout.toNanos();
    while (true) {
      Optional<Long> found = readyJvm();
      if (found.isPresent()) {
        return found.get();
      }
      Optional<Exit> exit = child.exit();
      if (exit.isPresent()) {
        throw new JvmException(
            EnglishText.format(
                "%s ended (%s) before a JVM was ready; %s",
                name(), exit.get().describe(), lastLines()));
      }
      if (System.nanoTime() - deadline > 0) {
        throw new JvmException(
            EnglishText.format(
                "%s runs, but neither it nor a child process was a JVM that can be watched within %.0f s; %s",
                name(), timeout.toMillis() / 1e3, lastLines()));
      }
      Thread.sleep(POLL_MILLIS);
    }
  }

  private Optional<Long> readyJvm() {
    Stream<Long> below =
        ProcessHandle.of(child.pid())
            .map(ProcessHandle::descendants)
            .orElse(Stream.empty())
            .map(ProcessHandle::pid);
    return Stream.concat(Stream.of(child.pid()), below)
        .filter(pid -> JvmProcess.of(pid).isReadyJvm())
        .findFirst();
  }

  /// Whether the process has ended, and not with exit code 0. One that ended with 0 may have left
  /// the target in the background.
  public boolean hasFailed() {
    return child.exit().filter(exit -> !exit.isSuccess()).isPresent();
  }

  /// Whether the process runs.
  public boolean isRunning() {
    return child.isRunning();
  }

  private String name() {
    return String.join(" ", child.command().words());
  }

  private String lastLines() {
    try {
      List<String> lines = tail(output).lines().toList();
      String last =
          String.join(
              System.lineSeparator(),
              lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
      return last.isBlank() ? "it wrote nothing" : "its last output: " + last;
    } catch (IOException e) {
      return EnglishText.format("its output should be in %s", output);
    }
  }

  /// Reads the end of a file, which may be larger than memory.
  private static String tail(Path file) throws IOException {
    try (SeekableByteChannel channel = Files.newByteChannel(file)) {
      channel.position(Math.max(0, channel.size() - LAST_BYTES));
      byte[] bytes = Channels.newInputStream(channel).readNBytes(LAST_BYTES);
      return new String(bytes, StandardCharsets.UTF_8);
    }
  }

  /// Terminates the process group, and kills it after some seconds.
  @Override
  public void close() {
    child.terminate(STOP_TIMEOUT);
    try {
      child.awaitExit(STOP_TIMEOUT.plusSeconds(1));
    } catch (InterruptedException e) {
      child.kill();
      Thread.currentThread().interrupt();
    }
  }
}
