package dev.takt.agent;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/// The meter as a process of its own: `java -jar takt-agent.jar file=host.hdr run-time=60s`. It
/// does nothing else, so its hiccups are the machine's. Unlike the agent, which never ends its
/// host, it measures nothing if it was asked for something that it does not know.
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
    List<String> options = Arrays.stream(args).map(Standalone::asOption).toList();
    HiccupOptions.Parsed parsed = HiccupOptions.parse(options, ControlProcess.SIDE);
    parsed.problems().forEach(console::say);
    HiccupOptions wanted = parsed.options();
    if (wanted == null || !parsed.problems().isEmpty()) {
      System.out.print(USAGE_TEXT + HiccupOptions.TEXT);
      System.exit(parsed.help() ? 0 : USAGE);
      return;
    }
    try (Measurement measurement = Measurement.start(wanted, true, console, gone -> {})) {
      if (wanted.untilInputEnds()) {
        awaitEndOfInput();
      } else {
        measurement.await();
      }
    } catch (IOException e) {
      console.say(e.getMessage() + "; nothing is measured");
      System.exit(FAILED);
    }
  }

  /// Help is asked for in the way of other commands, too.
  private static String asOption(String argument) {
    return argument.equals("-h") || argument.equals("--help") ? "help" : argument;
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
