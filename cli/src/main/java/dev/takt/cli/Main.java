package dev.takt.cli;

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
    UnexpectedEnd.watch(err);
    int code =
        run(
            args,
            new Surroundings(
                System.in,
                out,
                err,
                Surroundings.Terminal.ofProcess(),
                Path.of(""),
                new ProcessSignals()));
    out.flush();
    err.flush();
    System.exit(code);
  }

  /// Runs the command in this process, for [#main] and for tests.
  ///
  /// @return the exit code, one of [ExitCode]
  public static int run(String[] args, Surroundings surroundings) {
    int code = new Commands(surroundings).run(args);
    surroundings.out().flush();
    if (!surroundings.out().checkError()) {
      return code;
    }
    if ((isLog(args) || isHelp(args))
        && surroundings.out() instanceof ResultStream out
        && out.isReaderGone()) {
      return code;
    }
    surroundings.err().println("takt: the results could not be written to standard output");
    return code == ExitCode.OK ? ExitCode.FAILED : code;
  }

  /// Nor is anything lost of a text that is always the same.
  private static boolean isHelp(String[] args) {
    return args.length == 0
        || args[0].equals("help")
        || List.of(args).contains(RunFlags.HELP)
        || List.of(args).contains("-h");
  }

  /// Whoever reads a log may have enough of it (`| head`); the results of a run are not to be lost
  /// in silence.
  private static boolean isLog(String[] args) {
    return args.length > 0 && args[0].equals("log");
  }
}
