package dev.takt.cli.log;

import dev.takt.cli.spi.CliContext;
import dev.takt.cli.spi.CommandGroup;
import dev.takt.cli.spi.CommandGroup.Subcommand;
import dev.takt.cli.spi.ExitCode;
import dev.takt.lab.OutOfMemory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;
import java.util.Map;

/// `takt log`: the commands on interval logs. Reports all their failures.
public final class LogCommand {

  /// The action of a subcommand.
  private interface Action {
    int run(LogContext context) throws IOException;
  }

  private static final String OVERVIEW =
      """
      Slices, joins and summarises interval logs of any HdrHistogram tool.

      @|bold Examples|@
        takt log summarize latency.hdr                 percentiles, tag by tag
        takt log summarize 'machine-*.hdr' --ignore-tags --start 10 --end 20
        takt log union a.hdr b.hdr -o both.hdr         a fleet's logs as one
        takt log cat latency.hdr | head                interval by interval

      @|bold Commands|@
        summarize   percentiles of one or more logs; as a time series with --window
        cat         one line per interval and tag, for people
        check       what is wrong with a log, line by line
        split       one log per tag
        union       one log of several, aligned in time
        plot        a picture: percentile spectrum, and maximum and p99 over time
        correct     an estimate of what coordinated omission left out

      takt log COMMAND --help shows more.
      """;

  public static final CommandGroup GROUP =
      new CommandGroup(
          "log",
          OVERVIEW,
          Map.of(
              "summarize", new Subcommand(LogSummarize::spec, guarded(LogSummarize::run)),
              "cat", new Subcommand(LogCat::spec, guarded(LogCat::run)),
              "check", new Subcommand(LogCheck::spec, guarded(LogCheck::run)),
              "split", new Subcommand(LogSplit::spec, guarded(LogSplit::run)),
              "union", new Subcommand(LogUnion::spec, guarded(LogUnion::run)),
              "plot", new Subcommand(LogPlots::spec, guarded(LogPlots::run)),
              "correct", new Subcommand(LogCorrect::spec, guarded(LogCorrect::run))));

  private LogCommand() {}

  private static CommandGroup.Action guarded(Action action) {
    return (context, parsed) -> {
      try {
        return action.run(new LogContext(context, parsed));
      } catch (IOException e) {
        return failed(context, e);
      } catch (UncheckedIOException e) {
        IOException cause = e.getCause();
        return failed(context, cause == null ? new IOException(e) : cause);
      } catch (OutOfMemoryError e) {
        context.message(
            "not enough memory: too many tags, or tags of too many digits; choose some with "
                + "--tag, or "
                + OutOfMemory.ADVICE);
        return ExitCode.FAILED;
      } catch (ArithmeticException e) {
        context.message("a sum has more than 2^63 - 1 values");
        return ExitCode.FAILED;
      }
    };
  }

  private static int failed(CliContext context, IOException e) {
    if (e instanceof LogContext.OutputClosedException) {
      return ExitCode.OK;
    }
    context.message(message(e));
    return ExitCode.FAILED;
  }

  private static String message(IOException e) {
    if (e instanceof NoSuchFileException missing) {
      return missing.getFile() + ": there is no such file";
    }
    if (e instanceof AccessDeniedException denied) {
      return denied.getFile() + ": no permission";
    }
    if (e instanceof FileAlreadyExistsException exists && exists.getReason() != null) {
      return exists.getFile() + ": " + exists.getReason();
    }
    if (e instanceof FileSystemLoopException loop) {
      return loop.getFile() + ": a link that leads to a folder it is in";
    }
    if (e instanceof FileSystemException file) {
      String reason = file.getReason();
      return file.getFile() + ": " + (reason == null ? "it cannot be used" : reason);
    }
    return String.valueOf(e.getMessage());
  }
}
