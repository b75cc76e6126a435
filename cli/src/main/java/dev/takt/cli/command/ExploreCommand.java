package dev.takt.cli.command;

import dev.takt.cli.log.TimeFlags;
import dev.takt.cli.spi.CliContext;
import dev.takt.cli.spi.ExitCode;
import dev.takt.cli.spi.args.CommandDeclaration;
import dev.takt.cli.spi.args.FlagValues;
import dev.takt.cli.spi.args.Options;
import dev.takt.record.log.TimeColumns;
import dev.takt.report.explore.Explorer;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/// `takt explore`: shows runs and logs in a browser, until Ctrl-C.
public final class ExploreCommand {

  private static final String PORT = "--port";
  private static final String BIND = "--bind";
  private static final String NO_BROWSER = "--no-browser";
  private static final String NO_CACHE = "--no-cache";
  private static final String DEFAULT_FOLDER = "takt-runs";
  private static final int HIGHEST_PORT = 65_535;

  private static final String LOCALHOST = "localhost";

  private final CliContext context;
  private final List<Path> shown;
  private final InetAddress address;
  private final int port;
  private final boolean isBrowserWanted;
  private final @Nullable Path indexes;
  private final TimeColumns times;

  public ExploreCommand(CliContext context, ParseResult parsed) {
    this.context = context;
    shown = shown(context.directory(), parsed);
    address = address(parsed);
    port = FlagValues.whole(parsed, PORT, 0, 0, HIGHEST_PORT);
    isBrowserWanted = !parsed.hasMatchedOption(NO_BROWSER);
    times = TimeFlags.columns(parsed);
    indexes = parsed.hasMatchedOption(NO_CACHE) ? null : IndexPlace.ofProcess();
  }

  public static CommandSpec spec() {
    return new CommandDeclaration(
            "takt explore", "Shows runs and logs in a browser, also while they are written.")
        .examples(
            "  takt explore                          the runs in takt-runs, or those in this folder",
            "  takt explore takt-runs/2026-…-http    one run",
            "  takt explore latency.hlog old/        logs of any tool (.hdr, .hlog; .gz, .zst), and folders",
            "",
            "It serves on this machine alone, only reads, and only what lies in the folders that are named.",
            "Links in them are not followed. It ends with Ctrl-C. What it finds in logs of more than 12 MB",
            "it keeps in the user's cache (~/.cache/takt), so that it finds that at once the next time.")
        .synopsis("takt explore [DIR|RUN|LOG…] [FLAGS]")
        .footer(
            "What is served, and to whom: docs/reference/report.md.",
            "Exit codes: 0 ended with Ctrl-C, 1 it cannot listen, or there is no such folder, 2 usage.")
        .arguments(
            "DIR|RUN|LOG",
            "Folders with runs and logs in them (default: takt-runs, or this folder)")
        .options(
            Options.text(PORT, "N", "Port to listen on (default: any that is free)"),
            Options.text(
                BIND,
                "ADDRESS",
                "Address to listen on (default 127.0.0.1); any other shows all of it to a network"),
            Options.flag(NO_BROWSER, "Only print the address"),
            Options.flag(NO_CACHE, "Keep nothing of large logs, and use nothing that was kept"))
        .options(TimeFlags.options())
        .options(Options.verbose(), Options.help())
        .spec();
  }

  private static List<Path> shown(Path directory, ParseResult parsed) {
    List<Path> shown = new ArrayList<>();
    List<String> names = parsed.matchedPositionalValue(0, List.of());
    for (String each : names) {
      shown.add(FlagValues.path(parsed, "DIR", directory, each));
    }
    if (shown.isEmpty()) {
      Path usual = directory.resolve(DEFAULT_FOLDER);
      shown.add(Files.isDirectory(usual) ? usual : directory);
    }
    return shown;
  }

  private static InetAddress address(ParseResult parsed) {
    String text = parsed.matchedOptionValue(BIND, LOCALHOST);
    try {
      return text.equals(LOCALHOST)
          ? InetAddress.getLoopbackAddress()
          : InetAddress.ofLiteral(text);
    } catch (IllegalArgumentException e) {
      throw FlagValues.wrong(
          parsed, BIND, "'" + text + "' is no address such as 192.168.1.4 or ::1");
    }
  }

  public int run() {
    CountDownLatch ended = new CountDownLatch(1);
    try (var _ = context.interrupts().onInterrupt(ended::countDown)) {
      for (Path each : shown) {
        if (!Files.exists(each)) {
          throw new IOException(each + " does not exist: name a folder, a run or a log");
        }
      }
      try (Explorer explorer = Explorer.start(shown, times, address, port, indexes)) {
        explorer.prepare();
        printAddress(explorer);
        ended.await();
      }
      return ExitCode.OK;
    } catch (IOException e) {
      context.message(e.getMessage());
      return ExitCode.FAILED;
    } catch (InterruptedException e) {
      return ExitCode.OK;
    }
  }

  private void printAddress(Explorer explorer) {
    if (!address.isLoopbackAddress()) {
      context.message(
          "WARNING: anyone who reaches "
              + address.getHostAddress()
              + " can read all that is shown; there is no password");
    }
    context.out().println(explorer.url());
    context.out().flush();
    context.message("Ctrl-C ends it");
    if (isBrowserWanted) {
      Browser.open(explorer.url());
    }
  }
}
