package dev.takt.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;

/// Goes through what every run and every log goes through, so that the JDK keeps the classes loaded
/// and linked, and the profiles of what they did (JEP 514, JEP 515). Run once, when Takt is built.
final class Training {

  /// A short log is read with the JDK's inflater; a long one trains the other, and all loops.
  private static final int REPETITIONS = 2000;

  private static final int READINGS = 20;

  private Training() {}

  /// @param args a folder, for a run that is thrown away
  public static void main(String[] args) throws IOException {
    Path folder = Path.of(args[0]);
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
    take(folder, "log", "cat", log);
    take(folder, "log", "union", log, log, "-o", "union.hdr");
    System.exit(0);
  }

  private static void take(Path folder, String... args) {
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
    int _ =
        Main.run(
            args,
            new Surroundings(
                InputStream.nullInputStream(),
                nowhere,
                nowhere,
                Surroundings.Terminal.NONE,
                folder,
                action -> () -> {}));
  }
}
