package dev.takt.it.harness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.runs.RunDirectory;
import dev.takt.testing.Unwrapped;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/// The command as a process of its own, for signals and limits. It is started with the JVM flags of
/// the launcher.
public final class TaktProcess implements AutoCloseable {

  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final Duration POLL = Duration.ofMillis(10);
  private static final Path JVM_OPTIONS =
      Path.of("..", "cli", "src", "main", "dist", "jvm.options");

  private final Path folder;
  private final Path run;
  private final Process process;
  private final long start = System.nanoTime();

  private TaktProcess(Path folder, Path run, Process process) {
    this.folder = folder;
    this.run = run;
    this.process = process;
  }

  /// Starts `takt run` with these arguments and a directory for the run.
  public static TaktProcess run(Path folder, String... arguments) throws IOException {
    return start(
        folder, folder.resolve(Takt.OUT), List.of(), Map.of(), Takt.runArguments(arguments));
  }

  /// Starts `takt run` with just these arguments, in a run directory of its own below `base`.
  public static TaktProcess measure(Path base, String... arguments) throws IOException {
    Path own = Files.createTempDirectory(base, "run");
    Path run = own.resolve("files");
    return start(own, run, List.of(), Map.of(), Takt.measureArguments(run, arguments));
  }

  /// Starts `takt` with just these arguments.
  public static TaktProcess command(Path folder, List<String> arguments) throws IOException {
    return start(folder, folder.resolve(Takt.OUT), List.of(), Map.of(), arguments);
  }

  /// The same from a shell's script, in which `"$@"` is the command.
  public static TaktProcess commandInShell(Path folder, String script, List<String> arguments)
      throws IOException {
    return start(
        folder,
        folder.resolve(Takt.OUT),
        List.of("bash", "-c", script, "bash"),
        Map.of(),
        arguments);
  }

  /// Starts `takt run` from a shell's script, in which `"$@"` is the command.
  public static TaktProcess inShell(Path folder, String script, String... arguments)
      throws IOException {
    return inShell(folder, script, Map.of(), arguments);
  }

  /// Starts it with environment variables, too.
  public static TaktProcess inShell(
      Path folder, String script, Map<String, String> environment, String... arguments)
      throws IOException {
    return start(
        folder,
        folder.resolve(Takt.OUT),
        List.of("bash", "-c", script, "bash"),
        environment,
        Takt.runArguments(arguments));
  }

  private static TaktProcess start(
      Path folder,
      Path run,
      List<String> prefix,
      Map<String, String> environment,
      List<String> arguments)
      throws IOException {
    List<String> command = new ArrayList<>(prefix);
    // If the tests run in the background, Ctrl-C may be ignored, which children inherit.
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
    return new TaktProcess(folder, run, builder.start());
  }

  public Process process() {
    return process;
  }

  /// The process of the demo shop that it drives.
  public long shop() throws IOException {
    return process
        .descendants()
        .filter(each ->
            each.info()
                .arguments()
                .map(words -> List.of(words).contains("dev.takt.driver.demo.ShopMain"))
                .orElse(false))
        .findFirst()
        .orElseThrow(() -> new IOException("there is no shop"))
        .pid();
  }

  public String out() throws IOException {
    return Files.readString(folder.resolve("out.txt"));
  }

  /// Standard error, with wrapped messages in one line.
  public String err() throws IOException {
    return Unwrapped.text(Files.readString(folder.resolve("err.txt")));
  }

  /// Waits until standard error has this text.
  public TaktProcess awaitWord(String text) throws IOException {
    Awaitility.await("'" + text + "' on standard error")
        .atMost(TIMEOUT)
        .pollInterval(POLL)
        .until(() -> !process.isAlive() || err().contains(text));
    assertThat(err()).as(out()).contains(text);
    return this;
  }

  /// Waits until the start of the schedule is known.
  ///
  /// @return that start, on the monotonic clock
  public long awaitOrigin() throws IOException {
    Awaitility.await("the start of the schedule")
        .atMost(TIMEOUT)
        .pollInterval(POLL)
        .until(() -> !process.isAlive() || origin() != null);
    return Objects.requireNonNull(origin(), err());
  }

  private @Nullable Long origin() throws IOException {
    return Files.exists(run.resolve("run.json"))
        ? RunDirectory.open(run).read().timeBase().originNanoTime()
        : null;
  }

  /// Sends a signal: `INT`, `TERM`, `KILL`.
  public TaktProcess signal(String name) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
    return this;
  }

  public Ran await() throws IOException, InterruptedException {
    return await(TIMEOUT);
  }

  /// Waits for the end, which must come soon.
  public Ran await(Duration atMost) throws IOException, InterruptedException {
    if (!process.waitFor(atMost.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new AssertionError("still there after " + atMost + ":\n" + err() + out());
    }
    Duration took = Duration.ofNanos(System.nanoTime() - start);
    return new Ran(process.exitValue(), out(), err(), took, run).saysNothingOfExceptions();
  }

  /// Ends it, and what it started.
  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}
