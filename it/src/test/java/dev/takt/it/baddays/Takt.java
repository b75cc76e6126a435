package dev.takt.it.baddays;

import dev.takt.cli.Main;
import dev.takt.cli.spi.CliContext;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The command, in this process.
final class Takt {

  /// Where a run that is given no other directory writes.
  static final String OUT = "run";

  private Takt() {}

  /// `takt run` with these arguments and a directory for the run.
  static Ran run(Path folder, String... arguments) {
    return command(folder, runArguments(arguments));
  }

  /// `takt` with just these arguments.
  static Ran command(Path folder, List<String> arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    CliContext context =
        new CliContext(
            InputStream.nullInputStream(),
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            CliContext.Terminal.NONE,
            folder,
            _ -> () -> {});
    long start = System.nanoTime();
    int code = Main.run(arguments.toArray(String[]::new), context);
    return new Ran(
            code,
            out.toString(StandardCharsets.UTF_8),
            err.toString(StandardCharsets.UTF_8),
            Duration.ofNanos(System.nanoTime() - start),
            folder)
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
}
