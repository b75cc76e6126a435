package dev.takt.cli;

import dev.takt.cli.spi.CliContext;
import dev.takt.cli.usage.ArgumentBytes;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.model.RunRecord.Phase;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.StallKind;
import dev.takt.runs.model.Stalls;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Runs the code that every run, log and explanation uses, so that the JDK caches the loaded and
/// linked classes and their profiles (JEP 514, JEP 515). Run once, when Takt is built.
final class Training {

  /// A short log is read with the JDK's inflater. A long one trains Takt's own inflater, and all
  /// loops.
  private static final int REPETITIONS = 2000;

  private static final int READINGS = 10;
  private static final int STALLS = 500;
  private static final long STALL_NANOS = 2_000_000;

  private Training() {}

  /// @param args a folder for a temporary run
  public static void main(String[] args) throws IOException {
    Path folder = Path.of(args[0]);
    new ProcessSignals().onInterrupt(() -> {}).close();
    ArgumentBytes.problem(List.of("run"));
    take(folder, "run", "--target", "demo", "--rate", "1000/s", "--duration", "1s", "--out", "run");
    take(folder, "run", "--target", "exec:true", "--rate", "50/s", "--duration", "1s", "--quiet");
    String log = folder.resolve("run/latency.hdr").toString();
    for (int i = 0; i < READINGS; i++) {
      take(folder, "log", "summarize", log);
    }
    Path repeated = folder.resolve("long.hdr");
    byte[] lines = Files.readAllBytes(Path.of(log));
    try (OutputStream out = Files.newOutputStream(repeated)) {
      for (int i = 0; i < REPETITIONS; i++) {
        out.write(lines);
      }
    }
    take(folder, "log", "summarize", repeated.toString());
    ExploreTraining.run(folder.resolve("day.hdr"));
    take(folder, "log", "cat", log);
    take(folder, "log", "union", log, log, "-o", "union.hdr");
    stall(RunDirectory.open(folder.resolve("run")));
    for (int i = 0; i < READINGS; i++) {
      take(folder, "explain", "run");
      take(folder, "explain", "run", "--format", "json");
    }
    take(folder, "compare", "run", "run");
    System.exit(0);
  }

  /// Stalls throughout the run, so that there is something to explain.
  private static void stall(RunDirectory run) throws IOException {
    Phase measured = Objects.requireNonNull(run.read().measured());
    List<Stall> stalls = new ArrayList<>();
    for (int i = 0; i < STALLS; i++) {
      long begin = measured.startNanoTime() + i * STALL_NANOS;
      stalls.add(
          Stall.of(
                  i % 2 == 0 ? StallKind.GC_PAUSE : StallKind.MONITOR_WAIT,
                  Side.TARGET,
                  new Stall.Interval(begin, begin + STALL_NANOS, 1, "made up"))
              .withThread(Stall.Actor.named("thread " + i % 2))
              .withCause("cause"));
    }
    run.write(new Stalls(1, List.of(), List.of(), stalls, 0, List.of(), Map.of()));
  }

  private static void take(Path folder, String... args) {
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
    int _ =
        Main.run(
            args,
            new CliContext(
                InputStream.nullInputStream(),
                nowhere,
                nowhere,
                CliContext.Terminal.NONE,
                Map.of(),
                folder,
                action -> () -> {}));
  }
}
