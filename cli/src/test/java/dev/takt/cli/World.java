package dev.takt.cli;

import dev.takt.cli.spi.CliContext;
import dev.takt.testing.Unwrapped;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;

/// The environment of one command: input and output, a directory, and a simulated Ctrl-C.
public final class World {

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  /// For tests that store the exit code with its output.
  int exit;

  private volatile Runnable ctrlC = () -> {};
  private final Path directory;
  private Map<String, String> environment = Map.of();
  private final InputStream in;

  public World(Path directory) {
    this(directory, InputStream.nullInputStream());
  }

  public World(Path directory, InputStream in) {
    this.directory = directory;
    this.in = in;
  }

  /// Sets the environment variables.
  public World with(Map<String, String> variables) {
    environment = variables;
    return this;
  }

  public int run(String... args) {
    return Main.run(args, context());
  }

  public CliContext context() {
    return new CliContext(
        in,
        new PrintStream(out, true, StandardCharsets.UTF_8),
        new PrintStream(err, true, StandardCharsets.UTF_8),
        CliContext.Terminal.NONE,
        environment,
        directory,
        action -> {
          ctrlC = action;
          return () -> ctrlC = () -> {};
        });
  }

  public void pressCtrlC() {
    ctrlC.run();
  }

  public String out() {
    return out.toString(StandardCharsets.UTF_8);
  }

  /// Standard error, with wrapped messages in one line.
  public String err() {
    return Unwrapped.text(err.toString(StandardCharsets.UTF_8));
  }
}
