package dev.takt.it.truth;

import dev.takt.cli.Main;
import dev.takt.cli.spi.CliContext;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.model.RunRecord;
import dev.takt.runs.model.RunSummary;
import dev.takt.runs.trace.OperationRecord;
import dev.takt.runs.trace.OperationTrace;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The `takt` command as a person would type it, in this process.
///
/// @param exitCode how it ended
/// @param out what it printed as a result
/// @param err what it said beside that
/// @param path the run directory
record Takt(int exitCode, String out, String err, Path path) {

  private static final JsonMapper JSON = new JsonMapper();

  /// `takt run` with the flags, in a run directory of its own below `base`.
  static Takt run(Path base, String... flags) throws IOException {
    Path path = Files.createTempDirectory(base, "run").resolve("files");
    List<String> args = new ArrayList<>(List.of("run", "--out", path.toString()));
    args.addAll(List.of(flags));
    return command(base, path, args);
  }

  /// `takt log` with the arguments.
  static Takt log(Path base, String... arguments) {
    List<String> args = new ArrayList<>(List.of("log"));
    args.addAll(List.of(arguments));
    return command(base, base, args);
  }

  /// `takt probe` with the arguments.
  static Takt probe(Path base, String name, List<String> arguments) {
    List<String> args = new ArrayList<>(List.of("probe", name));
    args.addAll(arguments);
    return command(base, base, args);
  }

  private static Takt command(Path base, Path path, List<String> args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    CliContext context =
        new CliContext(
            InputStream.nullInputStream(),
            print(out),
            print(err),
            CliContext.Terminal.NONE,
            base,
            action -> () -> {});
    int exitCode = Main.run(args.toArray(String[]::new), context);
    return new Takt(exitCode, text(out), text(err), path);
  }

  private static PrintStream print(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }

  private static String text(ByteArrayOutputStream bytes) {
    return bytes.toString(StandardCharsets.UTF_8);
  }

  /// What `--format json` printed.
  JsonNode json() {
    try {
      return JSON.readTree(out);
    } catch (RuntimeException e) {
      throw new AssertionError("no JSON: " + out + err, e);
    }
  }

  /// The same, with types.
  RunSummary summary() {
    return JSON.treeToValue(json(), RunSummary.class);
  }

  RunDirectory directory() throws IOException {
    return RunDirectory.open(path);
  }

  /// What is known of the run afterwards.
  RunRecord record() throws IOException {
    return directory().read();
  }

  /// All of `operations.bin`.
  List<OperationRecord> operations() throws IOException {
    try (OperationTrace trace = OperationTrace.open(directory().operationTrace())) {
      List<OperationRecord> operations = new ArrayList<>();
      for (OperationRecord next = trace.next(); next != null; next = trace.next()) {
        operations.add(next);
      }
      return operations;
    }
  }

  /// The same, in the order in which they were due.
  List<OperationRecord> operationsByIntended() throws IOException {
    List<OperationRecord> operations = operations();
    operations.sort(Comparator.comparingLong(OperationRecord::intended));
    return operations;
  }
}
