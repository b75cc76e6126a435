package dev.takt.cli.stress;

import dev.takt.cassandra.stress.command.RunSettings;
import dev.takt.cassandra.stress.command.StressCommand.Run;
import dev.takt.cassandra.stress.command.StressSettings;
import dev.takt.cli.spi.CliContext;
import dev.takt.cli.spi.ExitCode;
import dev.takt.lab.RunResult;
import dev.takt.load.config.source.PlanException;
import dev.takt.runs.text.Units;
import java.util.List;
import java.util.Optional;

/// One run after the other, each with more threads (`threads>=`, `threads<=`, `auto`), and a table
/// of their results. With `auto` the highest rate that holds is then searched: see
/// [SustainableRate].
final class ThreadRuns {

  private final CliContext context;
  private final StressLine line;
  private final StressCommand.Runner runner;
  private final StressSettings first;
  private final double partitionsPerOperation;

  ThreadRuns(
      CliContext context,
      StressLine line,
      StressCommand.Runner runner,
      StressSettings settings,
      double partitionsPerOperation) {
    this.context = context;
    this.line = line;
    this.runner = runner;
    this.first = settings;
    this.partitionsPerOperation = partitionsPerOperation;
  }

  /// @return the exit code of the search for a rate if there was one, since the runs before it
  ///   saturate the server on purpose; otherwise that of the last run whose code was not 0
  int run() throws PlanException {
    Run command = (Run) first.command();
    RunSettings settings = first.run().orElseThrow();
    ThreadSearch search = new ThreadSearch(settings.rate(), command.length());
    ThreadTable table = new ThreadTable();
    boolean isFirst = true;
    int code;
    int worst = ExitCode.OK;
    Optional<RunResult> result;
    SustainableRate best = SustainableRate.NONE;
    do {
      int threads = search.threads();
      context.message(Units.count(threads) + (threads == 1 ? " thread" : " threads"));
      StressLine used = isFirst ? line : line.again(command.truncation());
      StressRun run = new StressRun(context, command, settings, threads, true, line.hasFormat());
      code =
          runner.run(
              context,
              used.inFolder("threads-" + threads)
                  .arguments(
                      StressSettings.parse(used.words()),
                      partitionsPerOperation,
                      threads,
                      context.directory()),
              run);
      result = run.result();
      result.ifPresent(each -> table.add(threads, each));
      best = best.orBetter(threads, result);
      worst = code == ExitCode.OK ? worst : code;
      isFirst = false;
    } while (isJudged(code) && search.next(rate(result)));
    context.out().print(table.render(context.paint()));
    if (!isJudged(code)) {
      context.out().flush();
      context.message("the search ended with " + Units.count(search.threads()) + " threads");
    }
    boolean isSearched =
        settings.rate().stopsAtSaturation()
            && isJudged(code)
            && settings.data().population().wraps();
    if (!isSearched || best.isNone()) {
      return worst;
    }
    return search(command, best);
  }

  private int search(Run command, SustainableRate best) throws PlanException {
    context.out().flush();
    context.message("searching the highest rate that holds with " + best.threads() + " threads …");
    StressLine used = line.again(command.truncation()).inFolder("rates");
    List<String> arguments =
        used.arguments(
            StressSettings.parse(used.words()),
            partitionsPerOperation,
            best.threads(),
            context.directory());
    return runner.search(
        context, best.arguments(arguments, used.flags()), best.lowest(), best.highest());
  }

  /// Whether the run came to its end, however it was judged.
  private static boolean isJudged(int code) {
    return code == ExitCode.OK || code == ExitCode.ASSERTION_BROKEN || code == ExitCode.NOT_TRUSTED;
  }

  private static double rate(Optional<RunResult> result) {
    return result.map(each -> each.summary().results().rate().achieved()).orElse(0.0);
  }
}
