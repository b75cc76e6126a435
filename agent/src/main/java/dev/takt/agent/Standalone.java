package dev.takt.agent;

import java.io.IOException;
import java.util.List;

/// The meter as a process of its own: `java -jar takt-agent.jar file=host.hdr run-time=60s`. It
/// does nothing else, so its hiccups are the machine's.
public final class Standalone {

  private static final int FAILED = 1;
  private static final int USAGE = 2;
  private static final String USAGE_TEXT =
      """
      Measures hiccups: moments when a thread that should have run did not.

        java -javaagent:takt-agent.jar=OPTION,OPTION,... -jar app.jar    those of a JVM
        java -jar takt-agent.jar OPTION OPTION ...                       those of the machine
        takt probe hiccup --pid PID                                      those of a running JVM

      """;

  private Standalone() {}

  /// Measures until it is told to end.
  public static void main(String[] args) throws InterruptedException {
    Console console = new Console("takt-agent (process of its own)");
    HiccupOptions.Parsed parsed = HiccupOptions.parse(List.of(args), ControlProcess.SIDE);
    parsed.problems().forEach(console::say);
    HiccupOptions options = parsed.options();
    if (options == null) {
      System.out.print(USAGE_TEXT + HiccupOptions.TEXT);
      System.exit(parsed.help() ? 0 : USAGE);
      return;
    }
    try (Measurement measurement = Measurement.start(options, true, console, () -> {})) {
      if (options.untilInputEnds()) {
        awaitEndOfInput();
      } else {
        measurement.await();
      }
    } catch (IOException e) {
      console.say(e.getMessage() + "; nothing is measured");
      System.exit(FAILED);
    }
  }

  private static void awaitEndOfInput() {
    try {
      while (System.in.read() >= 0) {
        // Nobody has anything to say to it.
      }
    } catch (IOException e) {
      // It cannot be heard any more: that is an end, too.
    }
  }
}
