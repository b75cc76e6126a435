package dev.takt.cli;

import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;

/// Goes through what every run and every log goes through, so that the JDK keeps the classes loaded
/// and linked, and the profiles of what they did (JEP 514, JEP 515). Run once, when Takt is built.
final class Training {

  private static final int READINGS = 40;

  private Training() {}

  /// @param args a folder, for a run that is thrown away
  public static void main(String[] args) {
    Path folder = Path.of(args[0]);
    take(folder, "run", "--target", "demo", "--rate", "1000/s", "--duration", "1s", "--out", "run");
    String log = folder.resolve("run/latency.hdr").toString();
    for (int i = 0; i < READINGS; i++) {
      take(folder, "log", "summarize", log);
    }
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
