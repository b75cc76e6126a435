package dev.takt.cli;

import dev.takt.cli.spi.CliContext;
import dev.takt.cli.spi.ExitCode;
import dev.takt.cli.spi.args.Options;
import dev.takt.lab.OutOfMemory;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;

/// Reports an unexpected failure: one line for the user, and the stack trace in a file for a bug
/// report.
final class InternalErrorReport {

  private InternalErrorReport() {}

  static int report(Throwable bug, boolean verbose, CliContext context) {
    if (OutOfMemory.isCauseOf(bug)) {
      context.message(
          "not enough memory for a run of this size; use fewer --workers or --connections, or "
              + OutOfMemory.ADVICE);
      return ExitCode.FAILED;
    }
    String what = String.valueOf(bug).lines().findFirst().orElse("unknown");
    if (verbose) {
      context.message("this is a bug: " + what);
      context.err().print(trace(bug));
    } else {
      context.message("this is a bug: " + what + "; " + details(bug));
    }
    return ExitCode.FAILED;
  }

  private static String details(Throwable bug) {
    try {
      Path file = Files.createTempFile("takt-bug-", ".txt");
      Files.writeString(file, trace(bug));
      return "details in " + file;
    } catch (IOException | RuntimeException | Error e) {
      // Without file descriptors or memory, the JDK cannot even load what a temporary file needs.
      return "details with " + Options.VERBOSE;
    }
  }

  private static String trace(Throwable bug) {
    StringWriter text = new StringWriter();
    bug.printStackTrace(new PrintWriter(text, true));
    return text.toString();
  }
}
