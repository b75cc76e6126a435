package dev.takt.bench.process;

import dev.takt.process.Command;
import dev.takt.process.Launcher;
import dev.takt.process.RunOptions;

/// (g) Starts one `/bin/true` in a fresh JVM, waits for it, and prints the microseconds that took.
/// What else is used would be part of it, so there is next to nothing.
public final class FirstUse {

  private FirstUse() {}

  /// Does it.
  ///
  /// @param args the contender
  public static void main(String[] args) throws Exception {
    long start = System.nanoTime();
    int code =
        switch (args[0]) {
          case "takt" -> takt();
          case "takt-run" -> taktRun();
          case "nuprocess3", "nuprocess4" -> FirstUseOfNuProcess.run();
          case "jdk" -> new ProcessBuilder("/bin/true").start().waitFor();
          case "nothing" -> 0;
          default -> 2;
        };
    long took = System.nanoTime() - start;
    System.out.println(took / 1_000);
    System.exit(code);
  }

  private static int takt() throws Exception {
    return Launcher.shared().start(Command.of("/bin/true"), (_, _) -> {}).awaitExit().isSuccess()
        ? 0
        : 1;
  }

  private static int taktRun() throws Exception {
    return Launcher.shared().run(Command.of("/bin/true"), RunOptions.DEFAULT).isSuccess() ? 0 : 1;
  }
}
