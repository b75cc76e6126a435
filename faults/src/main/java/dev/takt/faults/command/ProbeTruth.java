package dev.takt.faults.command;

import dev.takt.cli.spi.CliContext;
import dev.takt.cli.spi.ExitCode;
import dev.takt.cli.spi.args.CommandDeclaration;
import dev.takt.cli.spi.args.FlagValues;
import dev.takt.cli.spi.args.Options;
import dev.takt.faults.FaultKind;
import dev.takt.faults.TruthCheck;
import dev.takt.faults.TruthReport;
import dev.takt.faults.render.TruthTable;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.model.Environment;
import dev.takt.runs.model.RunRecord;
import dev.takt.watch.Observers;
import dev.takt.watch.WatchRequest;
import dev.takt.watch.jvm.SpawnOptions;
import dev.takt.watch.observer.WatchLevel;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/// `takt probe truth`: injects faults, and reports how accurately the observers saw them.
final class ProbeTruth {

  private static final String ROUNDS = "--rounds";
  private static final String ONLY = "--only";
  private static final String QUIET_FOR = "--undisturbed";
  private static final String DEEP = "--deep";
  private static final int DEFAULT_ROUNDS = 10;
  private static final int MAX_ROUNDS = 1000;

  private ProbeTruth() {}

  static CommandSpec spec() {
    return new CommandDeclaration(
            "takt probe truth",
            "Makes faults on purpose, and says how well the observers see them here.")
        .examples(
            "  takt probe truth                          ten of each kind, after an undisturbed minute",
            "  takt probe truth --only gc,stop --rounds 50 --undisturbed 5s",
            "",
            "A child JVM is hurt, and watched as any target is. It notes itself when it did not run, when",
            "a lock came late and so on: that is the truth. Only faults of 5 ms or more count. A fault is",
            "seen if a stall of the right kind, and of the right thread, covers at least half of it.")
        .synopsis("takt probe truth [FLAGS]")
        .footer("Exit codes: 0 fine, 1 it failed, 2 usage, 3 less than 95 % of some kind was seen.")
        .options(
            Options.text(
                ROUNDS, "N", "How many faults of each kind (default " + DEFAULT_ROUNDS + ")"),
            Options.text(
                ONLY,
                "KIND,...",
                "Which kinds of "
                    + FlagValues.names(List.of(FaultKind.values()), FaultKind::lowerCase)),
            Options.text(QUIET_FOR, "TIME", "How long to do nothing beforehand (default 60s)"),
            Options.flag(DEEP, "With all that can be seen"),
            Options.text(
                Options.OUT, "DIR", "Directory for the files (default: a new one under takt-runs)"),
            Options.flag(Options.QUIET, "No progress on standard error"),
            Options.verbose(),
            Options.help())
        .spec();
  }

  static int run(CliContext context, ParseResult parsed) {
    int rounds = FlagValues.whole(parsed, ROUNDS, DEFAULT_ROUNDS, 1, MAX_ROUNDS);
    Duration quiet = Duration.ofNanos(FlagValues.timeOrZero(parsed, QUIET_FOR, "60s"));
    Set<FaultKind> only = FlagValues.some(parsed, ONLY, FaultKind.class, FaultKind::lowerCase);
    boolean deep = parsed.hasMatchedOption(DEEP);
    boolean silent = parsed.hasMatchedOption(Options.QUIET);
    try {
      RunDirectory directory =
          RunDirectory.create(context.runPath(FlagValues.text(parsed, Options.OUT), "truth"));
      directory.write(RunRecord.started(Map.of("probe", "truth"), Environment.capture()));
      WatchLevel level = deep ? WatchLevel.DEEP : WatchLevel.DEFAULT;
      TruthReport report =
          new TruthCheck(
                  directory.path(),
                  Map.of(SpawnOptions.VARIABLE, SpawnOptions.appendedTo(System.getenv())),
                  deep,
                  pid ->
                      Observers.of(
                          new WatchRequest(directory.path(), level, OptionalLong.of(pid), false)),
                  what -> {
                    if (!silent) {
                      context.message(what);
                    }
                  })
              .run(only, rounds, quiet);
      directory.write(report.stalls());
      directory.write(directory.read().ended(RunRecord.State.FINISHED, null));
      context.out().print(TruthTable.render(report));
      context.out().println("files: " + directory.path());
      boolean good = report.scores().stream().allMatch(each -> each.recall() >= 0.95);
      return good ? ExitCode.OK : ExitCode.ASSERTION_BROKEN;
    } catch (IOException e) {
      context.message(e.getMessage());
      return ExitCode.FAILED;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return ExitCode.INTERRUPTED;
    }
  }
}
