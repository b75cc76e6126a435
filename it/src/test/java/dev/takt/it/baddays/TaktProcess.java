package dev.takt.it.baddays;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/// The command as a process of its own, for signals and limits. It is started with the JVM flags of
/// the launcher.
final class TaktProcess implements AutoCloseable {

  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final Path JVM_OPTIONS =
      Path.of("..", "cli", "src", "main", "dist", "jvm.options");

  private final Path folder;
  private final Process process;
  private final long start = System.nanoTime();

  private TaktProcess(Path folder, Process process) {
    this.folder = folder;
    this.process = process;
  }

  /// Starts `takt run` with these arguments and a directory for the run.
  static TaktProcess run(Path folder, String... arguments) throws IOException {
    return start(folder, List.of(), Map.of(), Takt.runArguments(arguments));
  }

  /// Starts `takt` with just these arguments.
  static TaktProcess command(Path folder, List<String> arguments) throws IOException {
    return start(folder, List.of(), Map.of(), arguments);
  }

  /// The same from a shell's script, in which `"$@"` is the command.
  static TaktProcess commandInShell(Path folder, String script, List<String> arguments)
      throws IOException {
    return start(folder, List.of("bash", "-c", script, "bash"), Map.of(), arguments);
  }

  /// Starts `takt run` from a shell's script, in which `"$@"` is the command.
  static TaktProcess inShell(Path folder, String script, String... arguments) throws IOException {
    return inShell(folder, script, Map.of(), arguments);
  }

  /// Starts it with environment variables, too.
  static TaktProcess inShell(
      Path folder, String script, Map<String, String> environment, String... arguments)
      throws IOException {
    return start(
        folder, List.of("bash", "-c", script, "bash"), environment, Takt.runArguments(arguments));
  }

  private static TaktProcess start(
      Path folder, List<String> prefix, Map<String, String> environment, List<String> arguments)
      throws IOException {
    List<String> command = new ArrayList<>(prefix);
    // Whoever runs the tests in the background may have Ctrl-C ignored, which is inherited.
    command.addAll(List.of("env", "--default-signal=INT"));
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("@" + JVM_OPTIONS.toAbsolutePath());
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), "dev.takt.cli.Main"));
    command.addAll(arguments);
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectInput(new File("/dev/null"))
            .redirectOutput(folder.resolve("out.txt").toFile())
            .redirectError(folder.resolve("err.txt").toFile());
    builder.environment().keySet().removeAll(List.of("TAKT_TTY", "TAKT_COLUMNS", "NO_COLOR"));
    builder.environment().putAll(environment);
    return new TaktProcess(folder, builder.start());
  }

  Process process() {
    return process;
  }

  String out() throws IOException {
    return Files.readString(folder.resolve("out.txt"));
  }

  String err() throws IOException {
    return Files.readString(folder.resolve("err.txt"));
  }

  /// Waits until standard error has this text.
  TaktProcess awaitWord(String text) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + TIMEOUT.toNanos();
    while (!err().contains(text)) {
      if (System.nanoTime() > deadline || !process.isAlive()) {
        throw new AssertionError("'" + text + "' was never said, but:\n" + err() + out());
      }
      Thread.sleep(10);
    }
    return this;
  }

  /// Sends a signal: `INT`, `TERM`, `KILL`.
  TaktProcess signal(String name) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
    return this;
  }

  Ran await() throws IOException, InterruptedException {
    return await(TIMEOUT);
  }

  /// Waits for the end, which must come soon.
  Ran await(Duration atMost) throws IOException, InterruptedException {
    if (!process.waitFor(atMost.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new AssertionError("still there after " + atMost + ":\n" + err() + out());
    }
    Duration took = Duration.ofNanos(System.nanoTime() - start);
    return new Ran(process.exitValue(), out(), err(), took, folder).saysNothingOfExceptions();
  }

  /// Waits until something is so.
  static void awaitThat(String what, BooleanSupplier condition) throws InterruptedException {
    long deadline = System.nanoTime() + TIMEOUT.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("never: " + what);
      }
      Thread.sleep(10);
    }
  }

  /// Ends it, and what it started.
  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}
