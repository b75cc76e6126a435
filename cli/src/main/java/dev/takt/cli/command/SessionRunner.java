package dev.takt.cli.command;

import dev.takt.cli.spi.CliContext;
import dev.takt.cli.spi.ExitCode;
import dev.takt.lab.RunResult;
import dev.takt.lab.RunSession;
import dev.takt.load.driver.DriverException;
import java.io.IOException;

/// Runs a session so that signals stop it, and an unexpected end of the process leaves its run
/// directory readable.
public final class SessionRunner {

  /// Printed when a signal comes before there is anything to summarise.
  static final String TOO_EARLY = "takt: interrupted before the run had begun";

  private SessionRunner() {}

  /// Runs it to its end. A signal while the driver is being opened ends the process.
  ///
  /// @throws InterruptedException if a signal stopped it before the load began
  public static RunResult run(RunSession session, CliContext context)
      throws IOException, DriverException, InterruptedException {
    StopSignal signal = new StopSignal(() -> stop(session, context), session::saveSummary);
    try (var _ = context.interrupts().onInterrupt(signal);
        var _ = UnexpectedEnd.unless(session::abort)) {
      return session.run();
    }
  }

  private static void stop(RunSession session, CliContext context) {
    if (!session.stop()) {
      context.err().println(TOO_EARLY);
      context.err().flush();
      System.exit(ExitCode.INTERRUPTED);
    }
  }
}
