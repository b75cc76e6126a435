package dev.takt.driver.exec;

import dev.takt.load.driver.AsyncDriver;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.DriverRequest;
import dev.takt.process.Command;
import dev.takt.process.Launcher;
import dev.takt.runs.text.UserLocale;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Runs commands, one process per operation.
final class ExecDriver implements AsyncDriver {

  private static final int WARM_UP_STARTS = 200;
  private static final long MAX_WARM_UP_NANOS = 500_000_000;

  private static final Completions IGNORE = (_, _, _) -> {};

  private final List<ExecOperation> operations;
  private final long seed;

  private ExecDriver(List<ExecOperation> operations, long seed) {
    this.operations = operations;
    this.seed = seed;
  }

  /// @throws DriverException if a program or the directory does not exist
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
        ProgramLookup.require(program, directory, System.getenv("PATH"));
        requireInterpreter(program, directory);
      }
    }
    return new ExecDriver(operations, request.workload().seed());
  }

  /// Checks that a script's interpreter exists, too.
  private static void requireInterpreter(String program, @Nullable Path directory)
      throws DriverException {
    Command.Builder command = Command.builder(program);
    Optional<String> problem =
        (directory == null ? command : command.directory(directory)).build().startProblem();
    if (problem.isPresent()) {
      throw new DriverException(problem.get());
    }
  }

  private static List<ExecOperation> operations(DriverRequest request, CommandSettings settings) {
    return IntStream.range(0, request.workload().operations().size())
        .mapToObj(index -> ExecOperation.of(index, request, settings))
        .toList();
  }

  private static CommandSettings settings(DriverRequest request, @Nullable Path directory) {
    Path output = path(request, ExecDriverProvider.OUTPUT);
    return new CommandSettings(
        directory,
        environment(request),
        output == null ? null : request.runDirectory().resolve(output),
        Launcher.shared().isNative());
  }

  /// The user's locale, and the variables of the request, which take precedence.
  private static Map<String, @Nullable String> environment(DriverRequest request) {
    Map<String, @Nullable String> environment = new LinkedHashMap<>(UserLocale.variables());
    for (String variable : ExecDriverProvider.environmentOf(request)) {
      int equals = variable.indexOf('=');
      environment.put(variable.substring(0, equals), variable.substring(equals + 1));
    }
    return environment;
  }

  private static @Nullable Path path(DriverRequest request, String property) {
    String text = (String) request.properties().get(property);
    return text == null ? null : Path.of(text);
  }

  @Override
  public Transport open(int slots) {
    warmUp();
    return new ExecTransport(operations, seed, launcher(), slots);
  }

  /// One pump per event loop is enough: a start costs far more than an exit notification.
  private static Launcher launcher() {
    return Launcher.builder().name("takt-exec").eventLoops(1).build();
  }

  /// Warms up the start of processes with a program that does nothing: the first starts take up to
  /// a hundred times as long, because their code is neither loaded nor compiled. Failures are
  /// ignored, as the operations will report them.
  private static void warmUp() {
    ExecTransport stage = new ExecTransport(List.of(ExecOperation.NOTHING), 0, launcher(), 1);
    long deadline = System.nanoTime() + MAX_WARM_UP_NANOS;
    for (int i = 0; i < WARM_UP_STARTS && System.nanoTime() - deadline < 0; i++) {
      stage.send(0, 0, i, IGNORE);
      stage.poll(deadline, IGNORE);
    }
    stage.close();
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
    // Processes are owned by the transports.
  }
}
