package dev.takt.driver.exec;

import dev.takt.load.driver.AsyncDriver;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.DriverRequest;
import dev.takt.process.Command;
import dev.takt.process.Launcher;
import dev.takt.process.RunResult;
import dev.takt.process.StartException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Runs commands, one process for each operation.
final class ExecDriver implements AsyncDriver {

  /// Does nothing, and is on every system: to practise starting without touching the target.
  private static final Command NOTHING = Command.of("true");

  private static final int REHEARSALS = 20;
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private final List<ExecOperation> operations;
  private final long seed;

  private ExecDriver(List<ExecOperation> operations, long seed) {
    this.operations = operations;
    this.seed = seed;
  }

  /// @throws DriverException if a program or the directory is not there
  static ExecDriver open(DriverRequest request) throws DriverException {
    Path directory = path(request, ExecDriverProvider.DIRECTORY);
    if (directory != null && !Files.isDirectory(directory)) {
      throw new DriverException(
          "cannot start commands in "
              + directory
              + ": "
              + (Files.exists(directory) ? "it is not a directory" : "there is no such directory"));
    }
    List<ExecOperation> operations = operations(request, settings(request, directory));
    for (ExecOperation operation : operations) {
      String program = operation.program();
      if (program != null) {
        Programs.require(program, directory, System.getenv("PATH"));
      }
    }
    return new ExecDriver(operations, request.seed());
  }

  private static List<ExecOperation> operations(DriverRequest request, CommandSettings settings) {
    return IntStream.range(0, request.operations().size())
        .mapToObj(index -> ExecOperation.of(index, request, settings))
        .toList();
  }

  private static CommandSettings settings(DriverRequest request, @Nullable Path directory) {
    Path output = path(request, ExecDriverProvider.OUTPUT);
    return new CommandSettings(
        directory,
        ExecDriverProvider.environmentOf(request),
        output == null ? null : request.runDirectory().resolve(output),
        Launcher.shared().isNative());
  }

  private static @Nullable Path path(DriverRequest request, String property) {
    String text = (String) request.properties().get(property);
    return text == null ? null : Path.of(text);
  }

  @Override
  public Transport open(int slots) {
    // One pump does for one loop: a start costs far more than hearing of an end.
    Launcher launcher = Launcher.builder().name("takt-exec").pumps(1).build();
    rehearse(launcher);
    return new ExecTransport(operations, seed, launcher, slots);
  }

  /// The first starts take a hundred times as long, for code that is neither loaded nor compiled.
  private static void rehearse(Launcher launcher) {
    try {
      for (int i = 0; i < REHEARSALS; i++) {
        RunResult _ = launcher.run(NOTHING, PATIENCE);
      }
    } catch (StartException _) {
      // It was only to practise: what is wrong, if anything, the operations will tell.
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public String describe() {
    return operations.stream()
        .map(ExecOperation::describe)
        .distinct()
        .collect(Collectors.joining(", ", "a process for each operation: ", ""));
  }

  @Override
  public void close() {
    // Processes belong to the transports.
  }
}
