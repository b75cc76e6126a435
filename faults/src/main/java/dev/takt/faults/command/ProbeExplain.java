package dev.takt.faults.command;

import dev.takt.cli.spi.CliContext;
import dev.takt.cli.spi.ExitCode;
import dev.takt.cli.spi.args.CommandDeclaration;
import dev.takt.cli.spi.args.FlagValues;
import dev.takt.cli.spi.args.Options;
import dev.takt.explain.Explainer;
import dev.takt.explain.RunExplainer;
import dev.takt.explain.attribution.AttributionResult;
import dev.takt.explain.trace.Operations;
import dev.takt.faults.FaultKind;
import dev.takt.faults.NotPossibleException;
import dev.takt.faults.command.ExplainTrial.Course;
import dev.takt.faults.render.MatrixJson;
import dev.takt.faults.render.MatrixReport;
import dev.takt.faults.render.MatrixReport.FaultFreeRun;
import dev.takt.faults.render.MatrixReport.Forecast;
import dev.takt.faults.render.MatrixReport.NotInjectable;
import dev.takt.faults.render.MatrixReport.Row;
import dev.takt.faults.render.MatrixReport.Sample;
import dev.takt.faults.render.MatrixTable;
import dev.takt.faults.scoring.AttributionScore;
import dev.takt.faults.scoring.AttributionScorer;
import dev.takt.faults.scoring.ExpectedCause;
import dev.takt.faults.scoring.FaultFreeResponses;
import dev.takt.lab.InstalledDrivers;
import dev.takt.load.config.source.PlanException;
import dev.takt.load.driver.DriverException;
import dev.takt.load.schedule.Rate;
import dev.takt.record.LatencyHistogram;
import dev.takt.runs.RunDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/// `takt probe explain`: injects faults into a target under load, and reports how often the
/// explanation of the run is correct.
final class ProbeExplain {

  private static final String ONLY = "--only";
  private static final String ROUNDS = "--rounds";
  private static final String DRIVER = "--driver";
  private static final String RATE = "--rate";
  private static final String COUNTERFACTUAL = "--counterfactual";
  private static final int DEFAULT_ROUNDS = 8;
  private static final int MAX_ROUNDS = 1000;
  private static final String DEFAULT_RATE = "1000/s";
  private static final double MIN_CORRECT_SHARE = 0.95;
  private static final double MAX_WRONG_SHARE = 0.05;
  private static final long EVERY_NANOS = 1_000_000_000;

  /// The number of pauses for two faults of a kind. With eight of these, three runs of a thousand
  /// requests a second have 57,000 together, whose p99.9 has a standard error of 2 %.
  private static final int PAUSES_IN_TWO_ROUNDS = 9;

  /// Frequent enough that operations at the 99th percentile are affected.
  private static final long EVERY_NANOS_IN_FORECAST = 500_000_000;

  /// Runs with and without a fault alternate, since a machine's performance drifts.
  private static final int TURNS = 3;

  private static final List<FaultScenario> FORECAST = List.of(FaultScenario.STOP, FaultScenario.GC);

  private final CliContext context;
  private final boolean silent;
  private final int rounds;
  private final ExplainTrial trial;
  private final List<Row> rows = new ArrayList<>();
  private final List<NotInjectable> notMade = new ArrayList<>();
  private final List<Forecast> forecasts = new ArrayList<>();
  private final List<FaultFreeRun> undisturbed = new ArrayList<>();

  /// The number of the run's sequence of store times. Each run has its own sequence, and it is the
  /// same each time the probe runs.
  private long store;

  private ProbeExplain(CliContext context, boolean silent, int rounds, ExplainTrial trial) {
    this.context = context;
    this.silent = silent;
    this.rounds = rounds;
    this.trial = trial;
  }

  static CommandSpec spec() {
    return new CommandDeclaration(
            "takt probe explain",
            "Injects faults into a target under load, and scores takt explain on this machine.")
        .examples(
            "  takt probe explain                           eight faults of each kind: four minutes",
            "  takt probe explain --only gc,stop --rounds 20",
            "  takt probe explain --driver http,jdbc        each kind over each of them",
            "  takt probe explain --driver http2,grpc       where requests share connections",
            "  takt probe explain --counterfactual          also check predicted percentiles",
            "",
            "A small server is driven and watched like any target, and a fault is injected every second.",
            "The excess time of operations in and after a fault must be attributed to it: to a cause with",
            "its kind, lock or culprit.",
            "",
            "--counterfactual compares runs with pauses to runs without (four minutes per driver). The",
            "simulated store has known percentiles. The percentiles predicted without pauses must be within",
            "10 % of those recorded without pauses, and of those recorded between the pauses.")
        .synopsis("takt probe explain [FLAGS]")
        .footer(
            "Exit codes: 0 fine, 1 it failed, 2 usage, 3 a fault kind is below the required accuracy,",
            "130 interrupted.")
        .options(
            Options.text(
                ONLY,
                "KIND,...",
                "Which kinds of "
                    + FlagValues.names(List.of(FaultScenario.values()), FaultScenario::lowerCase)),
            Options.text(
                ROUNDS, "N", "How many faults of each kind (default " + DEFAULT_ROUNDS + ")"),
            Options.text(
                DRIVER,
                "NAME,...",
                "Over which of "
                    + FlagValues.names(List.of(Transport.values()), Transport::lowerCase)
                    + " (default "
                    + Transport.HTTP.lowerCase()
                    + ")"),
            Options.text(
                RATE, "RATE", "The load, in requests per time (default " + DEFAULT_RATE + ")"),
            Options.flag(
                COUNTERFACTUAL,
                "Also hold percentiles that would be without a cause against runs without it"),
            Options.text(
                Options.OUT, "DIR", "Directory for the runs (default: a new one under takt-runs)"),
            Options.format(),
            Options.flag(Options.QUIET, "No progress on standard error"),
            Options.verbose(),
            Options.help())
        .spec();
  }

  static int run(CliContext context, ParseResult parsed) {
    Set<FaultScenario> only =
        FlagValues.enumSet(parsed, ONLY, FaultScenario.class, FaultScenario::lowerCase);
    Set<Transport> avenues =
        parsed.hasMatchedOption(DRIVER)
            ? FlagValues.enumSet(parsed, DRIVER, Transport.class, Transport::lowerCase)
            : EnumSet.of(Transport.HTTP);
    int rounds = FlagValues.integer(parsed, ROUNDS, DEFAULT_ROUNDS, 1, MAX_ROUNDS);
    String rate = rate(parsed);
    boolean json = FlagValues.isJson(parsed);
    boolean silent = parsed.hasMatchedOption(Options.QUIET);
    try {
      Path folder = context.runPath(FlagValues.text(parsed, Options.OUT), "explain");
      // Does not touch what exists already.
      var _ = RunDirectory.create(folder);
      ProbeExplain probe =
          new ProbeExplain(
              context,
              silent,
              rounds,
              new ExplainTrial(context, InstalledDrivers.load(), folder, rate));
      MatrixReport report = probe.all(avenues, only, parsed.hasMatchedOption(COUNTERFACTUAL));
      if (json) {
        MatrixJson.write(report, context.out());
      } else {
        context.out().print(MatrixTable.render(report, context.paint().width()));
        context.out().println("files: " + folder);
      }
      return report.isGood() ? ExitCode.OK : ExitCode.ASSERTION_BROKEN;
    } catch (PlanException e) {
      e.problems().forEach(problem -> context.err().println(problem));
      return ExitCode.USAGE;
    } catch (IOException | DriverException e) {
      context.message(e.getMessage());
      return ExitCode.FAILED;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return ExitCode.INTERRUPTED;
    }
  }

  private static String rate(ParseResult parsed) {
    String text = parsed.matchedOptionValue(RATE, DEFAULT_RATE);
    var _ = FlagValues.parse(parsed, RATE, text, Rate::parse);
    return text;
  }

  private MatrixReport all(
      Set<Transport> avenues, Set<FaultScenario> troubles, boolean counterfactual)
      throws IOException, InterruptedException, PlanException, DriverException {
    for (Transport transport : avenues) {
      for (FaultScenario each : troubles) {
        say(each.text() + ", over " + transport.text());
        try {
          one(
              transport,
              each,
              trial.run(
                  prefix(transport) + each.lowerCase(),
                  transport,
                  each,
                  new Course(rounds, EVERY_NANOS, null)));
        } catch (NotPossibleException e) {
          notMade.add(new NotInjectable(each.text(), e.why()));
        }
      }
      if (counterfactual) {
        forecast(transport);
      }
    }
    return new MatrixReport(
        MIN_CORRECT_SHARE, MAX_WRONG_SHARE, rows, notMade, undisturbed, forecasts);
  }

  /// The prefix of directory names.
  private static String prefix(Transport transport) {
    return transport == Transport.HTTP ? "" : transport.lowerCase() + "-";
  }

  private void one(Transport transport, FaultScenario scenario, ExplainTrial.Outcome outcome) {
    RunExplainer run = outcome.explainer();
    Operations operations = run.operations();
    AttributionResult attribution = run.explainer().attribution();
    AttributionScore elsewhere =
        AttributionScorer.elsewhere(operations, attribution, outcome.faults());
    if (scenario == FaultScenario.NONE) {
      undisturbed.add(new FaultFreeRun(transport.text(), operations.size(), elsewhere));
      return;
    }
    rows.add(
        new Row(
            transport.text(),
            scenario.lowerCase(),
            scenario.text(),
            AttributionScorer.score(operations, attribution, outcome.faults()),
            elsewhere));
  }

  /// Alternates runs with each cause and runs without any.
  private void forecast(Transport transport)
      throws IOException, InterruptedException, PlanException, DriverException {
    List<LatencyHistogram> real = new ArrayList<>();
    List<Disturbed> disturbed = FORECAST.stream().map(_ -> new Disturbed()).toList();
    try {
      for (int turn = 1; turn <= TURNS; turn++) {
        String of = ", over " + transport.text() + ", " + turn + " of " + TURNS;
        say("without any pause" + of);
        String name = prefix(transport) + "without-" + turn;
        real.add(periodic(name, transport, FaultScenario.NONE).explainer().explainer().recorded());
        for (int i = 0; i < FORECAST.size(); i++) {
          FaultScenario scenario = FORECAST.get(i);
          say(scenario.text() + " every half second" + of);
          String its = prefix(transport) + scenario.lowerCase() + "-forecast-" + turn;
          disturbed.get(i).add(periodic(its, transport, scenario), scenario);
        }
      }
    } catch (NotPossibleException e) {
      // Signals and collections are possible on every machine.
      throw new IOException(e.why(), e);
    }
    for (int i = 0; i < FORECAST.size(); i++) {
      Disturbed each = disturbed.get(i);
      forecasts.add(
          new Forecast(
              transport.text(),
              FORECAST.get(i).text(),
              Sample.of(each.recorded).all(),
              Sample.of(each.predicted),
              Sample.of(each.undisturbed),
              Sample.of(real)));
    }
  }

  /// The runs with one cause.
  private static final class Disturbed {
    private final List<LatencyHistogram> recorded = new ArrayList<>();
    private final List<LatencyHistogram> predicted = new ArrayList<>();
    private final List<LatencyHistogram> undisturbed = new ArrayList<>();

    void add(ExplainTrial.Outcome outcome, FaultScenario scenario) {
      Explainer explainer = outcome.explainer().explainer();
      List<ExpectedCause> causes = ExpectedCauses.of(FaultKind.valueOf(scenario.name()));
      recorded.add(explainer.recorded());
      predicted.add(
          explainer.without(cause -> causes.stream().anyMatch(each -> each.matches(cause))));
      undisturbed.add(FaultFreeResponses.of(outcome.explainer().operations(), outcome.faults()));
    }
  }

  private ExplainTrial.Outcome periodic(String name, Transport transport, FaultScenario scenario)
      throws IOException,
          InterruptedException,
          PlanException,
          DriverException,
          NotPossibleException {
    store++;
    return trial.run(
        name,
        transport,
        scenario,
        new Course(PAUSES_IN_TWO_ROUNDS * rounds / 2, EVERY_NANOS_IN_FORECAST, store));
  }

  private void say(String what) {
    if (!silent) {
      context.message(what);
    }
  }
}
