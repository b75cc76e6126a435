package dev.takt.it.harness;

import dev.takt.cli.Main;
import dev.takt.cli.spi.CliContext;
import dev.takt.testing.Unwrapped;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/// The `takt` command in this JVM.
public final class Takt {

  /// The run directory of a run that is given no other.
  public static final String OUT = "run";

  private Takt() {}

  /// `takt run` with these arguments, a directory for the run and no warm-up of the generator.
  public static Ran run(Path folder, String... arguments) {
    return command(folder, runArguments(arguments));
  }

  /// `takt run` with just these arguments, in a run directory of its own below `base`.
  public static Ran measure(Path base, String... arguments) throws IOException {
    Path run = Files.createTempDirectory(base, "run").resolve("files");
    return command(base, run, measureArguments(run, arguments));
  }

  /// `takt` with just these arguments.
  public static Ran command(Path folder, List<String> arguments) {
    return command(folder, folder.resolve(OUT), arguments);
  }

  private static Ran command(Path folder, Path run, List<String> arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    CliContext context =
        new CliContext(
            InputStream.nullInputStream(),
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            CliContext.Terminal.NONE,
            Map.of(),
            folder,
            _ -> () -> {});
    long start = System.nanoTime();
    int code = Main.run(arguments.toArray(String[]::new), context);
    return new Ran(
            code,
            out.toString(StandardCharsets.UTF_8),
            Unwrapped.text(err.toString(StandardCharsets.UTF_8)),
            Duration.ofNanos(System.nanoTime() - start),
            run)
        .saysNothingOfExceptions();
  }

  static List<String> runArguments(String... arguments) {
    List<String> all = new ArrayList<>(List.of("run"));
    all.addAll(Arrays.asList(arguments));
    if (!all.contains("--out")) {
      all.addAll(List.of("--out", OUT));
    }
    if (!all.contains("--self-warmup")) {
      all.addAll(List.of("--self-warmup", "off"));
    }
    return all;
  }

  static List<String> measureArguments(Path run, String... arguments) {
    List<String> all = new ArrayList<>(List.of("run", "--out", run.toString()));
    all.addAll(Arrays.asList(arguments));
    return all;
  }
}
