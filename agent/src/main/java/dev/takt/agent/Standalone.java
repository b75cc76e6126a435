package dev.takt.agent;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/// Runs the hiccup meter as its own process: `java -jar takt-agent.jar file=host.hdr run-time=60s`.
/// The process is otherwise idle, so its hiccups are those of the machine. Unlike the agent, which
/// ignores unknown options, it then prints its usage and measures nothing.
public final class Standalone {

  private static final int FAILED = 1;
  private static final int USAGE = 2;
  private static final String USAGE_TEXT =
      """
      Measures hiccups: times when a thread that should have run did not.

        java -javaagent:takt-agent.jar=OPTION,OPTION,... -jar app.jar    of a JVM
        java -jar takt-agent.jar OPTION OPTION ...                       of the machine
        takt probe hiccup --pid PID                                      of a running JVM

      """;

  private Standalone() {}

  /// Measures until the run time is over, or standard input or the JVM ends.
  public static void main(String[] args) throws InterruptedException {
    StderrLog console = new StderrLog("takt-agent (standalone)");
    List<String> options = Arrays.stream(args).map(Standalone::asOption).toList();
    HiccupOptions.Parsed parsed = HiccupOptions.parse(options, ControlProcess.SIDE);
    parsed.problems().forEach(console::log);
    HiccupOptions wanted = parsed.options();
    if (wanted == null || !parsed.problems().isEmpty()) {
      System.out.print(USAGE_TEXT + HiccupOptions.TEXT);
      System.exit(parsed.help() ? 0 : USAGE);
      return;
    }
    try (Measurement measurement = Measurement.start(wanted, true, console, gone -> {})) {
      if (wanted.end().withInput()) {
        awaitEndOfInput();
      } else {
        measurement.await();
      }
    } catch (IOException e) {
      console.log(e.getMessage() + "; nothing is measured");
      System.exit(FAILED);
    }
  }

  /// Accepts the usual forms of the help option.
  private static String asOption(String argument) {
    return argument.equals("-h") || argument.equals("--help") ? "help" : argument;
  }

  private static void awaitEndOfInput() {
    try {
      while (System.in.read() >= 0) {
        // Input is ignored.
      }
    } catch (IOException e) {
      // Unreadable input counts as its end.
    }
  }
}
