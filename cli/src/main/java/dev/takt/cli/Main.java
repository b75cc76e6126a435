package dev.takt.cli;

import dev.takt.cli.flags.RunFlags;
import dev.takt.cli.spi.CliContext;
import dev.takt.cli.spi.ExitCode;
import dev.takt.cli.spi.UnexpectedExitDetector;
import dev.takt.cli.spi.args.Options;
import dev.takt.cli.usage.ArgumentBytes;
import java.io.FileDescriptor;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;

/// The `takt` command.
public final class Main {

  private Main() {}

  /// Runs the command and ends the JVM with its exit code.
  public static void main(String[] args) {
    PrintStream out = ResultStream.of(FileDescriptor.out);
    PrintStream err = ResultStream.of(FileDescriptor.err);
    CliContext context =
        new CliContext(
            System.in,
            out,
            err,
            CliContext.Terminal.ofProcess(),
            System.getenv(),
            Path.of(""),
            new ProcessSignals());
    String problem = ArgumentBytes.problem(List.of(args));
    if (problem != null) {
      context.message(problem);
      System.exit(ExitCode.USAGE);
    }
    UnexpectedExitDetector.watch(err);
    int code = run(args, context);
    out.flush();
    err.flush();
    System.exit(code);
  }

  /// Runs the command in this process, for [#main] and for tests.
  ///
  /// @return the exit code, one of [ExitCode]
  public static int run(String[] args, CliContext context) {
    int code = new Commands(context).run(args);
    context.out().flush();
    if (!context.out().checkError()) {
      return code;
    }
    if (mayBeLeft(args) && context.out() instanceof ResultStream out && out.isBrokenPipe()) {
      return code;
    }
    context.message("the results could not be written to standard output");
    return code == ExitCode.OK ? ExitCode.FAILED : code;
  }

  /// Whether a closed pipe (`| head`) loses nothing: the output comes from existing files, or is
  /// always the same. A new measurement must not be lost silently.
  static boolean mayBeLeft(String[] args) {
    List<String> arguments = List.of(args);
    return arguments.isEmpty()
        || CommandName.of(arguments.getFirst()).filter(each -> !each.isNew()).isPresent()
        || arguments.contains(Options.HELP)
        || arguments.contains("-h")
        || arguments.contains(RunFlags.PRINT_PLAN);
  }
}
